import CCutawayGStreamer
import CutawayElementKit
import Dispatch

/// A format in which Cb and Cr alternate in one plane, such as NV12.
///
/// Mixers draw three planes. A band of rows is packed as soon as it is drawn, so that no frame is converted as a
/// whole.
struct SharedChroma {
  let format: GstVideoFormat
  /// The layout with three planes of the same samples.
  let planes: MixerLayout
  /// How many bits a sample is shifted up in its word.
  let shift: UInt32

  /// The formats of GStreamer whose planes a mixer may draw.
  static let all = [
    SharedChroma(format: GST_VIDEO_FORMAT_NV12, planes: .planar(.halved, depth: 8), shift: 0),
    SharedChroma(
      format: GST_VIDEO_FORMAT_NV16, planes: .planar(.halvedColumns, depth: 8), shift: 0),
    SharedChroma(format: GST_VIDEO_FORMAT_NV24, planes: .planar(.full, depth: 8), shift: 0),
    SharedChroma(format: GST_VIDEO_FORMAT_P010_10LE, planes: .planar(.halved, depth: 10), shift: 6),
    SharedChroma(format: GST_VIDEO_FORMAT_P012_LE, planes: .planar(.halved, depth: 12), shift: 4),
  ]

  private init(format: GstVideoFormat, planes: MixerLayout, shift: UInt32) {
    (self.format, self.planes, self.shift) = (format, planes, shift)
  }

  /// The format of frames; `nil` if it is no such one.
  init?(_ info: GstVideoInfo) {
    guard let known = Self.all.first(where: { $0.format == info.finfo.pointee.format }) else {
      return nil
    }
    self = known
  }

  /// GStreamer's name of the format.
  var formatName: String { String(cString: gst_video_format_to_string(format)) }

  /// Writes rows of three planes to a frame of this format.
  ///
  /// - Parameters:
  ///   - planes: The planes; that of luma may be the frame's.
  ///   - format: Their format.
  ///   - rows: The rows of luma; the first one is even.
  ///   - frame: The frame.
  func pack(
    _ planes: FramePlanes, _ format: PlanarFormat, rows: Range<Int>, into frame: GstVideoFrame
  ) {
    if format.bitsPerSample == 8 {
      packLuma(planes, format, rows, frame, UInt8.self)
      for row in format.rows(of: 1, for: rows) {
        let target = frame.samples(1, row, UInt16.self)
        let blue = planes.row(1, row, UInt8.self), red = planes.row(2, row, UInt8.self)
        for x in 0..<format.width(of: 1) { target[x] = UInt16(blue[x]) | UInt16(red[x]) &<< 8 }
      }
    } else {
      packLuma(planes, format, rows, frame, UInt16.self)
      let shift = shift
      for row in format.rows(of: 1, for: rows) {
        let target = frame.samples(1, row, UInt32.self)
        let blue = planes.row(1, row, UInt16.self), red = planes.row(2, row, UInt16.self)
        for x in 0..<format.width(of: 1) {
          target[x] = (UInt32(blue[x]) | UInt32(red[x]) &<< 16) &<< shift
        }
      }
    }
  }

  private func packLuma<Sample: PixelComponent>(
    _ planes: FramePlanes, _ format: PlanarFormat, _ rows: Range<Int>, _ frame: GstVideoFrame,
    _: Sample.Type
  ) {
    let shift = Sample(shift)
    if planes.bases.0 == frame.data.0, shift == 0 { return }
    for row in rows {
      let source = planes.row(0, row, Sample.self), target = frame.samples(0, row, Sample.self)
      for x in 0..<format.width { target[x] = source[x] &<< shift }
    }
  }

  /// Writes rows of a frame of this format to three planes; that of luma may be the frame's.
  func unpack(
    _ frame: GstVideoFrame, rows: Range<Int>, into planes: FramePlanes, _ format: PlanarFormat
  ) {
    if format.bitsPerSample == 8 {
      unpackLuma(frame, rows, planes, format, UInt8.self)
      for row in format.rows(of: 1, for: rows) {
        let source = frame.samples(1, row, UInt16.self)
        let blue = planes.row(1, row, UInt8.self), red = planes.row(2, row, UInt8.self)
        for x in 0..<format.width(of: 1) {
          blue[x] = UInt8(truncatingIfNeeded: source[x])
          red[x] = UInt8(truncatingIfNeeded: source[x] &>> 8)
        }
      }
    } else {
      unpackLuma(frame, rows, planes, format, UInt16.self)
      let shift = UInt16(shift)
      for row in format.rows(of: 1, for: rows) {
        let source = frame.samples(1, row, UInt32.self)
        let blue = planes.row(1, row, UInt16.self), red = planes.row(2, row, UInt16.self)
        for x in 0..<format.width(of: 1) {
          blue[x] = UInt16(truncatingIfNeeded: source[x]) &>> shift
          red[x] = UInt16(truncatingIfNeeded: source[x] &>> 16) &>> shift
        }
      }
    }
  }

  private func unpackLuma<Sample: PixelComponent>(
    _ frame: GstVideoFrame, _ rows: Range<Int>, _ planes: FramePlanes, _ format: PlanarFormat,
    _: Sample.Type
  ) {
    let shift = Sample(shift)
    if planes.bases.0 == frame.data.0, shift == 0 { return }
    for row in rows {
      let source = frame.samples(0, row, Sample.self), target = planes.row(0, row, Sample.self)
      for x in 0..<format.width { target[x] = source[x] &>> shift }
    }
  }
}

/// The memory of three planes, or of packed pixels, which repeat the first one.
struct FramePlanes {
  var bases: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer)
  var strides: (Int, Int, Int)

  /// The planes of a frame that a mixer draws.
  init(_ frame: GstVideoFrame) {
    let first = frame.data.0!, stride = frame.info.stride
    bases = (first, frame.data.1 ?? first, frame.data.2 ?? first)
    strides = (Int(stride.0), Int(stride.1), Int(stride.2))
  }

  /// A row of a plane.
  func row<Sample>(_ plane: Int, _ y: Int, _: Sample.Type) -> UnsafeMutablePointer<Sample> {
    let (base, stride) =
      switch plane {
      case 0: (bases.0, strides.0)
      case 1: (bases.1, strides.1)
      default: (bases.2, strides.2)
      }
    return (base + y &* stride).assumingMemoryBound(to: Sample.self)
  }
}

/// Two planes of chroma, which a mixer draws before they are packed.
final class ChromaPlanes {
  private let memory: UnsafeMutableRawPointer
  let format: PlanarFormat

  init(of format: PlanarFormat) {
    self.format = format
    memory = .allocate(byteCount: 2 * Self.size(format), alignment: 32)
  }

  deinit { memory.deallocate() }

  /// The planes of chroma, and the luma of a frame.
  func planes(for frame: GstVideoFrame) -> FramePlanes {
    var planes = FramePlanes(frame)
    let stride = Self.stride(format)
    planes.bases.1 = memory
    planes.bases.2 = memory + Self.size(format)
    (planes.strides.1, planes.strides.2) = (stride, stride)
    return planes
  }

  private static func stride(_ format: PlanarFormat) -> Int {
    (format.width(of: 1) * format.bitsPerSample / 8 + 31) / 32 * 32
  }

  private static func size(_ format: PlanarFormat) -> Int { stride(format) * format.height(of: 1) }
}

/// A conversion between a format with shared chroma and planes of the same samples.
struct SharedChromaConversion {
  private let shared: SharedChroma
  private let format: PlanarFormat
  private let isPacking: Bool
  private static let bandCount = max(1, Int(g_get_num_processors()))

  /// Creates a conversion; `nil` for formats that differ in more than the place of chroma.
  init?(from input: GstVideoInfo, to output: GstVideoInfo) {
    isPacking = SharedChroma(input) == nil
    let (packed, planes) = isPacking ? (output, input) : (input, output)
    guard let shared = SharedChroma(packed), input.width == output.width,
      input.height == output.height, input.colorimetry.range == output.colorimetry.range,
      input.colorimetry.matrix == output.colorimetry.matrix,
      shared.planes.format == planes.finfo.pointee.format,
      // A format that mixers do not draw is converted in another way.
      case .planar(let format)? = try? MixerFormat(planes)
    else { return nil }
    (self.shared, self.format) = (shared, format)
  }

  /// The planes of a frame with shared chroma, if its luma is one of them.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - chroma: The planes of chroma of an earlier frame, which are written.
  /// - Returns: The planes of luma, which is the frame's, and of chroma; `nil` if luma differs.
  func sharingLuma(
    of frame: GstVideoFrame, _ chroma: inout ChromaPlanes?
  ) -> FramePlanes? {
    if shared.shift > 0 || isPacking { return nil }
    let memory = chroma?.format == format ? chroma! : ChromaPlanes(of: format)
    chroma = memory
    let planes = memory.planes(for: frame)
    run(frame, planes)
    return planes
  }

  /// Converts a whole frame.
  func run(_ source: GstVideoFrame, _ target: GstVideoFrame) {
    if isPacking { run(target, FramePlanes(source)) } else { run(source, FramePlanes(target)) }
  }

  private func run(_ frame: GstVideoFrame, _ planes: FramePlanes) {
    let bands = format.bands(Self.bandCount)
    // All threads read the input, which none writes; one thread writes each row.
    nonisolated(unsafe) let (frame, planes) = (frame, planes)
    DispatchQueue.concurrentPerform(iterations: bands.count) { index in
      if isPacking {
        shared.pack(planes, format, rows: bands[index], into: frame)
      } else {
        shared.unpack(frame, rows: bands[index], into: planes, format)
      }
    }
  }
}

extension GstVideoInfo {
  /// The format in which a mixer draws frames of this one: three planes instead of shared chroma.
  var drawnPlanes: GstVideoInfo {
    guard let shared = SharedChroma(self) else { return self }
    var result = GstVideoInfo()
    gst_video_info_set_format(&result, shared.planes.format, guint(width), guint(height))
    result.fps_n = fps_n
    result.fps_d = fps_d
    result.par_n = par_n
    result.par_d = par_d
    result.interlace_mode = interlace_mode
    result.colorimetry = colorimetry
    result.chroma_site = chroma_site
    return result
  }
}
