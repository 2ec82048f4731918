import TestSupport
import Testing

@Suite struct ToneCodeTests {
  @Test(arguments: [16000, 44100, 48000, 96000])
  func `each tick reads back where it was written`(sampleRate: Int) {
    let samples = ToneCode.samples(clip: 77, channel: 1, sampleRate: sampleRate, count: sampleRate)
    let readings = ToneCode.read(samples, sampleRate: sampleRate)
    #expect(readings.map(\.code.tick) == Array(0..<10))
    #expect(readings.allSatisfy { $0.code.clip == 77 && $0.code.channel == 1 && $0.offset == 0 })
    #expect(readings.allSatisfy { abs($0.gain - 1) < 0.001 })
  }

  @Test(arguments: [0, 1, 479, 4801, 12345])
  func `a window identifies its first sample`(start: Int) throws {
    let samples = ToneCode.samples(clip: 2, channel: 0, sampleRate: 48000, count: 48000)
    let reading = try #require(
      ToneCode.firstClick(in: Array(samples[start..<start + 9600]), sampleRate: 48000))
    #expect(reading.offset == start)
  }

  @Test(arguments: [Float(1), 0.5, 0.05])
  func `a gain is measured`(gain: Float) throws {
    let samples = ToneCode.samples(clip: 2, channel: 0, sampleRate: 48000, count: 9600)
    let reading = try #require(
      ToneCode.firstClick(in: samples.map { $0 * gain }, sampleRate: 48000))
    #expect(abs(reading.gain / gain - 1) < 0.01)
  }

  @Test func `noise and silence have no ticks`() {
    var generator = SeededGenerator(seed: 3)
    let noise = (0..<48000).map { _ in Float.random(in: -1...1, using: &generator) }
    #expect(ToneCode.firstClick(in: noise, sampleRate: 48000) == nil)
    #expect(
      ToneCode.firstClick(in: Array(repeating: 0, count: 48000), sampleRate: 48000) == nil)
  }

  @Test func `two mixed clips read as neither`() {
    let one = ToneCode.samples(clip: 1, channel: 0, sampleRate: 48000, count: 48000)
    let two = ToneCode.samples(clip: 2, channel: 0, sampleRate: 48000, count: 48000)
    let mix = zip(one, two).map { $0 + $1 }
    #expect(ToneCode.firstClick(in: mix, sampleRate: 48000) == nil)
  }
}
