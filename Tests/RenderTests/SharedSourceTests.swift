import Cutaway
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Tracks that play the same media at the same time are read once, with the same result.
@Suite(.serialized) struct SharedSourceTests {
  private static let frame = MediaTime(1, over: 30), length = 90
  private static let size = (width: 320, height: 180)
  private static let media = [
    TestMedia(
      video: .init(frameCount: 120, keyFrameInterval: 40, clip: 41),
      audio: .init(codec: .aac, sound: .indexed, duration: MediaTime(4), clip: 41)),
    TestMedia(
      .mkv, video: .init(frameRate: .pal25, frameCount: 100, keyFrameInterval: 50, clip: 42),
      audio: .init(codec: .flac, sound: .indexed, duration: MediaTime(4), clip: 42)),
  ]

  /// Tracks with the same random cuts, each with its own transform, opacity and volume.
  ///
  /// All use one location of a file, or each its own.
  private func composition(seed: UInt64, isShared: Bool) async throws -> Composition {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...4, using: &random)
    var assets: [Asset] = []
    for copy in 0..<(isShared ? 1 : count) {
      for (index, file) in Self.media.enumerated() {
        let url = try await file.file(), detour = String(repeating: "/.", count: copy)
        let path = url.deletingLastPathComponent().path + detour + "/" + url.lastPathComponent
        assets.append(Asset(id: "\(copy)-\(index)", location: path))
      }
    }
    let cuts = randomCuts(using: &random)
    var tracks: [Track] = [], mixes: [AudioMixParameters] = [], layers: [Layer] = []
    for number in 0..<count {
      let segments = cuts.map { cut in
        Segment(
          target: cut.target,
          media: cut.asset.map {
            .init(asset: "\(isShared ? 0 : number)-\($0)", source: cut.source)
          })
      }
      tracks.append(try Track(id: "v\(number)", mediaType: .video, segments: segments))
      tracks.append(try Track(id: "s\(number)", mediaType: .audio, segments: segments))
      layers.append(try randomLayer("v\(number)", using: &random))
      mixes.append(try randomMix("s\(number)", using: &random))
    }
    return Composition(
      render: RenderSettings(
        size: PixelSize(width: Self.size.width, height: Self.size.height),
        frameDuration: Self.frame),
      assets: assets, tracks: tracks,
      instructions: [
        Instruction(
          range: TimeRange(start: .zero, duration: Self.frame * Self.length), layers: layers)
      ],
      audioMix: mixes)
  }

  private struct Cut {
    var target: TimeRange
    var source: TimeRange
    var asset: Int?
  }

  private func randomCuts(using random: inout SeededGenerator) -> [Cut] {
    var cuts: [Cut] = [], start = 0
    while start < Self.length {
      let end = min(Self.length, start + Int.random(in: 5...40, using: &random))
      let from = Int.random(in: 0...(115 - (end - start)), using: &random)
      cuts.append(
        Cut(
          target: TimeRange(start: Self.frame * start, end: Self.frame * end),
          source: TimeRange(start: Self.frame * from, duration: Self.frame * (end - start)),
          asset: [0, 1, 0, 1, nil].randomElement(using: &random)!))
      start = end
    }
    // A track does not end with an empty segment.
    cuts[cuts.count - 1].asset = 0
    return cuts
  }

  private func randomLayer(
    _ track: Track.ID, using random: inout SeededGenerator
  ) throws -> Layer {
    let scale = Double.random(in: 0.3...1.2, using: &random)
    let shift = Double.random(in: -80...80, using: &random)
    let matrix = TransformMatrix(a: scale, b: 0, c: 0, d: scale, tx: shift, ty: shift / 2)
    return Layer(
      track: track, transform: AnimatedValue(LayerTransform(matrix)),
      opacity: try randomRamp(0.2...0.9, using: &random))
  }

  /// A ramp, or a constant volume; also 0, at which GStreamer's `volume` marks buffers as gaps.
  private func randomMix(
    _ track: Track.ID, using random: inout SeededGenerator
  ) throws -> AudioMixParameters {
    var mix = AudioMixParameters(track: track)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: mix.volume = AnimatedValue(0)
    case 1: mix.volume = AnimatedValue(0.3)
    case 2: mix.volume = try randomRamp(0...0, using: &random)
    default: mix.volume = try randomRamp(0.1...0.4, using: &random)
    }
    if Bool.random(using: &random) { mix.pan = try randomRamp(-1...1, using: &random) }
    return mix
  }

  private func randomRamp(
    _ values: ClosedRange<Double>, using random: inout SeededGenerator
  ) throws -> AnimatedValue<Double> {
    let range = TimeRange(start: .zero, duration: Self.frame * Self.length)
    return try AnimatedValue(entries: [
      .ramp(
        .init(
          over: range, from: .random(in: values, using: &random),
          to: .random(in: values, using: &random)))
    ])
  }

  private func translation(seed: UInt64, isShared: Bool) async throws -> Translation {
    let composition = try await composition(seed: seed, isShared: isShared)
    let catalog = await MediaCatalog(of: composition)
    return try Translation(.knowing(composition, catalog.descriptions))
  }

  private func sourceCount(_ graph: PipelineGraph) -> Int {
    graph.elements.count { $0.factory == "tracksrc" && $0.name != "background" }
  }

  @Test(arguments: UInt64(0)..<12)
  func `one shared source gives the same frames as several`(seed: UInt64) async throws {
    let shared = try await translation(seed: seed, isShared: true)
    let apart = try await translation(seed: seed, isShared: false)
    let count = apart.resolved.composition.tracks.count
    // A silenced track has its own source, unless it is the only one.
    let mixes = shared.resolved.composition.audioMix
    let silenced = mixes.count { $0.volume == AnimatedValue(0) }
    let sounds = silenced + (silenced < mixes.count ? 1 : 0)
    #expect(sourceCount(shared.graph(to: .raw(video: "", audio: ""))) == 1 + sounds)
    #expect(sourceCount(apart.graph(to: .raw(video: "", audio: ""))) == count)
    let (one, several) = (try await Rendering(shared), try await Rendering(apart))
    #expect(one.frames.count == Self.length)
    #expect(one.frames.map(\.bytes) == several.frames.map(\.bytes))
    #expect(one.sound.channels == several.sound.channels)
    #expect(one.frames.contains { !$0.isBlack })
    let isHeard = mixes.contains { !$0.volume.isAlways(0) }
    #expect(one.sound.channels[0].contains { $0 != 0 } == isHeard)
  }

  @Test(arguments: UInt64(20)..<23)
  func `seeks reach all branches`(seed: UInt64) async throws {
    let linear = try await Rendering(translation(seed: seed, isShared: false)).frames
    let shared = try await translation(seed: seed, isShared: true)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.file("frames").path
    let sink = "video/x-raw,format=I420 ! filesink location=\(path)"
    let graph = shared.graph(to: SinkOutput(videoSink: sink, audioSink: nil))
    var random = SeededGenerator(seed: seed)
    try await Screening.show(graph, writing: path, width: Self.size.width, height: Self.size.height)
    {
      screening in
      for _ in 0..<20 {
        let start = Int.random(in: 0..<Self.length, using: &random)
        let end = Int.random(in: start + 1...min(start + 12, Self.length), using: &random)
        let (first, last) = (Self.frame * start, Self.frame * end)
        let isBackward = Bool.random(using: &random)
        let shown = try await screening.frames(
          isBackward ? .init(from: last, until: first, rate: -1) : .init(from: first, until: last))
        let expected = linear[start..<end].map(\.bytes)
        #expect(
          shown.map(\.bytes) == (isBackward ? expected.reversed() : expected),
          "\(start)..<\(end), \(isBackward ? "backwards" : "forwards")")
      }
    }
  }
}
