import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// A limiter's gain follows its stated rules for any peaks.
@Suite struct PeakLimiterTests {
  private static let interval = MediaTime(48, over: 48_000)

  private func randomPeaks(_ seed: UInt64) -> [Float] {
    var random = SeededGenerator(seed: seed), level: Float = 0.1
    return (0..<3000).map { _ in
      if Int.random(in: 0..<40, using: &random) == 0 { level = .random(in: 0...2, using: &random) }
      if Int.random(in: 0..<200, using: &random) == 0 { level = 0 }
      return level * .random(in: 0.5...1, using: &random)
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `no peak exceeds the ceiling, and lower peaks are not limited`(seed: UInt64) {
    let peaks = randomPeaks(seed), amplification = [0.5, 1, 3][Int(seed % 3)]
    let gain = PeakLimiter(peaks: peaks, interval: Self.interval).gain(amplifying: amplification)
    var index = -1
    for (place, peak) in peaks.enumerated() {
      // Both ends and the middle of an interval; gains are straight lines between them.
      for half in 0...2 {
        let time = Self.interval * place + Self.interval * half / MediaTime(2)
        let value = gain.value(at: time) ?? amplification
        #expect(value * Double(peak) <= PeakLimiter.ceiling * 1.0003, "\(place)")
        #expect(value <= amplification)
      }
      if Double(peak) * amplification > PeakLimiter.ceiling { index = place }
      // A second after the last peak above the ceiling, the gain is back to its full value.
      let isFree = index < 0 || place - index > 1000
      let isBeforeNext = peaks[place..<min(peaks.count, place + 20)].allSatisfy {
        Double($0) * amplification <= PeakLimiter.ceiling
      }
      if isFree, isBeforeNext {
        #expect(
          abs((gain.value(at: Self.interval * place) ?? amplification) - amplification) < 0.011)
      }
    }
  }

  @Test func `a gain without limited peaks is constant`() {
    let limiter = PeakLimiter(peaks: [0.1, 0.5, 0.2], interval: Self.interval)
    #expect(limiter.gain(amplifying: 1.5) == AnimatedValue(1.5))
    #expect(abs(limiter.highestAmplification - PeakLimiter.ceiling / 0.5) < 1e-9)
  }

  @Test func `the limiter lowers in five milliseconds, holds for ten, and releases`() {
    var peaks = Array(repeating: Float(0.1), count: 2000)
    peaks[1000] = 2
    let limiter = PeakLimiter(peaks: peaks, interval: Self.interval)
    let gain = limiter.gain(amplifying: 1)
    func level(_ index: Int) -> Double { gain.value(at: Self.interval * index) ?? 1 }
    let low = PeakLimiter.ceiling / 2
    #expect(level(900) == 1 && level(993) > 0.98)
    #expect(abs(level(1000) - low) < 0.01 && abs(level(1009) - low) < 0.01)
    // An exponential of 120 ms, from the end of the hold on.
    #expect(abs(level(1130) - (1 - (1 - low) * exp(-1))) < 0.03)
    #expect(level(1999) > 0.98)
  }
}
