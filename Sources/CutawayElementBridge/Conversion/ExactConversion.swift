import CCutawayGStreamer

/// A conversion of frames that does not truncate.
enum ExactConversion {
  /// Between R′G′B′ and Y′CbCr of 8 bits.
  case rounded(PixelConversion)
  /// Between two planes of chroma and one in which Cb and Cr alternate.
  case regrouped(SharedChromaConversion)
  /// Between depths of Y′CbCr.
  case shifted(DepthConversion)
  /// Between R′G′B′ and Y′CbCr of more than 8 bits.
  case deep(DeepConversion)
  /// Between matrices and ranges of planes.
  case recoded(MatrixConversion)
  /// Of the size of planes.
  case scaled(PlaneScaling)

  /// Creates a conversion; `nil` if only GStreamer's converter performs it.
  init?(from input: GstVideoInfo, to output: GstVideoInfo) {
    if let regrouped = SharedChromaConversion(from: input, to: output) {
      self = .regrouped(regrouped)
    } else if let depth = DepthConversion(from: input, to: output) {
      self = .shifted(depth)
    } else if let exact = PixelConversion(from: input, to: output) {
      self = .rounded(exact)
    } else if let deep = DeepConversion(from: input, to: output) {
      self = .deep(deep)
    } else if let recoding = MatrixConversion(from: input, to: output) {
      self = .recoded(recoding)
    } else if let scaling = PlaneScaling(from: input, to: output) {
      self = .scaled(scaling)
    } else {
      return nil
    }
  }

  /// Converts a whole frame.
  func run(_ source: GstVideoFrame, _ target: GstVideoFrame) {
    switch self {
    case .regrouped(let conversion): conversion.run(source, target)
    case .rounded(let conversion): conversion.run(source, target)
    case .shifted(let conversion): conversion.run(source, target)
    case .deep(let conversion): conversion.run(source, target)
    case .recoded(let recoding): recoding.run(source, target)
    case .scaled(let scaling): scaling.run(source, target)
    }
  }
}
