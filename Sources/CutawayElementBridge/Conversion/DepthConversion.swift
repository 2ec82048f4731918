import CCutawayGStreamer
import CutawayElementKit
import Dispatch

/// A conversion between depths, in one chroma resolution, matrix and range.
///
/// GStreamer's converter repeats the upper bits of a sample below it when it widens samples, which
/// makes neutral grey of 8 bits slightly purple in 10 bits, and white too bright.
struct DepthConversion {
  private let input: MixerFormat
  private let output: MixerFormat

  /// Creates a conversion; `nil` for formats that differ in more than their depth.
  init?(from input: GstVideoInfo, to output: GstVideoInfo) {
    guard input.width == output.width, input.height == output.height,
      input.colorimetry.range == output.colorimetry.range,
      input.colorimetry.range != GST_VIDEO_COLOR_RANGE_0_255,
      input.colorimetry.matrix == output.colorimetry.matrix,
      // A format that mixers do not draw is converted in another way.
      let from = try? MixerFormat(input), let to = try? MixerFormat(output), from != to
    else { return nil }
    switch (from, to) {
    case (.planar(let a), .planar(let b)) where a.chroma == b.chroma: break
    case (.packed(let a), .packed(let b)) where a.layout.hasChroma && b.layout.hasChroma: break
    default: return nil
    }
    (self.input, self.output) = (from, to)
  }

  /// Converts a whole frame.
  func run(_ source: GstVideoFrame, _ target: GstVideoFrame) {
    let bands = output.bands(Self.bandCount)
    // All threads read the input, which none writes; one thread writes each row.
    nonisolated(unsafe) let frames = (source, target)
    DispatchQueue.concurrentPerform(iterations: bands.count) { index in
      switch (input.bitsPerSample, output.bitsPerSample) {
      case (8, 8): convert(frames.0, frames.1, bands[index], UInt8.self, UInt8.self)
      case (8, _): convert(frames.0, frames.1, bands[index], UInt8.self, UInt16.self)
      case (_, 8): convert(frames.0, frames.1, bands[index], UInt16.self, UInt8.self)
      case (_, _): convert(frames.0, frames.1, bands[index], UInt16.self, UInt16.self)
      }
    }
  }

  private static let bandCount = max(1, Int(g_get_num_processors()))

  private func convert<From: PixelComponent, To: PixelComponent>(
    _ source: GstVideoFrame, _ target: GstVideoFrame, _ rows: Range<Int>, _: From.Type, _: To.Type
  ) {
    let frames = MixerFrames([MixerFrames.Frame(source, format: input)])
    switch (input, output) {
    case (.planar(let from), .planar(let to)):
      var band = PlanarBand<To>(target, format: to, rows: rows)
      for plane in 0..<3 {
        band.convert(
          frames.plane(plane, of: 0, as: From.self), depth: from.depth, plane: plane)
      }
    case (_, .packed(let to)):
      var band = PackedBand<To>(
        format: to, rows: rows, base: target.data.0!, stride: Int(target.info.stride.0))
      band.convert(frames.pixels(of: 0))
    case (.packed, .planar): preconditionFailure("only the depth differs")
    }
  }
}

extension PlanarBand {
  /// Rows of a mapped frame.
  @_lifetime(immortal)
  init(_ frame: GstVideoFrame, format: PlanarFormat, rows: Range<Int>) {
    let stride = frame.info.stride
    self.init(
      format: format, rows: rows, bases: (frame.data.0!, frame.data.1!, frame.data.2!),
      strides: (Int(stride.0), Int(stride.1), Int(stride.2)))
  }
}
