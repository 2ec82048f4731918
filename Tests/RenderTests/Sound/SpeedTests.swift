import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Sound played faster and slower.
@Suite struct SpeedTests {
  private static let rate = 48_000.0

  private func file(
    _ seconds: Double, in folder: TemporaryDirectory, _ sample: (Double) -> Double
  ) throws -> URL {
    let samples = (0..<Int(seconds * Self.rate)).map { Float(sample(Double($0) / Self.rate)) }
    let url = folder.file("sound.wav")
    try WaveFile.write([samples, samples], sampleRate: Int(Self.rate), to: url)
    return url
  }

  private func composition(
    _ file: URL, _ source: TimeRange, speed: MediaTime, _ pitch: Segment.Pitch
  ) throws -> Composition {
    Composition(
      assets: [Asset(id: "a", location: file.path)],
      tracks: [
        try Track(
          id: "s", mediaType: .audio,
          segments: [
            Segment(
              target: TimeRange(start: .zero, duration: source.duration / speed),
              media: .init(asset: "a", source: source, pitch: pitch))
          ])
      ])
  }

  @Test(arguments: ["1/32", "1/7", "4/5", "1001/1000", "5/4", "3", "32"])
  func `varispeed moves each sample to its exact time`(speed: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let speed = try #require(MediaTime(speed))
    let start = MediaTime(1, over: 10), duration = max(MediaTime(1, over: 20), speed / MediaTime(5))
    // At 32 times the speed, this is the highest remaining tone.
    let tone = 440.0
    let file = try file(0.3 + duration.seconds, in: folder) { time in
      0.5 * sin(2 * .pi * tone * (time - start.seconds))
    }
    let edit = try composition(
      file, TimeRange(start: start, duration: duration), speed: speed, .varispeed)
    let heard = try await Rendering(edit).sound.channels[0]
    #expect(heard.count == Int((edit.duration * 48_000).rounded(in: MediaTime(1))))
    let fit = SineFit(heard, frequency: tone * speed.seconds / Self.rate, leavingOut: 100)
    #expect(abs(fit.amplitude - 0.5) < 0.0005)
    #expect(abs(fit.delay) < 0.01, "late by \(fit.delay) samples")
    #expect(fit.residue < -90)
  }

  @Test func `a seek within varispeed gives the same samples as a full render`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var random = SeededGenerator(seed: 3)
    let file = try file(3, in: folder) { _ in Double.random(in: -0.5...0.5, using: &random) }
    let edit = try composition(
      file, TimeRange(start: MediaTime(1, over: 7), end: MediaTime(3)),
      speed: MediaTime(7, over: 5),
      .varispeed)
    let whole = try await Rendering(edit).sound.channels[0]
    let part = try await Rendering(
      edit, range: TimeRange(start: MediaTime(1), end: MediaTime(3, over: 2))
    ).sound.channels[0]
    #expect(part == Array(whole[48_000..<72_000]))
  }

  @Test(arguments: ["1/2", "4/5", "99/100", "5/4", "2"])
  func `with kept pitch, sound is on time overall`(
    speed: String
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let speed = try #require(MediaTime(speed))
    var random = SeededGenerator(seed: 8)
    // Noise that swells twice a second.
    let file = try file(12, in: folder) { time in
      (1 + cos(2 * .pi * 2 * time)) / 2 * Double.random(in: -0.5...0.5, using: &random)
    }
    let edit = try composition(
      file, TimeRange(start: MediaTime(1), end: MediaTime(11)), speed: speed, .preserved)
    let heard = try await Rendering(edit).sound.channels[0]
    #expect(heard.count == Int((edit.duration * 48_000).rounded(in: MediaTime(1))))
    // The phase of the swelling, over its middle 16 periods.
    let step = 2 * Double.pi * 2 * speed.seconds / Self.rate, period = 2 * Double.pi / step
    let first = Int(2 * period), last = Int(18 * period)
    var (real, imaginary) = (0.0, 0.0)
    for index in first..<last {
      let power = Double(heard[index]) * Double(heard[index])
      real += power * cos(step * Double(index))
      imaginary += power * sin(step * Double(index))
    }
    let late = atan2(imaginary, real) / step / Self.rate
    #expect(abs(late) < 0.005, "late by \(late) s")
  }

  @Test(arguments: ["1/32", "32"])
  func `the pitch is kept at the ends of the range`(speed: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let speed = try #require(MediaTime(speed)), tone = 880.0
    let source = max(MediaTime(1, over: 5), speed / MediaTime(2))
    let file = try file(1 + source.seconds, in: folder) { 0.5 * sin(2 * .pi * tone * $0) }
    let edit = try composition(
      file, TimeRange(start: MediaTime(1, over: 2), duration: source), speed: speed, .preserved)
    let heard = try await Rendering(edit).sound.channels[0]
    let crossings = zip(heard, heard.dropFirst()).count { $0 < 0 && $1 >= 0 }
    let frequency = Double(crossings) / (Double(heard.count) / Self.rate)
    #expect(abs(frequency / tone - 1) < 0.05, "\(frequency) Hz")
  }
}
