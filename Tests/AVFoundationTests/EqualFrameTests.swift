import AVFoundation
import Cutaway
import CutawayKeyframes
import CutawayModel
import CutawayTime
import TestSupport
import Testing

/// The same edit by file, by values and by classes gives equal frames and equal sound.
@Suite(.serialized) struct EqualFrameTests {
  /// Two clips that overlap: the first moves and fades into the second; the sound fades out.
  func classes(
    _ a: AVURLAsset, _ b: AVURLAsset
  ) throws -> (AVMutableComposition, AVMutableVideoComposition, AVMutableAudioMix) {
    let composition = AVMutableComposition()
    let (first, second) = (try composition.add(), try composition.add())
    let sound = try composition.add(.audio)
    try first.insertTimeRange(f(0, 30), of: a.video(), at: .zero)
    try second.insertTimeRange(f(10, 40), of: b.video(), at: f(20))
    try sound.insertTimeRange(f(0, 50), of: a.audio(), at: .zero)
    let (over, under) = (layer(first), layer(second, CGAffineTransform(translationX: 10, y: 5)))
    over.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: f(20, 30))
    over.setTransformRamp(
      fromStart: .identity, toEnd: CGAffineTransform(translationX: 40, y: 20),
      timeRange: f(0, 10))
    let parameters = AVMutableAudioMixInputParameters(track: sound), mix = AVMutableAudioMix()
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: f(40, 50))
    mix.inputParameters = [parameters]
    return (composition, videoComposition([instruction(f(0, 50), [over, under])]), mix)
  }

  func values(_ a: AVURLAsset, _ b: AVURLAsset) throws -> Composition {
    func t(_ frames: Int64) -> MediaTime { MediaTime(frames, over: 30) }
    func r(_ from: Int64, _ to: Int64) -> TimeRange { TimeRange(start: t(from), end: t(to)) }
    func moved(_ x: Double, _ y: Double) -> LayerTransform {
      LayerTransform(TransformMatrix(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y))
    }
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
    var (opacity, volume) = (AnimatedValue<Double>(), AnimatedValue<Double>())
    var transform = AnimatedValue<LayerTransform>()
    try opacity.add(.ramp(.init(over: r(20, 30), from: 1, to: 0)))
    try volume.add(.ramp(.init(over: r(40, 50), from: 1, to: 0)))
    try transform.add(.ramp(.init(over: r(0, 10), from: moved(0, 0), to: moved(40, 20))))
    value.instructions = [
      Instruction(
        range: r(0, 50),
        layers: [
          Layer(track: "1", transform: transform, opacity: opacity),
          Layer(track: "2", transform: AnimatedValue(moved(10, 5))),
        ])
    ]
    value.audioMix = [AudioMixParameters(track: "3", volume: volume)]
    return value
  }

  func document(_ a: AVURLAsset, _ b: AVURLAsset) -> String {
    """
    cutaway: 1
    render: {size: [320, 180], frameRate: 30}
    assets: {a: "\(a.url.path)", b: "\(b.url.path)"}
    tracks:
      - {id: one, type: video, segments: [{asset: a, source: [0f, 30f]}]}
      - {id: two, type: video, segments: [{asset: b, source: [10f, 40f], at: 20f}]}
      - {id: sound, type: audio, segments: [{asset: a, source: [0f, 50f]}]}
    instructions:
      - range: [0, 50f]
        layers:
          - track: one
            transform: [{range: [0, 10f], from: identity, to: [1, 0, 0, 1, 40, 20]}]
            opacity: [{range: [20f, 30f], from: 1, to: 0}]
          - {track: two, transform: [1, 0, 0, 1, 10, 5]}
    audioMix:
      - {track: sound, volume: [{range: [40f, 50f], from: 1, to: 0}]}
    """
  }

  /// What a lossless export shows and plays.
  struct Result {
    var frames: [[UInt8]]
    var sound: RawAudio
  }

  func render(_ composition: Composition) async throws -> Result {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("out.mkv")
    try await ExportSession(composition, preset: .lossless).export(to: file, as: .mkv)
    return Result(
      frames: try await RawVideo.read(file).map(\.bytes), sound: try await RawAudio.read(file))
  }

  @Test func `the same edit by file, by values and by classes gives equal frames`() async throws {
    let (a, b) = (try await Clips.film(1), try await Clips.film(2))
    let byValues = try await render(try values(a, b))
    let byFile = try await render(
      try CompositionDocument(reading: document(a, b), file: "f", directory: "").composition)
    #expect(byValues.frames.count == 50)
    #expect(byValues.frames == byFile.frames)
    #expect(byValues.sound.channels == byFile.sound.channels)
    // The classes have no lossless preset, so the same codec is compared.
    let (composition, video, mix) = try classes(a, b)
    let byClasses = try await Exported(
      composition, video, mix: mix, preset: AVAssetExportPresetAppleProRes422LPCM)
    defer { byClasses.remove() }
    let other = try await proRes(try values(a, b))
    let frames = try await RawVideo.read(byClasses.url).map(\.bytes)
    #expect(frames.count == 50 && frames == other.frames)
    #expect(try await byClasses.sound().channels == other.sound.channels)
  }

  /// The same with the codecs that the preset of the classes has.
  func proRes(_ composition: Composition) async throws -> Result {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("out.mov")
    try await ExportSession(composition, preset: .proRes422).export(to: file, as: .mov)
    return Result(
      frames: try await RawVideo.read(file).map(\.bytes), sound: try await RawAudio.read(file))
  }
}
