/// The weights of source pixels for output pixels along one axis, for an axis-aligned transform.
///
/// Such a transform can process the axes separately, so that each source pixel is read once or
/// twice, not once per sample.
package struct AxisFilter: Sendable {
  /// The number of source pixels per output pixel.
  package let taps: Int
  /// The first source pixel for each output pixel.
  package let starts: [Int]
  /// `taps` weights per output pixel, in 256ths, with a sum of 256.
  package let weights: [UInt16]

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - outputs: The output pixels. All of their samples must lie inside the source.
  ///   - scale: The distance in source pixels from one output pixel to the next.
  ///   - offset: The source position of the output's origin.
  ///   - samples: The number of bilinear samples per pixel, evenly spread.
  ///   - size: The size of the source.
  package init(
    outputs: Range<Int>, scale: Double, offset: Double, samples: Int, size: Int
  ) {
    let reach = Int((abs(scale) * Double(samples - 1) / Double(samples)).rounded(.up)) + 2
    let taps = min(reach, size)
    var starts: [Int] = [], weights: [UInt16] = []
    starts.reserveCapacity(outputs.count)
    weights.reserveCapacity(outputs.count * taps)
    var exact = Array(repeating: 0.0, count: taps)
    for x in outputs {
      let first = scale * (Double(x) + 0.5 / Double(samples)) + offset - 0.5
      let step = scale / Double(samples)
      let lowest = min(first, first + step * Double(samples - 1))
      let start = min(max(0, Int(lowest.rounded(.down))), size - taps)
      for index in 0..<taps { exact[index] = 0 }
      for index in 0..<samples {
        let position = first + step * Double(index)
        let pixel = Int(position.rounded(.down)), fraction = position - position.rounded(.down)
        exact[min(max(0, pixel - start), taps - 1)] += 1 - fraction
        exact[min(max(0, pixel + 1 - start), taps - 1)] += fraction
      }
      starts.append(start)
      Self.append(exact, sum: samples, to: &weights)
    }
    self.taps = taps
    self.starts = starts
    self.weights = weights
  }

  /// The number of bilinear samples for a step in source pixels from one output pixel to the next.
  ///
  /// A sample covers two source pixels, so a step slightly greater than one skips nothing.
  package static func samples(forStep step: Double) -> Int {
    Int(min(16, max(1, (step / 1.25).rounded(.up))))
  }

  /// Appends weights in 256ths with exactly this sum; the greatest weight absorbs the rounding
  /// error.
  private static func append(_ exact: [Double], sum: Int, to weights: inout [UInt16]) {
    let first = weights.count
    var rest = 256, greatest = first
    for value in exact {
      let weight = Int((value * 256 / Double(sum)).rounded())
      rest -= weight
      weights.append(UInt16(clamping: weight))
      if weights[weights.count - 1] > weights[greatest] { greatest = weights.count - 1 }
    }
    weights[greatest] = UInt16(clamping: Int(weights[greatest]) + rest)
  }
}
