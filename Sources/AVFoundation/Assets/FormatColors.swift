import CoreMedia
import CutawayModel
import Foundation

extension CMFormatDescription.Extensions {
  /// What a file states of its pictures.
  init(_ video: MediaDescription.Video) {
    self = [:]
    if let text = video.colorimetry, let colors = FormatColors(text) {
      self[.colorPrimaries] = colors.primaries.map { .text($0) }
      self[.transferFunction] = colors.transfer.map { .text($0) }
      self[.yCbCrMatrix] = colors.matrix.map { .text($0) }
      // GStreamer 1.22 reads the range in MP4 and MOV wrongly (Quirk.containerColor): "no" is not known.
      if colors.isFullRange { self[.fullRangeVideo] = .flag(true) }
    }
    if let bits = video.bitDepth { self[.bitsPerComponent] = .number(Double(bits)) }
    self[.depth] = .number(video.hasAlpha ? 32 : 24)
    if video.hasAlpha { self[.containsAlphaChannel] = .flag(true) }
    self[.masteringDisplayColorVolume] = video.masteringDisplay.flatMap(masteringDisplay)
    self[.contentLightLevelInfo] = video.contentLight.flatMap { text in
      numbers(text, count: 2).map { .data(Data($0.flatMap { bigEndian(UInt16(clamping: $0)) })) }
    }
    self[.formatName] = .text(video.codec)
  }
}

/// The colours in the text form of GStreamer, under Apple's names.
private struct FormatColors {
  var primaries, transfer, matrix: CFString?
  var isFullRange = false

  /// Reads a name such as `bt709`, or four numbers: range, matrix, transfer function and primaries.
  ///
  /// The numbers are those of GStreamer's `GstVideoColorRange`, `GstVideoColorMatrix`,
  /// `GstVideoTransferFunction` and `GstVideoColorPrimaries`.
  init?(_ text: String) {
    let forms = [
      "bt601": "2:4:16:4", "bt709": "2:3:5:1", "smpte240m": "2:5:6:5", "sRGB": "1:1:7:1",
      "bt2020": "2:6:11:7", "bt2020-10": "2:6:13:7", "bt2100-pq": "2:6:14:7",
      "bt2100-hlg": "2:6:15:7",
    ]
    guard let codes = numbers(forms[text] ?? text, count: 4) else { return nil }
    isFullRange = codes[0] == 1
    matrix =
      [
        3: kCVImageBufferYCbCrMatrix_ITU_R_709_2, 4: kCVImageBufferYCbCrMatrix_ITU_R_601_4,
        5: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995, 6: kCVImageBufferYCbCrMatrix_ITU_R_2020,
      ][codes[1]]
    transfer =
      [
        1: kCVImageBufferTransferFunction_Linear, 5: kCVImageBufferTransferFunction_ITU_R_709_2,
        6: kCVImageBufferTransferFunction_SMPTE_240M_1995, 7: kCVImageBufferTransferFunction_sRGB,
        11: kCVImageBufferTransferFunction_ITU_R_2020,
        13: kCVImageBufferTransferFunction_ITU_R_2020,
        14: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ,
        15: kCVImageBufferTransferFunction_ITU_R_2100_HLG,
        // BT.601 has the curve of BT.709, and Apple has no other name for it.
        16: kCVImageBufferTransferFunction_ITU_R_709_2,
      ][codes[2]]
    primaries =
      [
        1: kCVImageBufferColorPrimaries_ITU_R_709_2, 3: kCVImageBufferColorPrimaries_EBU_3213,
        4: kCVImageBufferColorPrimaries_SMPTE_C, 5: kCVImageBufferColorPrimaries_SMPTE_C,
        7: kCVImageBufferColorPrimaries_ITU_R_2020, 10: kCVImageBufferColorPrimaries_DCI_P3,
        11: kCVImageBufferColorPrimaries_P3_D65, 12: kCVImageBufferColorPrimaries_EBU_3213,
      ][codes[3]]
  }
}

/// The payload of an SEI message from GStreamer's text, in which red comes first.
private func masteringDisplay(_ text: String) -> CMFormatDescription.Extensions.Value? {
  guard let values = numbers(text, count: 10) else { return nil }
  let order = [2, 3, 4, 5, 0, 1, 6, 7]
  return .data(
    Data(
      order.flatMap { bigEndian(UInt16(clamping: values[$0])) }
        + values[8...].flatMap { bigEndian(UInt32(clamping: $0)) }))
}

/// Numbers between colons; `nil` for another count.
private func numbers(_ text: String, count: Int) -> [Int]? {
  let values = text.split(separator: ":").compactMap { Int($0) }
  return values.count == count ? values : nil
}

private func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  stride(from: Number.bitWidth - 8, through: 0, by: -8).map {
    UInt8(truncatingIfNeeded: number >> Number($0))
  }
}
