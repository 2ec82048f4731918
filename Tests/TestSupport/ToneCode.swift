import Foundation

/// Sound that identifies its clip, channel and tenth of a second, ten times per second.
///
/// For lossy codecs, mono, gains and fades; see ``IndexedSamples`` for the rest.
///
/// Tick `i` starts at sample `i · sampleRate / 10` with the click, which is at its full height there
/// and gone after 1/6 ms. When 10 ms have passed, nine tones follow of 10 ms each, every one of
/// sixteen pitches (1000 Hz + 250 Hz · n): clip (2 tones), channel (1), tick (4), checksum (2),
/// highest digits first.
public struct ToneCode: Sendable, Hashable {
  public var clip: UInt8
  public var channel: UInt8
  public var tick: UInt16

  public init(clip: UInt8, channel: UInt8 = 0, tick: UInt16) {
    self.clip = clip
    self.channel = channel & 0xF
    self.tick = tick
  }

  /// The height of the click and of the tones.
  static let clickLevel: Float = 0.95
  static let toneLevel: Float = 0.3

  /// The pitches of the nine tones, 0…15.
  var digits: [Int] {
    let word = UInt64(clip) << 28 | UInt64(channel) << 24 | UInt64(tick) << 8 | UInt64(checksum)
    return (0..<9).map { Int(word >> (32 - 4 * UInt64($0)) & 0xF) }
  }

  /// Reads nine pitches back, unless the checksum disagrees.
  init?(digits: [Int]) {
    let word = digits.reduce(UInt64(0)) { $0 << 4 | UInt64($1) }
    clip = UInt8(truncatingIfNeeded: word >> 28)
    channel = UInt8(word >> 24 & 0xF)
    tick = UInt16(truncatingIfNeeded: word >> 8)
    guard checksum == UInt8(truncatingIfNeeded: word) else { return nil }
  }

  private var checksum: UInt8 {
    let word = UInt32(clip) << 20 | UInt32(channel) << 16 | UInt32(tick)
    return UInt8(truncatingIfNeeded: (word &* 0x9E37_79B1 ^ word >> 7) >> 24) ^ 0x5A
  }

  static func frequency(ofDigit digit: Int) -> Double { 1000 + 250 * Double(digit) }

  /// The first samples of a channel of a clip, its ticks counted from 0.
  ///
  /// - Precondition: The rate is a multiple of 100, and at least 12 kHz.
  public static func samples(
    clip: UInt8, channel: UInt8, sampleRate: Int, count: Int
  ) -> [Float] {
    let tones = ToneTable(sampleRate: sampleRate)
    var samples: [Float] = []
    var tick: UInt16 = 0
    while samples.count < count {
      samples += ToneCode(clip: clip, channel: channel, tick: tick).waveform(tones: tones)
      tick &+= 1
    }
    return Array(samples.prefix(count))
  }

  /// The samples of the tick, from its click to the next.
  func waveform(tones: ToneTable) -> [Float] {
    let click = tones.slot / 60 + 1
    var samples = (0..<click).map { Self.clickLevel * Float(click - $0) / Float(click) }
    samples += Array(repeating: 0, count: tones.slot - click)
    for digit in digits { samples += tones.samples[digit] }
    samples += Array(repeating: 0, count: max(tones.slot * 10 - samples.count, 0))
    return samples
  }
}

/// The sixteen tones at a sample rate, 10 ms each, fading in and out within 1 ms.
struct ToneTable: Sendable {
  /// Samples of a tone.
  let slot: Int
  let samples: [[Float]]

  /// - Precondition: The rate is a multiple of 100, and at least 12 kHz.
  init(sampleRate: Int) {
    precondition(sampleRate >= 12000 && sampleRate % 100 == 0, "no tones at this rate")
    let slot = sampleRate / 100
    self.slot = slot
    samples = (0..<16).map { digit in
      let step = 2 * Double.pi * ToneCode.frequency(ofDigit: digit) / Double(sampleRate)
      return (0..<slot).map { index in
        let edge = min(Double(min(index, slot - 1 - index)) / (Double(slot) / 10), 1)
        return ToneCode.toneLevel * Float(edge * sin(step * Double(index)))
      }
    }
  }
}
