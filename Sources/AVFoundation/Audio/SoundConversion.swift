import CutawayElementBridge

/// Converts the channels and the rate of a stream of sound.
final class SoundConversion {
  private let matrix: ChannelMatrix
  private let resampler: SoundResampler?
  private let channels: Int
  private let ratio: Double
  /// What has been converted, and not taken.
  private var waiting: [[Double]]
  private(set) var hasEnded = false

  /// Creates a conversion; `nil` for rates that cannot be converted.
  ///
  /// - Parameters:
  ///   - inputRate: The frames per second of the input.
  ///   - outputRate: Those of the output.
  ///   - matrix: The channels.
  ///   - channels: The number of channels of the output.
  init?(from inputRate: Double, to outputRate: Double, _ matrix: ChannelMatrix, channels: Int) {
    guard inputRate >= 1, outputRate >= 1 else { return nil }
    (self.matrix, self.channels, ratio) = (matrix, channels, inputRate / outputRate)
    waiting = Array(repeating: [], count: channels)
    if inputRate == outputRate {
      resampler = nil
    } else {
      let new = SoundResampler(
        from: Int(inputRate.rounded()), to: Int(outputRate.rounded()), channels: channels)
      guard let new else { return nil }
      resampler = new
    }
  }

  /// The number of frames that can be taken.
  var count: Int { waiting.first?.count ?? 0 }
  /// How many frames of the input follow a frame of the output before it is complete.
  var latency: Int { resampler?.latency ?? 0 }

  /// About as many frames of the input as it takes for a number of frames of the output.
  func needed(for frames: Int) -> Int { max(1, Int((Double(frames) * ratio).rounded(.up))) }

  /// Converts frames.
  func add(_ input: [[Double]]) {
    let mapped = matrix.applied(to: input)
    append(resampler?.convert(mapped) ?? mapped)
  }

  /// Converts the rest, after the last frames.
  func end() {
    if hasEnded { return }
    hasEnded = true
    if let resampler { append(resampler.finish()) }
  }

  /// Takes frames, at most as many as there are.
  func take(_ frames: Int) -> [[Double]] {
    let frames = min(frames, count)
    let taken = waiting.map { Array($0.prefix(frames)) }
    for channel in waiting.indices { waiting[channel].removeFirst(frames) }
    return taken
  }

  /// Forgets all frames.
  func reset() {
    resampler?.reset()
    (waiting, hasEnded) = (Array(repeating: [], count: channels), false)
  }

  private func append(_ new: [[Double]]) {
    for (channel, samples) in new.enumerated() { waiting[channel] += samples }
  }
}
