import Cutaway
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

@Suite struct MixTests {
  private static let rate = 48_000

  /// A second and a half of a constant in each channel.
  private static func constant(_ levels: [Double], in folder: TemporaryDirectory, _ name: String)
    throws -> Asset
  {
    let channels = levels.map { [Float](repeating: Float($0), count: rate * 3 / 2) }
    let url = folder.file("\(name).wav")
    try WaveFile.write(channels, sampleRate: rate, to: url)
    return Asset(id: Asset.ID(name), location: url.path)
  }

  /// Random volumes, pans and fades.
  private static func randomMix(
    of assets: [Asset], seed: UInt64
  ) throws -> Composition {
    var random = SeededGenerator(seed: seed)
    func time(_ range: ClosedRange<Int>) -> MediaTime {
      MediaTime(Int64(Int.random(in: range, using: &random)), over: 7_000)
    }
    func easing() -> Easing { Bool.random(using: &random) ? .linear : .sine }
    var composition = Composition(assets: assets)
    composition.render.sampleRate = rate
    for (index, asset) in assets.enumerated() {
      var segments: [Segment] = [], end = MediaTime.zero
      for _ in 0..<4 {
        if Bool.random(using: &random) {
          let hole = time(1...900)
          segments.append(Segment(target: TimeRange(start: end, duration: hole)))
          end = end + hole
        }
        let length = time(700...2_500)
        var media = Segment.Media(
          asset: asset.id, source: TimeRange(start: time(0...1_000), duration: length))
        if Bool.random(using: &random) { media.volume = Double.random(in: 0...1, using: &random) }
        if Bool.random(using: &random) { media.fadeIn = .init(time(1...300), easing: easing()) }
        if Bool.random(using: &random) { media.fadeOut = .init(time(1...300), easing: easing()) }
        segments.append(
          Segment(target: TimeRange(start: end, duration: length), media: media))
        end = end + length
      }
      var track = try Track(id: "t\(index)", mediaType: .audio, segments: segments)
      track.preferredVolume = Double.random(in: 0...1, using: &random)
      composition.tracks.append(track)
      func values(_ bounds: ClosedRange<Double>) throws -> AnimatedValue<Double> {
        var value = AnimatedValue<Double>()
        var place = time(0...500)
        while place < end - MediaTime(1, over: 5) {
          let range = TimeRange(start: place, duration: time(1...1_200))
          place = range.end + time(1...400)
          try value.add(
            .ramp(
              .init(
                over: TimeRange(start: range.start, end: min(range.end, end)),
                from: Double.random(in: bounds, using: &random),
                to: Double.random(in: bounds, using: &random),
                easing: bounds.lowerBound < 0 ? .linear : easing())))
        }
        return value
      }
      composition.audioMix.append(
        AudioMixParameters(
          track: track.id, volume: try values(0...1.5), pan: try values(-1...1)))
    }
    return composition
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a random mix equals the ideal one at each sample`(seed: UInt64) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let levels = [[0.25, 0.5], [-0.125, 0.25], [0.3, -0.2]]
    let assets = try levels.enumerated().map { index, levels in
      try Self.constant(levels, in: folder, "c\(index)")
    }
    let composition = try Self.randomMix(of: assets, seed: seed)
    let reference = SoundReference(
      composition: composition,
      levels: Dictionary(uniqueKeysWithValues: zip(assets.map(\.id), levels)))
    let ideal = reference.mix(), sound = try await Rendering(composition).sound
    #expect(sound.count == ideal[0].count)
    for channel in 0..<2 {
      let errors = zip(sound.channels[channel], ideal[channel]).map { abs(Double($0) - $1) }
      let worst = errors.max() ?? 1
      // -90 dB.
      #expect(worst < 3.2e-5, "channel \(channel), sample \(errors.firstIndex(of: worst) ?? -1)")
    }
    #expect(ideal[0].contains { abs($0) > 0.05 })
  }

  @Test func `a range of a mix has the same samples as the whole mix`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let assets = try [[0.25, 0.5], [0.4, -0.2]].enumerated().map { index, levels in
      try Self.constant(levels, in: folder, "c\(index)")
    }
    let composition = try Self.randomMix(of: assets, seed: 77)
    let whole = try await Rendering(composition).sound
    try #require(whole.count > 19_200)
    // A start on a sample, inside fades and ramps.
    let range = TimeRange(start: MediaTime(10_007, over: 48_000), end: MediaTime(2, over: 5))
    let part = try await Rendering(composition, range: range).sound
    for channel in 0..<2 {
      #expect(part.channels[channel] == Array(whole.channels[channel][10_007..<19_200]))
    }
  }

  @Test func `a muted track is silent, and a solo silences the others`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let levels = [0.5, 0.25, 0.125]
    var composition = Composition()
    for (index, level) in levels.enumerated() {
      let asset = try Self.constant([level, level], in: folder, "c\(index)")
      composition.assets.append(asset)
      composition.tracks.append(
        try Track(
          id: "c\(index)", mediaType: .audio,
          segments: [
            Segment(
              target: TimeRange(start: .zero, duration: MediaTime(1, over: 10)),
              media: .init(
                asset: asset.id, source: TimeRange(start: .zero, end: MediaTime(1, over: 10))))
          ]))
    }
    func level(_ mix: [AudioMixParameters]) async throws -> Set<Float> {
      composition.audioMix = mix
      let sound = try await Rendering(composition).sound
      #expect(sound.count == 4_800)
      return Set(sound.channels[0])
    }
    #expect(try await level([]) == [0.875])
    #expect(try await level([.init(track: "c0", isMuted: true)]) == [0.375])
    #expect(try await level([.init(track: "c1", isSolo: true)]) == [0.25])
    #expect(
      try await level([.init(track: "c1", isSolo: true), .init(track: "c2", isSolo: true)])
        == [0.375])
    // A muted solo track is silent and does not silence others.
    #expect(try await level([.init(track: "c1", isMuted: true, isSolo: true)]) == [0.625])
    let all = ["c0", "c1", "c2"].map { AudioMixParameters(track: $0, isMuted: true) }
    #expect(try await level(all) == [0])
  }
}
