/// What each channel of an output gets of each channel of an input.
struct ChannelMatrix {
  /// The factors of the inputs, for each output.
  private let rows: [[Double]]

  /// Each channel is the one of the same number; others are silent.
  static func inOrder(from inputs: Int, to outputs: Int) -> ChannelMatrix {
    taking((0..<outputs).map { $0 < inputs ? $0 : -1 }, of: inputs)
  }

  /// Each channel is the one of a number; others are silent.
  ///
  /// - Parameters:
  ///   - map: The number for each output.
  ///   - inputs: The number of inputs.
  /// - Returns: The matrix.
  static func taking(_ map: [Int], of inputs: Int) -> ChannelMatrix {
    ChannelMatrix(
      rows: map.map { wanted in (0..<inputs).map { $0 == wanted ? 1 : 0 } })
  }

  /// All channels are heard as far as possible.
  ///
  /// One channel becomes left and right. Two become their mean. More become left and right with the centre and the sides
  /// at -3 dB (ITU-R BS.775), at a level that cannot clip. Others keep their numbers.
  static func mixing(from inputs: Int, to outputs: Int) -> ChannelMatrix {
    switch (inputs, outputs) {
    case (1, 2...): ChannelMatrix(rows: (0..<outputs).map { [$0 < 2 ? 1 : 0] })
    case (2, 1): ChannelMatrix(rows: [[0.5, 0.5]])
    case (3...8, 2): ChannelMatrix(rows: stereo(inputs))
    case (3...8, 1):
      ChannelMatrix(rows: [zip(stereo(inputs)[0], stereo(inputs)[1]).map { ($0 + $1) / 2 }])
    default: inOrder(from: inputs, to: outputs)
    }
  }

  /// Left and right of channels in the order of WAV: left, right, centre, LFE, back, side.
  private static func stereo(_ inputs: Int) -> [[Double]] {
    typealias Place = (left: Double, right: Double)
    let side: Double = 0.5.squareRoot()
    let (left, right): (Place, Place) = ((side, 0), (0, side))
    let (center, low): (Place, Place) = ((side, side), (0, 0))
    var places: [Place] = [(1, 0), (0, 1)]
    // Quadrophony and five channels have no LFE, and four have no centre.
    switch inputs {
    case 3: places.append(center)
    case 4: places += [left, right]
    case 5: places += [center, left, right]
    default:
      places += [center, low]
      for index in 4..<max(4, inputs) { places.append(index % 2 == 0 ? left : right) }
    }
    let whole = max(places.map(\.left).reduce(0, +), places.map(\.right).reduce(0, +))
    return [places.map { $0.left / whole }, places.map { $0.right / whole }]
  }

  /// The samples of the output.
  func applied(to input: [[Double]]) -> [[Double]] {
    let count = input.first?.count ?? 0
    return rows.map { factors in
      let heard = factors.indices.filter { factors[$0] != 0 }
      if heard.count == 1, factors[heard[0]] == 1 { return input[heard[0]] }
      var sum = [Double](repeating: 0, count: count)
      for channel in heard {
        let factor = factors[channel]
        for index in 0..<count { sum[index] += input[channel][index] * factor }
      }
      return sum
    }
  }
}
