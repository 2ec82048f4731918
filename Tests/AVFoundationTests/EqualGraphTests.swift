import AVFoundation
import Cutaway
import CutawayKeyframes
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// The same edit by classes and as a value of the model gives equal graphs.
struct EqualGraphTests {
  /// The graph without the names of assets.
  func graph(_ composition: Composition) async throws -> String {
    var composition = composition
    var names: [Asset.ID: Asset.ID] = [:]
    for (index, asset) in composition.assets.sorted(by: { $0.location < $1.location }).enumerated()
    {
      names[asset.id] = Asset.ID("asset\(index)")
    }
    composition.assets = composition.assets.sorted { $0.location < $1.location }.map {
      Asset(id: names[$0.id] ?? $0.id, location: $0.location)
    }
    for index in composition.tracks.indices {
      var segments = composition.tracks[index].segments
      for place in segments.indices {
        guard let media = segments[place].media else { continue }
        segments[place].media?.asset = names[media.asset] ?? media.asset
      }
      try composition.tracks[index].setSegments(segments)
    }
    let catalog = await MediaCatalog(of: composition)
    let resolved = try ResolvedComposition(composition, media: catalog.descriptions)
    return
      "\(try Translation(resolved).graph(to: SinkOutput(videoSink: "fakesink", audioSink: "fakesink")))"
  }

  @Test func `the same edit by classes and by values gives equal graphs`() async throws {
    let (a, b) = (try await Clips.film(1), try await Clips.film(2))
    let composition = AVMutableComposition()
    let (first, second) = (try composition.add(.video), try composition.add(.video))
    let sound = try composition.add(.audio)
    try first.insertTimeRange(f(0, 30), of: a.video(), at: .zero)
    try second.insertTimeRange(f(10, 40), of: b.video(), at: f(20))
    try sound.insertTimeRange(f(0, 50), of: a.audio(), at: .zero)
    let over = layer(first)
    over.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: f(20, 30))
    let under = layer(second, CGAffineTransform(translationX: 10, y: 5))
    let video = videoComposition([instruction(f(0, 50), [over, under])])
    let parameters = AVMutableAudioMixInputParameters(track: sound)
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: f(40, 50))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let classes = try Edit(composition, video, mix).composition

    func t(_ frames: Int64) -> MediaTime { MediaTime(frames, over: 30) }
    func r(_ from: Int64, _ to: Int64) -> TimeRange { TimeRange(start: t(from), end: t(to)) }
    var value = Composition(
      render: RenderSettings(size: PixelSize(width: 320, height: 180), frameDuration: t(1)))
    value.assets = [
      Asset(id: "a", location: a.url.path), Asset(id: "b", location: b.url.path),
    ]
    var (one, two, three) = (
      Track(id: "1", mediaType: .video), Track(id: "2", mediaType: .video),
      Track(id: "3", mediaType: .audio)
    )
    try one.insert(.init(asset: "a", source: r(0, 30)), at: .zero)
    try two.insert(.init(asset: "b", source: r(10, 40)), at: t(20))
    try three.insert(.init(asset: "a", source: r(0, 50)), at: .zero)
    value.tracks = [one, two, three]
    var opacity = AnimatedValue<Double>(), volume = AnimatedValue<Double>()
    try opacity.add(.ramp(.init(over: r(20, 30), from: 1, to: 0)))
    try volume.add(.ramp(.init(over: r(40, 50), from: 1, to: 0)))
    let moved = LayerTransform(TransformMatrix(a: 1, b: 0, c: 0, d: 1, tx: 10, ty: 5))
    value.instructions = [
      Instruction(
        range: r(0, 50),
        layers: [
          Layer(track: "1", opacity: opacity), Layer(track: "2", transform: AnimatedValue(moved)),
        ])
    ]
    value.audioMix = [AudioMixParameters(track: "3", volume: volume)]
    #expect(try await graph(classes) == graph(value))
  }
}
