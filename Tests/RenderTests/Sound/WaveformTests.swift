import Cutaway
import CutawayFile
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Waveforms of known sounds.
@Suite(.serialized) struct WaveformTests {
  private static let rate = 44_100

  private func read(_ text: String, in folder: TemporaryDirectory) throws -> Composition {
    let head = "cutaway: 1\nrender: {size: [160, 90], frameRate: 25}\n"
    return try CompositionDocument(reading: head + text, file: "f", directory: folder.url.path)
      .composition
  }

  private func random(_ seconds: Int, seed: UInt64) -> [[Float]] {
    var random = SeededGenerator(seed: seed)
    return (0..<2).map { _ in
      (0..<seconds * Self.rate).map { _ in Float.random(in: -0.9...0.9, using: &random) }
    }
  }

  /// The largest samples of intervals that are a fraction of seconds, in 255ths of the largest of all.
  ///
  /// - Parameters:
  ///   - samples: The samples of each channel.
  ///   - interval: The numerator and the denominator of the interval.
  ///   - count: The number of intervals.
  /// - Returns: The levels, and the largest sample.
  private func levels(
    of samples: [[Float]], per interval: (Int, Int), count: Int
  ) -> (parts: [UInt8], peak: Float) {
    var peaks = [Float](repeating: 0, count: count)
    for channel in samples {
      for (index, sample) in channel.enumerated() {
        let number = index * interval.1 / (Self.rate * interval.0)
        if number < count { peaks[number] = max(peaks[number], abs(sample)) }
      }
    }
    let peak = peaks.max() ?? 0
    return (peaks.map { UInt8(($0 / peak * 255).rounded()) }, peak)
  }

  @Test func `the levels of an asset are those of its samples, from source on and at its speed`()
    async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let samples = random(2, seed: 1)
    try WaveFile.write(samples, sampleRate: Self.rate, to: folder.file("a.wav"))
    let composition = try read(
      """
      assets: {a: a.wav, black: {color: black}}
      tracks: [{id: v, type: video, segments: [{asset: black, duration: 3}]}]
      overlays:
        - {waveform: a, window: 0.5, bars: 7}
        - {waveform: a, window: 0.5, bars: 7, source: [0.3, 1.7], speed: 1.5}
        - {waveform: a, window: 2, bars: 10, range: [0, 0.5]}
      """, in: folder)
    let shown = try await composition.prepared().composition.overlays.flatMap(\.waveforms)
    let all = levels(of: samples, per: (1, 14), count: 28)
    #expect(shown[0].levels?.parts == all.parts)
    #expect(shown[0].levels?.peak == Double(all.peak))
    // 1/14 s of the layer are 3/28 s of the sound.
    let part = samples.map { Array($0[13_230..<74_970]) }
    #expect(shown[1].levels?.parts == levels(of: part, per: (3, 28), count: 14).parts)
    // Only what can be visible is read: half a second, and a second and a half frame before its end.
    let start = try #require(shown[2].levels?.parts)
    #expect(start.count == 8)
  }

  @Test func `tracks are as loud as in the mix, and the mix has all`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    func tone(_ level: Double) -> [Float] {
      (0..<Self.rate).map { Float(level * sin(2 * .pi * 441 * Double($0) / Double(Self.rate))) }
    }
    try WaveFile.write([tone(0.8)], sampleRate: Self.rate, to: folder.file("a.wav"))
    try WaveFile.write([tone(0.5)], sampleRate: Self.rate, to: folder.file("b.wav"))
    let composition = try read(
      """
      assets: {a: a.wav, b: b.wav, black: {color: black}}
      tracks:
        - {id: v, type: video, segments: [{asset: black, duration: 3}]}
        - {id: one, type: audio, segments: [{asset: a, source: [0, 1], at: 1}]}
        - {id: two, type: audio, segments: [{asset: b, source: [0, 1]}]}
        - {id: off, type: audio, segments: [{asset: a, source: [0, 1]}]}
      audioMix: [{track: one, volume: 0.5}, {track: off, mute: true}]
      overlays:
        - {waveform: {track: one}, window: 2, bars: 20}
        - {waveform: {track: two}, window: 2, bars: 20}
        - {waveform: true, window: 2, bars: 20}
      """, in: folder)
    let shown = try await composition.prepared().composition.overlays.flatMap(\.waveforms)
    func levels(_ index: Int) throws -> [Double] {
      let levels = try #require(shown[index].levels)
      return levels.parts.map { Double($0) / 255 * levels.peak }
    }
    // A sine of 100 samples has a sample at its maximum. The mix resamples to 48 kHz.
    let (one, two, mix) = (try levels(0), try levels(1), try levels(2))
    for part in 1..<9 {
      #expect(abs(one[10 + part] - 0.4) < 0.004 && one[part] == 0)
      #expect(abs(two[part] - 0.5) < 0.004)
      #expect(abs(mix[part] - 0.5) < 0.004 && abs(mix[10 + part] - 0.4) < 0.004)
    }
  }

  /// A composition of a sound and white bars over black, of which each has the width of ten columns and the duration
  /// of a frame.
  private func clicks(in folder: TemporaryDirectory) throws -> Composition {
    try read(
      """
      assets: {a: a.wav, black: {color: black}}
      tracks:
        - {id: v, type: video, segments: [{asset: black, duration: 3}]}
        - {id: s, type: audio, segments: [{asset: a, source: [0, 3]}]}
      overlays:
        - {waveform: a, window: 0.6, bars: 15, gap: 0.2, gain: 1, frame: [5, 0, 150, 90]}
      """, in: folder)
  }

  @Test func `a click is in the middle in exactly the frames in which it sounds`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    // At the first and the last sample of a frame, and between them.
    let places = [0, 1_764 * 10, 1_764 * 31 - 1, 1_764 * 50 + 700, 1_764 * 75 - 1]
    var samples = [Float](repeating: 0, count: 3 * Self.rate)
    for place in places { samples[place] = 1 }
    try WaveFile.write([samples], sampleRate: Self.rate, to: folder.file("a.wav"))
    let resolved = try await clicks(in: folder).prepared()
    let frames = try await Rendering(Translation(resolved)).frames
    #expect(frames.count == 75)
    let loud = Set(places.map { $0 / 1_764 })
    for (number, frame) in frames.enumerated() {
      // The bars around the middle are those of the frames before and after.
      for bar in -7...7 {
        let isLoud = loud.contains(number + bar)
        #expect((frame.planes[0][80 + 10 * bar, 10] > 200) == isLoud, "\(number), \(bar)")
      }
    }
    // Parts have the same frames.
    let range = TimeRange(start: MediaTime(1), duration: MediaTime(1))
    let part = try await Rendering(Translation(resolved, range: range)).frames
    #expect(part == Array(frames[25..<50]))
  }

  @Test func `a policy applies to the sound`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    try WaveFile.write([[0, 1]], sampleRate: Self.rate, to: folder.file("a.wav"))
    let composition = try read(
      """
      assets: {a: a.wav, black: {color: black}}
      tracks: [{id: v, type: video, segments: [{asset: black, duration: 3}]}]
      overlays: [{waveform: a}]
      """, in: folder)
    let error = await #expect(throws: PreparationError.self) {
      try await composition.prepared(policy: RenderPolicy())
    }
    #expect(error?.code == .refused)
    var policy = RenderPolicy()
    policy.folders = [folder.url.path]
    _ = try await composition.prepared(policy: policy)
  }

  @Test func `a picture has no waveform, and a missing sound leaves an empty layer`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    func composition(_ asset: String) throws -> Composition {
      try read(
        """
        assets: {a: \(asset), black: {color: black}}
        tracks: [{id: v, type: video, segments: [{asset: black, duration: 1}]}]
        overlays: [{waveform: a}]
        """, in: folder)
    }
    let error = await #expect(throws: PreparationError.self) {
      try await composition("{color: red}").prepared()
    }
    #expect(error?.message.contains("'a' has no sound") == true)
    let gap = try await composition("missing.wav").prepared(onMissing: .gap)
    #expect(gap.composition.overlays[0].content == .box)
  }
}
