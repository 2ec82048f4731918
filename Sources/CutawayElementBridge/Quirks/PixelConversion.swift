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
  /// The order of the bytes of R′G′B′; formats of the last case are unpacked to ARGB.
  private enum Order { case argb, bgra, rgba, unpacked }

  private let way: Way
  private let matrix: ColorMatrix
  private let order: Order
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
    self.matrix = matrix
    order =
      switch rgb.finfo.pointee.format {
      case GST_VIDEO_FORMAT_ARGB, GST_VIDEO_FORMAT_xRGB: .argb
      case GST_VIDEO_FORMAT_BGRA, GST_VIDEO_FORMAT_BGRx: .bgra
      case GST_VIDEO_FORMAT_RGBA, GST_VIDEO_FORMAT_RGBx: .rgba
      default: .unpacked
      }
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
      switch order {
      case .argb, .unpacked:
        convert(frames.0, frames.1, bands[index], PixelRows<ARGBOrder>(matrix: matrix))
      case .bgra: convert(frames.0, frames.1, bands[index], PixelRows<BGRAOrder>(matrix: matrix))
      case .rgba: convert(frames.0, frames.1, bands[index], PixelRows<RGBAOrder>(matrix: matrix))
      }
    }
  }

  private func convert<Order: PixelOrder>(
    _ input: GstVideoFrame, _ output: GstVideoFrame, _ band: Range<Int>, _ rows: PixelRows<Order>
  ) {
    let (width, isPacked) = (format.width, order != .unpacked)
    // Two rows of packed pixels, or one row of luma and two of chroma.
    let scratch = UnsafeMutableRawPointer.allocate(byteCount: width * 16 + 16, alignment: 16)
    defer { scratch.deallocate() }
    let second = scratch + width * 8
    switch way {
    case .toPacked:
      for y in band {
        let rgb = self.rgb(input, y, scratch)
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
        let rgb = isPacked ? output.row(y) : second
        rows.unpack(yuv: yuv, into: rgb, count: width, isOpaque: isOpaque)
        if !isPacked { output.pack(rgb, row: y) }
      }
    case .toPlanar:
      for y in stride(from: band.lowerBound, to: band.upperBound, by: 2) {
        let upper = rgb(input, y, scratch)
        let lower = y + 1 < format.height ? rgb(input, y + 1, second) : upper
        convert(upper, lower, output, y, rows)
      }
    case .fromPlanar:
      for y in band {
        let rgb = isPacked ? output.row(y) : scratch
        let (near, far) = chromaRows(y)
        rows.unpack(
          luma: input.bytes(0, y), near: input.chroma(near), far: input.chroma(far), into: rgb,
          second, count: width)
        if !isPacked { output.pack(rgb, row: y) }
      }
    }
  }

  /// A row of R′G′B′ in the order of the rows, in `scratch` if that is not the frame's.
  private func rgb(
    _ frame: GstVideoFrame, _ y: Int, _ scratch: UnsafeMutableRawPointer
  ) -> UnsafeRawPointer {
    order == .unpacked ? frame.unpacked(row: y, into: scratch) : UnsafeRawPointer(frame.row(y))
  }

  /// Converts two rows of R′G′B′ to two of luma and one of chroma.
  private func convert<Order: PixelOrder>(
    _ upper: UnsafeRawPointer, _ lower: UnsafeRawPointer, _ output: GstVideoFrame, _ y: Int,
    _ rows: PixelRows<Order>
  ) {
    let (blue, red) = (output.bytes(1, y / 2), output.bytes(2, y / 2))
    let (width, isSecond) = (format.width, y + 1 < format.height)
    if isDeep {
      rows.luma(deep: upper, into: output.bytes(0, y), count: width)
      if isSecond { rows.luma(deep: lower, into: output.bytes(0, y + 1), count: width) }
      rows.chroma(deep: upper, lower, into: blue, red, count: width, isCentered: isCentered)
    } else {
      rows.luma(of: upper, into: output.bytes(0, y), count: width)
      if isSecond { rows.luma(of: lower, into: output.bytes(0, y + 1), count: width) }
      rows.chroma(of: upper, lower, into: blue, red, count: width, isCentered: isCentered)
    }
  }

  /// The chroma rows around a row of luma.
  private func chromaRows(_ y: Int) -> (near: Int, far: Int) {
    let near = y / 2, last = format.height(of: 1) - 1
    return (near, min(max(y % 2 == 0 ? near - 1 : near + 1, 0), last))
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

  /// A row of Cb and one of Cr.
  fileprivate func chroma(
    _ y: Int
  ) -> (blue: UnsafePointer<UInt8>, red: UnsafePointer<UInt8>) {
    (UnsafePointer(bytes(1, y)), UnsafePointer(bytes(2, y)))
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
