extension Picture {
  /// The sum of the pixels around each pixel, each multiplied by a weight, and a number.
  ///
  /// - Parameters:
  ///   - weights: The weights of rows from the top, each from the left; missing ones are 0.
  ///   - columns: The columns of weights, an odd number.
  ///   - rows: The rows of weights, an odd number.
  ///   - bias: What is added to each component.
  /// - Returns: The picture; it has no end if a number is added.
  func convolved(_ weights: [Double], columns: Int, rows: Int, bias: Double) -> Picture {
    let x = columns / 2, y = rows / 2
    let taps = (0..<columns * rows).compactMap { index -> ConvolutionTap? in
      let weight = index < weights.count ? weights[index] : 0
      guard weight.isFinite, weight != 0 else { return nil }
      return ConvolutionTap(
        right: index % columns - x, up: y - index / columns,
        weight: SIMD4(repeating: Float(weight.confined(to: -1e9...1e9))))
    }
    let bias = SIMD4(repeating: Float(bias.confined(to: -1e9...1e9)))
    let result = bias == SIMD4() || extent.isEmpty ? extent.outset(x: x, y: y) : .infinite
    return surroundings(x: x, y: y, extent: result) { block, index, _ in
      var sum = bias
      for tap in taps { sum += block[index, tap.right, tap.up] * tap.weight }
      return sum
    }
  }
}

/// A pixel of a kernel.
private struct ConvolutionTap: Sendable {
  var right: Int
  var up: Int
  var weight: SIMD4<Float>
}
