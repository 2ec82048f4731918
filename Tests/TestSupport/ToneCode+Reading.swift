import Foundation

/// A tick found in a piece of sound.
public struct ToneReading: Sendable, Hashable {
  public var code: ToneCode
  /// The position of its click: an index of the samples that were read, negative if only the tail
  /// of the click is among them.
  public var position: Int
  /// Its level: 1 as written.
  public var gain: Float
  /// The difference from an index to the sample of the clip: output `n` is source `n + offset`.
  public var offset: Int
}

extension ToneCode {
  /// Finds all ticks whose first tenth of a second is whole.
  ///
  /// The position is exact in lossless sound, and within a fraction of a millisecond after a lossy
  /// codec. Two ticks on top of each other read as neither.
  public static func read(_ samples: [Float], sampleRate: Int) -> [ToneReading] {
    var readings: [ToneReading] = []
    var reader = ToneReader(samples: samples, sampleRate: sampleRate)
    while let reading = reader.next() { readings.append(reading) }
    return readings
  }

  /// Finds the first tick.
  public static func firstClick(in samples: [Float], sampleRate: Int) -> ToneReading? {
    var reader = ToneReader(samples: samples, sampleRate: sampleRate)
    return reader.next()
  }
}

/// Walks over sound from click to click.
private struct ToneReader {
  let samples: [Float]
  let sampleRate: Int
  let tones: ToneTable
  let turns: [(cos: [Float], sin: [Float])]
  /// One sample in so many is enough to tell pitches below 5 kHz apart.
  let step: Int
  var position = 0

  init(samples: [Float], sampleRate: Int) {
    self.samples = samples
    self.sampleRate = sampleRate
    let tones = ToneTable(sampleRate: sampleRate)
    self.tones = tones
    step = max(sampleRate / 16000, 1)
    turns = (0..<16).map { digit in
      let step = 2 * Double.pi * ToneCode.frequency(ofDigit: digit) / Double(sampleRate)
      let angles = (0..<tones.slot).map { step * Double($0) }
      return (angles.map { Float(cos($0)) }, angles.map { Float(sin($0)) })
    }
  }

  mutating func next() -> ToneReading? {
    while position + tones.slot * 10 <= samples.count {
      guard isClick(position), let code = code(at: position),
        let (place, gain) = refined(code, near: position)
      else {
        position += 1
        continue
      }
      position += tones.slot * 9
      return ToneReading(
        code: code, position: place, gain: gain,
        offset: Int(code.tick) * tones.slot * 10 - place)
    }
    return nil
  }

  /// Whether a sample is a peak with silence after it.
  private func isClick(_ at: Int) -> Bool {
    let level = abs(samples[at])
    guard level > 0.004 else { return false }
    for index in max(at - 8, 0)..<at where abs(samples[index]) > level { return false }
    for index in at + 1..<at + 9 where abs(samples[index]) >= level { return false }
    for index in at + tones.slot / 10..<at + tones.slot * 8 / 10
    where abs(samples[index]) > level * 0.5 {
      return false
    }
    return true
  }

  private func code(at click: Int) -> ToneCode? {
    var digits: [Int] = []
    for slot in 1...9 {
      let powers = (0..<16).map { power(of: $0, at: click + slot * tones.slot) }
      guard let best = powers.indices.max(by: { powers[$0] < powers[$1] }) else { return nil }
      let next = powers.indices.lazy.filter { $0 != best }.map { powers[$0] }.max() ?? 0
      guard powers[best] > 1.2 * next else { return nil }
      digits.append(best)
    }
    return ToneCode(digits: digits)
  }

  /// The power of a pitch in the middle eight tenths of a slot.
  private func power(of digit: Int, at start: Int) -> Float {
    var (real, imaginary): (Float, Float) = (0, 0)
    for index in stride(from: tones.slot / 10, to: tones.slot * 9 / 10, by: step) {
      let sample = samples[start + index]
      real += sample * turns[digit].cos[index]
      imaginary += sample * turns[digit].sin[index]
    }
    return real * real + imaginary * imaginary
  }

  /// The position within 1 ms at which the tick fits best, and its level; `nil` if the sound
  /// there is mostly different.
  private func refined(_ code: ToneCode, near click: Int) -> (position: Int, gain: Float)? {
    let pattern = code.waveform(tones: tones).prefix(tones.slot * 3)
    let energy = pattern.reduce(0) { $0 + $1 * $1 }
    var best: (position: Int, gain: Float) = (click, -1)
    let reach = tones.slot / 10
    for place in click - reach...click + reach where place + pattern.count <= samples.count {
      // A window may start within a click.
      let cut = max(-place, 0)
      var rest = energy
      for index in 0..<cut { rest -= pattern[index] * pattern[index] }
      var sum: Float = 0
      for index in cut..<pattern.count { sum += pattern[index] * samples[place + index] }
      if sum / rest > best.gain { best = (place, sum / rest) }
    }
    let whole = max(best.position, 0)..<best.position + pattern.count
    let found = samples[whole].reduce(0) { $0 + $1 * $1 }
    guard best.gain > 0, best.gain * best.gain * energy > 0.6 * found else { return nil }
    return best
  }
}
