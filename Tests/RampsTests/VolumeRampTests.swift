import CutawayElementKit
import CutawayKeyframes
import CutawayRamps
import CutawayTime
import TestSupport
import Testing

@Suite struct VolumeRampTests {
  /// The output for `count` samples of 1 from sample `first`, in blocks of random sizes.
  private func gains(
    _ keyframes: String, from first: Int = 0, count: Int, rate: Int = 48_000, channels: Int = 2,
    seed: UInt64 = 1
  ) throws -> [Float] {
    let ramp = VolumeRamp { $0.keyframes = Shared(text: keyframes) }
    let format = AudioFormat(sampleRate: rate, channels: channels)
    var state = try ramp.makeState(for: format)
    var random = SeededGenerator(seed: seed)
    var result: [Float] = [], position = first
    while position < first + count {
      let size = min(Int.random(in: 1...3_000, using: &random), first + count - position)
      var samples = [Float](repeating: 1, count: size * channels)
      let time = Duration.nanoseconds(
        MediaTime(Int64(position), over: Int64(rate)).nanoseconds)
      if try !ramp.isIdle(from: time, count: size, state: &state) {
        var block = AudioBlock(format: format, time: time, samples: samples.mutableSpan)
        ramp.apply(to: &block, state: &state)
      }
      for frame in 0..<size {
        let channelGains = (0..<channels).map { samples[frame * channels + $0] }
        #expect(channelGains.allSatisfy { $0 == channelGains[0] })
        result.append(channelGains[0])
      }
      position += size
    }
    return result
  }

  @Test(arguments: [44_100, 48_000, 8_000])
  func `a ramp equals the ideal one at each sample`(rate: Int) throws {
    let measured = try gains("1/3..2/3=0>1; 5/6..1=1>0.25", count: rate * 12 / 10, rate: rate)
    for (index, gain) in measured.enumerated() {
      let time = Double(index) / Double(rate)
      let ideal: Double =
        switch time {
        case ..<(1 / 3): 1
        case ..<(2 / 3): (time - 1 / 3) * 3
        case ..<(5 / 6): 1
        case ..<1: 1 - (time - 5 / 6) * 6 * 0.75
        default: 0.25
        }
      #expect(abs(Double(gain) - ideal) < 1e-5, "sample \(index)")
    }
  }

  @Test func `a ramp ends exactly at its last sample`() throws {
    let measured = try gains("0=0.5; 1/100=0.25", count: 1_000)
    #expect(measured[479] == 0.5)
    #expect(measured[480] == 0.25)
  }

  @Test(arguments: 1...5)
  func `the block size changes nothing`(seed: UInt64) throws {
    let keyframes = "0=0.1; 0.01..0.09=0.1>2@easeInOut; 0.1=1"
    #expect(
      try gains(keyframes, count: 9_600, seed: seed) == gains(keyframes, count: 9_600, seed: 99))
  }

  @Test func `a seek into a ramp gives its values`() throws {
    let whole = try gains("0..1=0>1", count: 48_000)
    let part = try gains("0..1=0>1", from: 24_001, count: 2_000)
    #expect(Array(whole[24_001..<26_001]) == part)
  }
}
