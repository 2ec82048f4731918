import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Sound of any rate and layout, at 48 kHz.
@Suite struct RateTests {
  private static let cases = [8_000, 16_000, 22_050, 44_100, 48_000, 96_000].flatMap { rate in
    [1, 2, 6, 8].map { (rate, $0) }
  }

  @Test(arguments: cases)
  func `resampling keeps the times and levels of tones and clicks`(rate: Int, channels: Int)
    async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let count = rate * 6 / 10, click = rate * 55 / 100
    let sound = (0..<channels).map { channel in
      (0..<count).map { index -> Float in
        if index >= rate / 2 { return index == click ? 0.5 : 0 }
        return Float(0.5 * sin(2 * .pi * tone(channel) * Double(index) / Double(rate)))
      }
    }
    let file = folder.file("sound.wav")
    try WaveFile.write(sound, sampleRate: rate, to: file)
    let range = TimeRange(start: .zero, end: MediaTime(6, over: 10))
    var composition = Composition(
      assets: [Asset(id: "a", location: file.path)],
      tracks: [
        try Track(
          id: "s", mediaType: .audio,
          segments: [Segment(target: range, media: .init(asset: "a", source: range))])
      ])
    composition.render.channels = channels
    let heard = try await Rendering(composition).sound
    try #require(heard.count == 28_800 && heard.channels.count == channels)
    for channel in 0..<channels {
      let fit = SineFit(
        Array(heard.channels[channel][..<24_000]), frequency: tone(channel) / 48_000,
        leavingOut: 2_400)
      #expect(abs(20 * log10(fit.amplitude / 0.5)) < 0.1)
      #expect(abs(fit.delay) < 0.5, "late by \(fit.delay) samples")
      #expect(fit.residue < -90)
      let rest = heard.channels[channel][25_000...]
      let peak = rest.indices.max { abs(rest[$0]) < abs(rest[$1]) }
      #expect(peak == Int((Double(click * 48_000) / Double(rate)).rounded()))
    }
  }

  private func tone(_ channel: Int) -> Double { 500 + 100 * Double(channel) }

  @Test func `channels are mixed down and up by the standard matrices`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("mono.wav")
    try WaveFile.write(
      [[Float](repeating: 0.25, count: 4_800)], sampleRate: 48_000, to: file)
    let range = TimeRange(start: .zero, end: MediaTime(1, over: 10))
    var composition = Composition(
      assets: [Asset(id: "a", location: file.path)],
      tracks: [
        try Track(
          id: "s", mediaType: .audio,
          segments: [Segment(target: range, media: .init(asset: "a", source: range))])
      ])
    // One channel plays unchanged on both sides.
    let stereo = try await Rendering(composition).sound
    #expect(stereo.channels.allSatisfy { $0.allSatisfy { $0 == 0.25 } })
    // Two equal channels become the same single one.
    let pair = folder.file("pair.wav")
    try WaveFile.write(
      [0.5, 0.25].map { [Float](repeating: $0, count: 4_800) }, sampleRate: 48_000, to: pair)
    composition.assets[0].location = pair.path
    composition.render.channels = 1
    let mono = try await Rendering(composition).sound
    #expect(mono.channels[0].allSatisfy { abs($0 - 0.375) < 1e-6 })
  }
}
