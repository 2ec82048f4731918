import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

@Suite struct FadeTests {
  /// At 44,100 samples a second 1.5015 s are 66,216.15 samples: rounded to 66,216, they are shorter than
  /// both fades together.
  @Test(arguments: [(44_100, 15_015), (44_100, 15_017), (48_000, 15_015), (44_100, 1_001)])
  func `a segment as long as its fades starts and ends in silence`(
    rate: Int, tenThousandths: Int64
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let length = MediaTime(tenThousandths, over: 10_000), half = length / MediaTime(2)
    let tone = [Float](repeating: 0.5, count: rate * 3)
    try WaveFile.write([tone, tone], sampleRate: rate, to: folder.file("tone.wav"))
    let composition = Composition(
      render: RenderSettings(sampleRate: rate),
      assets: [Asset(id: "tone", location: folder.file("tone.wav").path)],
      tracks: [
        try Track(
          id: "a", mediaType: .audio,
          segments: [
            Segment(
              target: TimeRange(start: .zero, duration: length),
              media: .init(
                asset: "tone", source: TimeRange(start: .zero, duration: length),
                fadeIn: .init(half), fadeOut: .init(half)))
          ])
      ])
    let output = folder.file("mix.wav").path
    try await ExportSession(composition).export(to: output, as: .wav)
    let mix = try await RawAudio.read(URL(fileURLWithPath: output)).channels[0]
    let middle = Double(rate) * half.seconds
    for (index, sample) in mix.enumerated() {
      let expected = 0.5 * max(0, 1 - abs(Double(index) - middle) / middle)
      // Each fade may be half a sample shorter.
      #expect(abs(Double(sample) - expected) < 0.5 / middle + 1e-4, "sample \(index)")
      if abs(Double(sample) - expected) >= 0.5 / middle + 1e-4 { break }
    }
  }
}
