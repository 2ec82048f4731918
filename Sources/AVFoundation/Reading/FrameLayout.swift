import Cutaway
import CutawayElementBridge
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation

/// The layout of frames in memory with its colours, and its caps.
struct FrameLayout: Sendable {
  let format: PixelFormat
  /// The colours of the frames: BT.709, or BT.2020 with the transfer function of HLG or PQ.
  var transfer: TransferFunction
  private let coding: Coding

  /// A layout in GStreamer's terms.
  private struct Coding: Sendable {
    var name: String
    var depth = 8
    var isFullRange = false
    var isRGB = false
    var chroma = ChromaSubsampling.halved
    /// The number of lower bits that are 0 in memory, but not in GStreamer, whose chroma has two planes.
    var interleavedShift: Int?
  }

  /// The layouts, by their codes.
  private static let known: [OSType: Coding] = [
    kCVPixelFormatType_32BGRA: Coding(name: "BGRA", isRGB: true),
    kCVPixelFormatType_32RGBA: Coding(name: "RGBA", isRGB: true),
    kCVPixelFormatType_32ARGB: Coding(name: "ARGB", isRGB: true),
    kCVPixelFormatType_24RGB: Coding(name: "RGB", isRGB: true),
    kCVPixelFormatType_64ARGB: Coding(name: "ARGB64_BE", depth: 16, isRGB: true),
    kCVPixelFormatType_OneComponent8: Coding(name: "GRAY8", isRGB: true),
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: Coding(name: "NV12"),
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: Coding(name: "NV12", isFullRange: true),
    kCVPixelFormatType_420YpCbCr8Planar: Coding(name: "I420"),
    // GStreamer dithers 10 bits when it converts them to P010.
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: Coding(
      name: "I420_10LE", depth: 10, interleavedShift: 6),
    kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: Coding(
      name: "I420_10LE", depth: 10, isFullRange: true, interleavedShift: 6),
    kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: Coding(name: "NV16", chroma: .halvedColumns),
    kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: Coding(
      name: "NV16", isFullRange: true, chroma: .halvedColumns),
    kCVPixelFormatType_422YpCbCr8: Coding(name: "UYVY", chroma: .halvedColumns),
    kCVPixelFormatType_422YpCbCr8_yuvs: Coding(name: "YUY2", chroma: .halvedColumns),
    kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: Coding(
      name: "I422_10LE", depth: 10, chroma: .halvedColumns, interleavedShift: 6),
    kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: Coding(
      name: "I422_10LE", depth: 10, isFullRange: true, chroma: .halvedColumns, interleavedShift: 6),
  ]

  /// The layout of a code.
  ///
  /// - Throws: ``AVError`` if it is not supported.
  init(_ code: OSType, _ transfer: TransferFunction = .bt709) throws(AVError) {
    guard let format = PixelFormat.of(code), let coding = Self.known[code] else {
      throw AVError(
        .unsupportedOutputSettings,
        "frames in memory are 32BGRA, 32RGBA, 32ARGB, 64ARGB, 24RGB, 420v, 420f, y420, x420, xf20, 422v, "
          + "422f, 2vuy, yuvs, x422, xf22 or L008")
    }
    (self.format, self.coding, self.transfer) = (format, coding, transfer)
  }

  /// The layout that settings of video request; 420v if they request none.
  ///
  /// - Parameters:
  ///   - settings: `kCVPixelBufferPixelFormatTypeKey` and `AVVideoColorPropertiesKey`.
  ///   - usual: The colours of layouts with 10 bits, if the settings request none.
  /// - Throws: ``AVError`` if the layout or the colours are not supported.
  init(_ settings: [String: Any]?, usual: TransferFunction) throws(AVError) {
    let value = settings?[kCVPixelBufferPixelFormatTypeKey]
    let code =
      value as? OSType ?? (value as? Int).map { OSType(truncatingIfNeeded: $0) }
      ?? (value as? NSNumber).map { OSType(truncatingIfNeeded: $0.int64Value) }
    if value != nil, code == nil {
      throw AVError(.unsupportedOutputSettings, "the pixel format is not a number")
    }
    try self.init(code ?? kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    if let colors = settings?[AVVideoColorPropertiesKey] as? [String: Any] {
      guard let wanted = TransferFunction(colorProperties: colors) else {
        throw AVError(
          .unsupportedOutputSettings,
          "the colours of frames are those of BT.709, or of BT.2020 with HLG or PQ")
      }
      transfer = wanted
    } else if isDeep {
      transfer = usual
    }
  }

  /// Whether samples have more than 8 bits.
  var isDeep: Bool { coding.depth > 8 }

  /// The picture that is rendered before it gets the layout.
  var picture: PictureFormat {
    PictureFormat(
      bitDepth: isDeep || transfer.isHDR ? 10 : 8, transferFunction: transfer,
      chroma: isDeep ? coding.chroma : .halved)
  }

  /// The same for a reader of files.
  var frames: FrameFormat {
    FrameFormat(
      bitDepth: picture.bitDepth,
      colorimetry: FrameColorimetry(rawValue: picture.colorimetry) ?? .bt709)
  }

  /// The caps, in GStreamer's notation.
  var caps: String {
    "video/x-raw,format=\(coding.name)" + (colorimetry.map { ",colorimetry=\($0)" } ?? "")
  }

  /// The numbers are those of GStreamer's range, matrix, transfer function and primaries.
  private var colorimetry: String? {
    if coding.isRGB {
      return switch transfer {
      case .bt709: nil
      case .hlg: "1:1:15:7"
      case .pq: "1:1:14:7"
      }
    }
    guard coding.isFullRange else { return picture.colorimetry }
    return switch transfer {
    case .bt709: "1:3:5:1"
    case .hlg: "1:6:15:7"
    case .pq: "1:6:14:7"
    }
  }
}

// MARK: Colours

extension TransferFunction {
  /// The transfer function of settings of colours; `nil` for others.
  init?(colorProperties: [String: Any]) {
    self.init(name: colorProperties[AVVideoTransferFunctionKey] as? String)
  }

  /// The transfer function that a frame states; `nil` if it states none.
  init?(of image: CVPixelBuffer) {
    self.init(
      name: CVBufferCopyAttachment(image, kCVImageBufferTransferFunctionKey, nil) as? String)
  }

  private init?(name: String?) {
    switch name {
    case AVVideoTransferFunction_ITU_R_709_2: self = .bt709
    case AVVideoTransferFunction_ITU_R_2100_HLG: self = .hlg
    case AVVideoTransferFunction_SMPTE_ST_2084_PQ: self = .pq
    default: return nil
    }
  }

  /// The transfer function of tracks; BT.709 if they differ, or for others.
  init(commonTo tracks: [AVAssetTrack]) {
    let all = Set(
      tracks.flatMap(\.formatDescriptions).map { description in
        (description as? CMFormatDescription)?.extensions[.transferFunction]?
          .propertyListRepresentation
          as? String
      })
    self = all.count == 1 ? TransferFunction(name: all.first ?? nil) ?? .bt709 : .bt709
  }

  /// The attachments of a frame, by their keys.
  var attachments: [CFString: CFString] {
    [
      kCVImageBufferYCbCrMatrixKey: isHDR
        ? kCVImageBufferYCbCrMatrix_ITU_R_2020 : kCVImageBufferYCbCrMatrix_ITU_R_709_2,
      kCVImageBufferColorPrimariesKey: isHDR
        ? kCVImageBufferColorPrimaries_ITU_R_2020 : kCVImageBufferColorPrimaries_ITU_R_709_2,
      kCVImageBufferTransferFunctionKey: transferName,
    ]
  }

  private var transferName: CFString {
    switch self {
    case .bt709: kCVImageBufferTransferFunction_ITU_R_709_2
    case .hlg: kCVImageBufferTransferFunction_ITU_R_2100_HLG
    case .pq: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
    }
  }
}

extension CVPixelBuffer {
  /// States the colours of the frame.
  func attach(_ transfer: TransferFunction) {
    for (key, value) in transfer.attachments {
      CVBufferSetAttachment(self, key, value, .shouldPropagate)
    }
  }
}

// MARK: Memory

extension FrameLayout {
  /// A copy of a decoded frame in the layout of the caps; `nil` if the sample is none.
  func image(of sample: MediaSample) -> CVPixelBuffer? {
    guard let size = sample.pictureSize else { return nil }
    let image = CVPixelBuffer(format, width: size.width, height: size.height)
    let isWhole = sample.withPlanes { planes in
      if let shift = coding.interleavedShift {
        guard planes.count == 3 else { return false }
        for (index, plane) in planes.enumerated() {
          unsafe image.eachWord(ofComponent: index) { word, row, column in
            let place = unsafe plane.base + row * plane.stride + column * 2
            unsafe word.storeBytes(
              of: place.loadUnaligned(as: UInt16.self) << UInt16(shift), as: UInt16.self)
          }
        }
        return true
      }
      for (own, plane) in zip(image.planes, zip(planes, format.planes)) {
        for row in 0..<own.height {
          unsafe (image.memory + own.offset + row * own.bytesPerRow).copyMemory(
            from: plane.0.base + row * plane.0.stride, byteCount: own.width * plane.1.bytes)
        }
      }
      return planes.count == image.planes.count
    }
    guard isWhole == true else { return nil }
    image.attach(transfer)
    return image
  }

  /// A frame for GStreamer.
  func buffer(
    of image: CVPixelBuffer, framesPerSecond: Double, start: MediaTime, duration: MediaTime?
  ) -> FedBuffer {
    let caps =
      caps + ",width=\(image.width),height=\(image.height),pixel-aspect-ratio=1/1"
      + ",framerate=\(Int((framesPerSecond * 1_000).rounded()))/1000"
    // GStreamer's own layout: rows are multiples of four bytes, and of two rows in 4:2:0.
    let isHalved = format.planes.count > 1 && coding.chroma == .halved
    var planes = zip(image.planes, format.planes).map { plane, format in
      (bytes: plane.width * format.bytes, rows: plane.height)
    }
    if coding.interleavedShift != nil {
      planes = [planes[0]] + [1, 2].map { _ in (planes[1].bytes / 2, planes[1].rows) }
    }
    let strides = planes.map { ($0.bytes + 3) / 4 * 4 }
    let sizes = planes.indices.map { index in
      strides[index] * (index == 0 && isHalved ? (image.height + 1) / 2 * 2 : planes[index].rows)
    }
    return unsafe FedBuffer(
      caps: caps, size: sizes.reduce(0, +), start: start.nanoseconds,
      duration: duration?.nanoseconds
    ) { target in
      var offset = 0
      for index in planes.indices {
        defer { offset += sizes[index] }
        guard let base = unsafe target.baseAddress.map({ unsafe $0 + offset }) else { return }
        if let shift = coding.interleavedShift {
          unsafe image.eachWord(ofComponent: index) { word, row, column in
            let sample = unsafe word.loadUnaligned(as: UInt16.self) >> UInt16(shift)
            unsafe (base + row * strides[index] + column * 2).storeBytes(
              of: sample, as: UInt16.self)
          }
          continue
        }
        let plane = image.planes[index]
        for row in 0..<plane.height {
          unsafe (base + row * strides[index]).copyMemory(
            from: image.memory + plane.offset + row * plane.bytesPerRow,
            byteCount: planes[index].bytes)
        }
      }
    }
  }
}

extension CVPixelBuffer {
  /// Calls a closure with the place, the row and the column of each sample of a component: 0 is luma, 1 and
  /// 2 are the components of the second plane.
  @unsafe
  fileprivate func eachWord(
    ofComponent component: Int, _ body: (UnsafeMutableRawPointer, Int, Int) -> Void
  ) {
    let plane = planes[min(component, 1)], step = component == 0 ? 2 : 4
    let first = unsafe memory + plane.offset + (component == 2 ? 2 : 0)
    for row in 0..<plane.height {
      for column in 0..<plane.width {
        unsafe body(first + row * plane.bytesPerRow + column * step, row, column)
      }
    }
  }
}
