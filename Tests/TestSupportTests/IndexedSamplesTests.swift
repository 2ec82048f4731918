import TestSupport
import Testing

@Suite struct IndexedSamplesTests {
  private func sound(clip: Int, _ indices: Range<Int>, gain: Float = 1) -> [[Float]] {
    let samples = indices.map { IndexedSamples.sample(clip: clip, index: $0) }
    return [
      samples.map { Float($0.left) / 32768 * gain }, samples.map { Float($0.right) / 32768 * gain },
    ]
  }

  @Test func `samples read back`() {
    let audio = RawAudio(sampleRate: 48000, channels: sound(clip: 5, 100..<5000))
    #expect(audio.sampleRuns == [SampleRun(clip: 5, output: 0..<4900, source: 100)])
  }

  @Test func `a cut, a repetition and silence are detected`() {
    let parts = [
      sound(clip: 1, 0..<100), sound(clip: 2, 700..<800), sound(clip: 2, 799..<810),
      [Array(repeating: 0, count: 10), Array(repeating: 0, count: 10)], sound(clip: 1, 100..<120),
    ]
    let audio = RawAudio(
      sampleRate: 48000, channels: (0..<2).map { channel in parts.flatMap { $0[channel] } })
    #expect(
      audio.sampleRuns == [
        SampleRun(clip: 1, output: 0..<100, source: 0),
        SampleRun(clip: 2, output: 100..<200, source: 700),
        SampleRun(clip: 2, output: 200..<211, source: 799),
        SampleRun(clip: 1, output: 221..<241, source: 100),
      ])
  }

  @Test(arguments: [Float(0.5), 0.999, -1])
  func `a gain makes nearly everything unreadable`(gain: Float) {
    let audio = RawAudio(sampleRate: 48000, channels: sound(clip: 1, 0..<2000, gain: gain))
    #expect(audio.sampleRuns.allSatisfy { $0.output.count < 4 })
    #expect(audio.sampleRuns.count < 200)
  }

  @Test func `swapped channels are unreadable`() {
    let audio = RawAudio(
      sampleRate: 48000, channels: sound(clip: 1, 0..<2000).reversed())
    #expect(audio.sampleRuns.allSatisfy { $0.output.count < 4 })
  }
}
