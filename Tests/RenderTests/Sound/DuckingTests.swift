import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

@Suite struct DuckingTests {
  @Test func `music is lowered while the voice sounds, and then returns`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let rate = 48_000
    // In seconds. The second pause is too short for a full release.
    let bursts = [(0.5, 0.8), (1.6, 1.8), (1.9, 2.1)]
    let voice = (0..<rate * 3).map { index -> Float in
      let time = Double(index) / Double(rate)
      return bursts.contains { $0.0 <= time && time < $0.1 } ? 0.125 : 0.001
    }
    let music = [Float](repeating: 0.5, count: rate * 3)
    try WaveFile.write([voice, voice], sampleRate: rate, to: folder.file("voice.wav"))
    try WaveFile.write([music, music], sampleRate: rate, to: folder.file("music.wav"))
    let range = TimeRange(start: .zero, duration: MediaTime(3))
    let tracks = try ["music", "voice"].map { name in
      try Track(
        id: Track.ID(name), mediaType: .audio,
        segments: [Segment(target: range, media: .init(asset: Asset.ID(name), source: range))])
    }
    let composition = Composition(
      assets: ["music", "voice"].map { Asset(id: $0, location: folder.file("\($0).wav").path) },
      tracks: tracks,
      audioMix: [
        AudioMixParameters(
          track: "music",
          ducking: Ducking(
            under: "voice", gain: 0.25, attack: MediaTime(1, over: 5),
            release: MediaTime(2, over: 5)))
      ])
    let output = folder.file("mix.wav").path
    try await ExportSession(composition).export(to: output, as: .wav)
    let mix = try await RawAudio.read(URL(fileURLWithPath: output)).channels[0]
    for (index, sample) in mix.enumerated() {
      let time = Double(index) / Double(rate)
      let gain: Double =
        switch time {
        case ..<0.3: 1.0
        case ..<0.5: 1 - 0.75 * (time - 0.3) / 0.2
        case ..<0.8: 0.25
        case ..<1.2: 0.25 + 0.75 * (time - 0.8) / 0.4
        case ..<1.4: 1.0
        case ..<1.6: 1 - 0.75 * (time - 1.4) / 0.2
        case ..<2.1: 0.25
        case ..<2.5: 0.25 + 0.75 * (time - 2.1) / 0.4
        default: 1.0
        }
      // To the step of a sample of 16 bits.
      let error = abs(Double(sample) - 0.5 * gain - Double(voice[index]))
      guard error > 5e-5 else { continue }
      Issue.record("sample \(index): \(sample), off by \(error)")
      return
    }
    #expect(mix.count == rate * 3)
  }
}
