import CCutawayGStreamer
import CutawayElementKit
package import CutawayQuirks
import Dispatch

extension Quirk {
  /// videoconvert truncates its products and sums between R′G′B′ and Y′CbCr: on average, its Y′CbCr
  /// is 0.4 to 1 too small, and its R′G′B′ 1.8 to 3.6 of 255.
  package static let pixelConversion = Quirk(
    "videoconvert truncates between R′G′B′ and Y′CbCr",
    versions: [.all],
    test: "R′G′B′ becomes the nearest Y′CbCr, and alpha stays")
}

/// A conversion between R′G′B′ and Y′CbCr of the same size, rounded to the nearest.
struct PixelConversion {
  private enum Way { case toPacked, toPlanar, fromPacked, fromPlanar }

  private let way: Way
  private let rows: PixelRows
  private let format: PlanarFormat
  /// Whether R′G′B′ is unpacked to 16 bits per component.
  private let isDeep: Bool
  /// Whether alpha must be set to opaque.
  private let isOpaque: Bool
  private let isCentered: Bool
  private static let bandCount = max(1, Int(g_get_num_processors()))

  /// Creates a conversion; `nil` for other formats, for interlaced frames, or if the sizes differ.
  ///
  /// - Parameters:
  ///   - input: The format of the input.
  ///   - output: The format of the output.
  init?(from input: GstVideoInfo, to output: GstVideoInfo) {
    guard Quirk.pixelConversion.applies, input.width == output.width, input.height == output.height,
      input.interlace_mode == GST_VIDEO_INTERLACE_MODE_PROGRESSIVE
    else { return nil }
    let isForward = input.isRGB
    let (rgb, yuv) = isForward ? (input, output) : (output, input)
    guard rgb.isRGB, let depth = rgb.rgbDepth, let matrix = ColorMatrix(yuv.colorimetry) else {
      return nil
    }
    let isFullRange = yuv.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255
    switch (yuv.chroma, isForward) {
    case (.full, true): way = .toPacked
    case (.half, true): way = .toPlanar
    case (.full, false) where depth == 8: way = .fromPacked
    case (.half, false) where depth == 8 && !isFullRange: way = .fromPlanar
    default: return nil
    }
    rows = PixelRows(matrix: matrix)
    format = PlanarFormat(width: Int(input.width), height: Int(input.height))
    isDeep = depth > 8
    isOpaque = !(input.hasAlpha && output.hasAlpha)
    isCentered = isFullRange
  }

  /// Converts a whole frame.
  func run(_ input: GstVideoFrame, _ output: GstVideoFrame) {
    let bands = format.bands(Self.bandCount)
    // All threads read the input, which none writes; one thread writes each row.
    nonisolated(unsafe) let frames = (input, output)
    DispatchQueue.concurrentPerform(iterations: bands.count) { index in
      convert(frames.0, frames.1, bands[index])
    }
  }

  private func convert(_ input: GstVideoFrame, _ output: GstVideoFrame, _ band: Range<Int>) {
    let width = format.width
    // Two rows of packed pixels, or one row of luma and two of chroma.
    let scratch = UnsafeMutableRawPointer.allocate(byteCount: width * 16 + 16, alignment: 16)
    defer { scratch.deallocate() }
    let second = scratch + width * 8
    switch way {
    case .toPacked:
      for y in band {
        let rgb = input.unpacked(row: y, into: scratch)
        let yuv = output.isInPackedOrder(GST_VIDEO_FORMAT_AYUV) ? output.row(y) : second
        if isDeep {
          rows.pack(deep: rgb, into: yuv, count: width, isOpaque: isOpaque)
        } else {
          rows.pack(rgb: rgb, into: yuv, count: width, isOpaque: isOpaque)
        }
        if yuv == second { output.pack(yuv, row: y) }
      }
    case .fromPacked:
      for y in band {
        let yuv = input.unpacked(row: y, into: scratch)
        let rgb = output.isInPackedOrder(GST_VIDEO_FORMAT_ARGB) ? output.row(y) : second
        rows.unpack(yuv: yuv, into: rgb, count: width, isOpaque: isOpaque)
        if rgb == second { output.pack(rgb, row: y) }
      }
    case .toPlanar:
      for y in stride(from: band.lowerBound, to: band.upperBound, by: 2) {
        let upper = input.unpacked(row: y, into: scratch)
        let lower = y + 1 < format.height ? input.unpacked(row: y + 1, into: second) : upper
        if isDeep {
          convert(upper, lower, as: UInt16.self, output, y)
        } else {
          convert(upper, lower, as: UInt8.self, output, y)
        }
      }
    case .fromPlanar:
      for y in band {
        let rgb = output.isInPackedOrder(GST_VIDEO_FORMAT_ARGB) ? output.row(y) : scratch
        unpack(input, y, second, into: rgb)
        if rgb == scratch { output.pack(rgb, row: y) }
      }
    }
  }

  /// Converts two rows of R′G′B′ to two of luma and one of chroma.
  private func convert<Component: FixedWidthInteger>(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, as _: Component.Type,
    _ output: GstVideoFrame, _ y: Int
  ) {
    let first = upper.assumingMemoryBound(to: Component.self)
    let second = lower.assumingMemoryBound(to: Component.self)
    rows.luma(of: first, into: output.bytes(0, y), count: format.width)
    if y + 1 < format.height {
      rows.luma(of: second, into: output.bytes(0, y + 1), count: format.width)
    }
    rows.chroma(
      of: first, second, into: output.bytes(1, y / 2), output.bytes(2, y / 2),
      count: format.width, isCentered: isCentered)
  }

  /// Converts a row of luma and the chroma around it to R′G′B′.
  private func unpack(
    _ input: GstVideoFrame, _ y: Int, _ scratch: UnsafeMutableRawPointer,
    into rgb: UnsafeMutableRawPointer
  ) {
    let count = format.width(of: 1), last = format.height(of: 1) - 1
    let near = y / 2, far = min(max(y % 2 == 0 ? near - 1 : near + 1, 0), last)
    let blue = scratch.bindMemory(to: UInt16.self, capacity: count)
    let red = (scratch + count * 2).bindMemory(to: UInt16.self, capacity: count)
    rows.mix(input.bytes(1, near), input.bytes(1, far), into: blue, count: count)
    rows.mix(input.bytes(2, near), input.bytes(2, far), into: red, count: count)
    rows.unpack(luma: input.bytes(0, y), blue, red, into: rgb, count: format.width)
  }
}

extension GstVideoInfo {
  fileprivate enum Chroma { case full, half }

  fileprivate func has(_ flag: GstVideoFormatFlags) -> Bool {
    finfo.pointee.flags.rawValue & flag.rawValue != 0
  }

  /// Whether the components are R′G′B′ in full range.
  var isRGB: Bool {
    has(GST_VIDEO_FORMAT_FLAG_RGB) && colorimetry.range != GST_VIDEO_COLOR_RANGE_16_235
  }

  /// The bits per component after unpacking.
  var rgbDepth: Int? {
    switch finfo.pointee.unpack_format {
    case GST_VIDEO_FORMAT_ARGB: 8
    case GST_VIDEO_FORMAT_ARGB64: 16
    default: nil
    }
  }

  /// The chroma siting of 8-bit Y′CbCr formats.
  fileprivate var chroma: Chroma? {
    guard has(GST_VIDEO_FORMAT_FLAG_YUV),
      finfo.pointee.unpack_format == GST_VIDEO_FORMAT_AYUV
    else { return nil }
    if finfo.pointee.format == GST_VIDEO_FORMAT_I420 { return .half }
    return finfo.pointee.w_sub.1 == 0 && finfo.pointee.h_sub.1 == 0 ? .full : nil
  }
}

extension GstVideoFrame {
  fileprivate func isInPackedOrder(_ format: GstVideoFormat) -> Bool {
    info.finfo.pointee.format == format
  }

  /// A row of a format with one plane.
  func row(_ y: Int) -> UnsafeMutableRawPointer {
    data.0! + y * Int(info.stride.0)
  }

  /// A row of one of three planes.
  fileprivate func bytes(_ plane: Int, _ y: Int) -> UnsafeMutablePointer<UInt8> {
    samples(plane, y, UInt8.self)
  }

  /// A row of one of three planes.
  func samples<Sample>(
    _ plane: Int, _ y: Int, _: Sample.Type
  ) -> UnsafeMutablePointer<Sample> {
    let (base, stride) =
      switch plane {
      case 0: (data.0!, info.stride.0)
      case 1: (data.1!, info.stride.1)
      default: (data.2!, info.stride.2)
      }
    return (base + y * Int(stride)).assumingMemoryBound(to: Sample.self)
  }

  /// A row in the unpacked format, in `scratch` if that differs from the frame's format.
  func unpacked(
    row y: Int, into scratch: UnsafeMutableRawPointer
  ) -> UnsafeRawPointer {
    let format = info.finfo.pointee
    if format.format == format.unpack_format { return UnsafeRawPointer(row(y)) }
    withPlanes { planes, strides in
      format.unpack_func(
        info.finfo, GST_VIDEO_PACK_FLAG_NONE, scratch, planes, strides, 0, Int32(y), info.width)
    }
    return UnsafeRawPointer(scratch)
  }

  /// Writes a row from the unpacked format.
  func pack(_ source: UnsafeMutableRawPointer, row y: Int) {
    withPlanes { planes, strides in
      info.finfo.pointee.pack_func(
        info.finfo, GST_VIDEO_PACK_FLAG_NONE, source, 0, planes, strides, info.chroma_site,
        Int32(y), info.width)
    }
  }

  private func withPlanes(
    _ body: (UnsafeMutablePointer<gpointer?>, UnsafePointer<gint>) -> Void
  ) {
    var planes = data
    withUnsafeMutableBytes(of: &planes) { planes in
      withUnsafeBytes(of: info.stride) { strides in
        body(
          planes.baseAddress!.assumingMemoryBound(to: gpointer?.self),
          strides.baseAddress!.assumingMemoryBound(to: gint.self))
      }
    }
  }
}
