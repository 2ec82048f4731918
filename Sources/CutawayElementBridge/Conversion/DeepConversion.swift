import CCutawayGStreamer
import CutawayElementKit
import Dispatch

/// A conversion between R′G′B′ and Y′CbCr of the same size, rounded to the nearest, in which either
/// has more than 8 bits per component.
///
/// Chroma lies beside the left of two columns, and between two rows if these are halved, too.
struct DeepConversion {
  private let isForward: Bool
  private let yuv: MixerFormat
  private let rows: DeepRows
  /// Whether R′G′B′ is unpacked to 16 bits per component.
  private let hasWideRGB: Bool
  private let isOpaque: Bool
  private let size: (width: Int, height: Int)
  private static let bandCount = max(1, Int(g_get_num_processors()))

  /// Creates a conversion; `nil` for other formats, for interlaced frames, or if the sizes differ.
  ///
  /// - Parameters:
  ///   - input: The format of the input.
  ///   - output: The format of the output.
  init?(from input: GstVideoInfo, to output: GstVideoInfo) {
    guard input.width == output.width, input.height == output.height,
      input.interlace_mode == GST_VIDEO_INTERLACE_MODE_PROGRESSIVE
    else { return nil }
    isForward = input.isRGB
    let (rgb, other) = isForward ? (input, output) : (output, input)
    var (kr, kb) = (0.0, 0.0)
    guard rgb.isRGB, let depth = rgb.rgbDepth,
      gst_video_color_matrix_get_Kr_Kb(other.colorimetry.matrix, &kr, &kb) != 0,
      // A format that mixers do not draw is converted in another way.
      let yuv = try? MixerFormat(other)
    else { return nil }
    let isFullRange = other.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255
    let yuvDepth: Int
    switch yuv {
    case .planar(let format):
      // In full range, halved chroma lies elsewhere.
      guard !isFullRange || format.chroma == .full else { return nil }
      yuvDepth = format.depth
    case .packed(let format):
      guard format.layout.hasChroma else { return nil }
      yuvDepth = format.layout.bitsPerComponent
    }
    guard yuvDepth > 8 || depth > 8 else { return nil }
    self.yuv = yuv
    rows = DeepRows(
      kr: kr, kb: kb, depth: yuvDepth, isFullRange: isFullRange, white: depth > 8 ? 65_535 : 255)
    hasWideRGB = depth > 8
    isOpaque = !(input.hasAlpha && output.hasAlpha)
    size = (Int(input.width), Int(input.height))
  }

  /// Converts a whole frame.
  func run(_ input: GstVideoFrame, _ output: GstVideoFrame) {
    let bands = PlanarFormat(width: size.width, height: size.height).bands(Self.bandCount)
    // All threads read the input, which none writes; one thread writes each row.
    nonisolated(unsafe) let frames = (input, output)
    DispatchQueue.concurrentPerform(iterations: bands.count) { index in
      let scratch = DeepScratch(width: size.width)
      defer { scratch.free() }
      switch (yuv, isForward) {
      case (.packed(let format), true): pack(frames, format.layout, bands[index], scratch)
      case (.packed(let format), false): unpack(frames, format.layout, bands[index], scratch)
      case (.planar(let format), true) where format.depth > 8:
        separate(frames, format, bands[index], scratch, UInt16.self)
      case (.planar(let format), true): separate(frames, format, bands[index], scratch, UInt8.self)
      case (.planar(let format), false) where format.depth > 8:
        combine(frames, format, bands[index], scratch, UInt16.self)
      case (.planar(let format), false): combine(frames, format, bands[index], scratch, UInt8.self)
      }
    }
  }

  private typealias Frames = (input: GstVideoFrame, output: GstVideoFrame)

  // MARK: R′G′B′ to Y′CbCr

  /// Reads a row of R′G′B′ as numbers from 0 to 1; alpha from 0 to 1, too.
  private func readRGB(
    _ frame: GstVideoFrame, _ y: Int, into row: DeepScratch.Row, _ scratch: DeepScratch
  ) {
    let pixels = frame.unpacked(row: y, into: scratch.bytes)
    if hasWideRGB {
      row.read(pixels.assumingMemoryBound(to: UInt16.self), count: size.width)
    } else {
      row.read(pixels.assumingMemoryBound(to: UInt8.self), count: size.width)
    }
  }

  private func pack(
    _ frames: Frames, _ layout: PixelLayout, _ band: Range<Int>, _ scratch: DeepScratch
  ) {
    for y in band {
      readRGB(frames.input, y, into: scratch.upper, scratch)
      rows.toYUV(scratch.upper, count: size.width)
      let alpha: Float? = isOpaque ? rows.opaque : nil
      if layout.bitsPerComponent == 16 {
        rows.write(
          scratch.upper, into: frames.output.row(y).assumingMemoryBound(to: UInt16.self),
          count: size.width, alpha: alpha, isYUV: true)
      } else {
        rows.write(
          scratch.upper, into: frames.output.row(y).assumingMemoryBound(to: UInt8.self),
          count: size.width, alpha: alpha, isYUV: true)
      }
    }
  }

  private func separate<Sample: FixedWidthInteger>(
    _ frames: Frames, _ format: PlanarFormat, _ band: Range<Int>, _ scratch: DeepScratch,
    _: Sample.Type
  ) {
    let width = size.width
    for y in stride(from: band.lowerBound, to: band.upperBound, by: 2) {
      let last = min(y + 1, size.height - 1)
      readRGB(frames.input, y, into: scratch.upper, scratch)
      rows.toYUV(scratch.upper, count: width)
      if last > y {
        readRGB(frames.input, last, into: scratch.lower, scratch)
        rows.toYUV(scratch.lower, count: width)
      }
      rows.write(scratch.upper.first, into: frames.output.samples(0, y, Sample.self), count: width)
      if last > y {
        rows.write(
          scratch.lower.first, into: frames.output.samples(0, last, Sample.self), count: width)
      }
      for plane in 1...2 {
        let upper = scratch.upper.component(plane)
        let lower = last > y ? scratch.lower.component(plane) : upper
        switch format.chroma {
        case .full:
          rows.write(upper, into: frames.output.samples(plane, y, Sample.self), count: width)
          if last > y {
            rows.write(lower, into: frames.output.samples(plane, last, Sample.self), count: width)
          }
        case .halvedColumns:
          rows.halve(upper, upper, into: frames.output.samples(plane, y, Sample.self), count: width)
          if last > y {
            rows.halve(
              lower, lower, into: frames.output.samples(plane, last, Sample.self), count: width)
          }
        case .halved:
          rows.halve(
            upper, lower, into: frames.output.samples(plane, y / 2, Sample.self), count: width)
        }
      }
    }
  }

  // MARK: Y′CbCr to R′G′B′

  private func writeRGB(
    _ row: DeepScratch.Row, _ frame: GstVideoFrame, _ y: Int, _ scratch: DeepScratch,
    alpha: Float?
  ) {
    let isDirect = frame.info.finfo.pointee.format == frame.info.finfo.pointee.unpack_format
    let target = isDirect ? frame.row(y) : scratch.bytes
    if hasWideRGB {
      rows.write(
        row, into: target.assumingMemoryBound(to: UInt16.self), count: size.width, alpha: alpha,
        isYUV: false)
    } else {
      rows.write(
        row, into: target.assumingMemoryBound(to: UInt8.self), count: size.width, alpha: alpha,
        isYUV: false)
    }
    if !isDirect { frame.pack(target, row: y) }
  }

  private func unpack(
    _ frames: Frames, _ layout: PixelLayout, _ band: Range<Int>, _ scratch: DeepScratch
  ) {
    for y in band {
      let source = frames.input.row(y)
      if layout.bitsPerComponent == 16 {
        scratch.upper.read(source.assumingMemoryBound(to: UInt16.self), count: size.width)
      } else {
        scratch.upper.read(source.assumingMemoryBound(to: UInt8.self), count: size.width)
      }
      rows.toRGB(scratch.upper, count: size.width)
      writeRGB(
        scratch.upper, frames.output, y, scratch,
        alpha: isOpaque ? rows.white : nil)
    }
  }

  private func combine<Sample: FixedWidthInteger>(
    _ frames: Frames, _ format: PlanarFormat, _ band: Range<Int>, _ scratch: DeepScratch,
    _: Sample.Type
  ) {
    let width = size.width, row = scratch.upper, input = frames.input
    for y in band {
      let luma = input.samples(0, y, Sample.self)
      for x in 0..<width { row.first[x] = Float(luma[x]) }
      for plane in 1...2 {
        let target = row.component(plane)
        switch format.chroma {
        case .full:
          let chroma = input.samples(plane, y, Sample.self)
          for x in 0..<width { target[x] = Float(chroma[x]) }
        case .halvedColumns:
          let chroma = input.samples(plane, y, Sample.self)
          rows.widen(chroma, chroma, into: target, count: width)
        case .halved:
          let last = format.height(of: 1) - 1
          let near = y / 2, far = min(max(y % 2 == 0 ? near - 1 : near + 1, 0), last)
          rows.widen(
            input.samples(plane, near, Sample.self), input.samples(plane, far, Sample.self),
            into: target, count: width)
        }
      }
      rows.toRGB(row, count: width)
      writeRGB(row, frames.output, y, scratch, alpha: rows.white)
    }
  }
}
