/// The weights with which source pixels of one axis make up output pixels, for a transform that keeps
/// the axes: it takes the two axes apart, so each source pixel is looked at once or twice, not once
/// for every sample.
struct AxisFilter {
  /// Source pixels per output pixel.
  let taps: Int
  /// The first source pixel of each output pixel.
  let starts: [Int]
  /// `taps` weights for each output pixel, in 256ths, whose sum is 256.
  let weights: [UInt16]

  /// - Parameters:
  ///   - outputs: The output pixels wanted. All their samples must lie inside the source.
  ///   - scale: Source pixels from one output pixel to the next.
  ///   - offset: Where the output's origin lies in the source.
  ///   - samples: Bilinear samples a pixel, evenly spread.
  ///   - size: The source's.
  init(
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

  /// Appends weights in 256ths with exactly that sum: what rounding adds or takes goes to the
  /// greatest.
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
