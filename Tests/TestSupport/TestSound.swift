import Foundation

/// The sound of a test file as 16-bit samples.
public enum TestSound: Sendable, Hashable, Codable {
  /// ``ToneCode`` in every channel.
  case ticks
  /// ``IndexedSamples`` in the first two channels, silence in others.
  case indexed
  /// A sine of the same frequency in every channel, half of full scale.
  case sine(hertz: Double)
  case silence

  /// Makes interleaved samples, little end first.
  func bytes(clip: UInt8, sampleRate: Int, channelCount: Int, count: Int) -> [UInt8] {
    let channels: [[Int16]] =
      switch self {
      case .ticks:
        (0..<channelCount).map {
          ToneCode.samples(
            clip: clip, channel: UInt8($0), sampleRate: sampleRate, count: count
          ).map { Int16(($0 * 32767).rounded()) }
        }
      case .indexed: Self.indexed(clip: clip, channelCount: channelCount, count: count)
      case .sine(let hertz):
        Array(
          repeating: (0..<count).map { index in
            Int16(16384 * sin(2 * Double.pi * hertz * Double(index) / Double(sampleRate)))
          }, count: channelCount)
      case .silence: Array(repeating: Array(repeating: 0, count: count), count: channelCount)
      }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * channelCount * 2)
    for index in 0..<count {
      for channel in channels {
        let sample = UInt16(bitPattern: channel[index])
        bytes.append(UInt8(truncatingIfNeeded: sample))
        bytes.append(UInt8(sample >> 8))
      }
    }
    return bytes
  }

  private static func indexed(clip: UInt8, channelCount: Int, count: Int) -> [[Int16]] {
    var channels = Array(repeating: [Int16](repeating: 0, count: count), count: channelCount)
    guard channelCount >= 2 else { return channels }
    for index in 0..<count {
      (channels[0][index], channels[1][index]) = IndexedSamples.sample(
        clip: Int(clip), index: index)
    }
    return channels
  }
}
