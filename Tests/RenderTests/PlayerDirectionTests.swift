import Cutaway
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Backward and fast playback.
@Suite(.serialized) struct PlayerDirectionTests {
  private static let rate = 48_000
  private let studio = PlayerStudio()

  /// A second and a half of sound, from a source's half second on.
  private func sound(
    _ sound: TestSound, volume: AnimatedValue<Double>? = nil
  ) async throws -> ResolvedComposition {
    let file = try await TestMedia(
      .wav, video: nil,
      audio: .init(codec: .pcm, sound: sound, duration: MediaTime(3), clip: 5)
    ).file()
    let source = TimeRange(start: MediaTime(1, over: 2), duration: MediaTime(3, over: 2))
    let track = try Track(
      id: "sound", mediaType: .audio,
      segments: [
        Segment(
          target: TimeRange(start: .zero, duration: source.duration),
          media: .init(asset: "a", source: source))
      ])
    var composition = Composition(assets: [Asset(id: "a", location: file.path)], tracks: [track])
    composition.render.sampleRate = Self.rate
    if let volume { composition.audioMix = [.init(track: "sound", volume: volume)] }
    return try await composition.prepared()
  }

  /// All samples of a composition at a rate.
  private func heard(
    _ composition: ResolvedComposition, rate: Double,
    set: (inout Player.Settings) -> Void = { _ in },
    command: (Player) -> Void = { _ in }
  ) async throws -> RawAudio {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("samples").path
    var settings = Player.Settings()
    settings.rate = rate
    set(&settings)
    let output = SinkOutput(
      videoSink: nil,
      audioSink: "audio/x-raw,format=F32LE,rate=\(Self.rate),channels=2 ! "
        + "filesink sync=false location=\(file)")
    let player = Player(composition, output: output, settings: settings)
    command(player)
    try await player.run()
    return try rawSound(at: file, sampleRate: Self.rate, channels: 2)
  }

  @Test func `the volume is a factor, and can change during playback`() async throws {
    let composition = try await sound(.sine(hertz: 1000))
    let plain = try await heard(composition, rate: 1)
    func differs(_ sound: RawAudio, from factor: Float, in part: Range<Int>) -> Float {
      part.map { abs(sound.channels[0][$0] - factor * plain.channels[0][$0]) }.max() ?? .infinity
    }
    let quiet = try await heard(composition, rate: 1) { $0.volume = 0.25 }
    #expect(differs(quiet, from: 0.25, in: 0..<72_000) < 1e-5)
    let silent = try await heard(composition, rate: 1) { $0.isMuted = true }
    #expect(differs(silent, from: 0, in: 0..<72_000) == 0)
    let changed = try await heard(composition, rate: 1, set: { $0.isPaused = true }) { player in
      player.volume = 0.5
      player.play()
    }
    // What was ready during the pause has the earlier volume.
    #expect(differs(changed, from: 0.5, in: 36_000..<72_000) < 1e-5)
    let muted = try await heard(composition, rate: 1, set: { $0.isPaused = true }) { player in
      player.isMuted = true
      player.play()
    }
    #expect(differs(muted, from: 0, in: 36_000..<72_000) == 0)
  }

  @Test func `backward playback shows each frame, from the last to the first`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let edit = try await studio.composition([[(1, 0)], [(2, 1)]])
    try await studio.player(edit, in: folder, loops: false, inRealTime: false) { $0.rate = -1 }
      .run()
    let codes = try studio.frames(in: folder).map { FrameCode.read($0.planes[0]) }
    #expect(codes == (0..<60).reversed().map { FrameCode(clip: 1, frame: $0) })
  }

  @Test func `backward playback outputs each sample, from the last to the first`() async throws {
    let sound = try await heard(sound(.indexed), rate: -1)
    let expected = (24_000..<96_000).reversed().map {
      IndexedSamples.sample(clip: 5, index: $0)
    }
    #expect(sound.count == expected.count)
    let found = zip(sound.channels[0], sound.channels[1]).map {
      IndexedSamples(left: $0, right: $1)?.index
    }
    #expect(found == (24_000..<96_000).reversed().map(Optional.some))
  }

  @Test func `backward playback uses the volume of each time`() async throws {
    let fade = try AnimatedValue<Double>(entries: [
      .ramp(
        .init(
          over: TimeRange(start: .zero, duration: MediaTime(1)), from: 0, to: 1,
          easing: .easeIn))
    ])
    let composition = try await sound(.sine(hertz: 1000), volume: fade)
    let (forward, backward) = (
      try await heard(composition, rate: 1), try await heard(composition, rate: -1)
    )
    try #require(forward.count == 72_000 && backward.count == 72_000)
    let turned = backward.channels[0].reversed()
    let greatest = zip(forward.channels[0], turned).map { abs($0 - $1) }.max()
    // Volumes differ by at most one sample of the ramp, which applies at either end of a sample.
    #expect(try #require(greatest) < 0.001)
  }

  @Test(arguments: [2, 0.5, -2, -0.5])
  func `sound keeps its pitch at every rate`(rate: Double) async throws {
    let sound = try await heard(sound(.sine(hertz: 500)), rate: rate)
    let length = 72_000 / abs(rate)
    #expect(abs(Double(sound.count) - length) < 0.1 * Double(Self.rate))
    let samples = sound.channels[0].dropFirst(9_600).prefix(14_400)
    let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
    // 500 per second for 0.3 s; resampled, there would be twice or half as many.
    #expect((140...160).contains(crossings))
  }

  @Test func `shuttle keys change rate and direction as in an editor`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let player = studio.player(try await studio.composition([[(1, 0), (1, 2)]]), in: folder)
    let run = Task { try await player.run() }
    defer { player.stop() }
    for (direction, rate) in [
      (Player.Direction.backward, -1.0), (.backward, -2), (.backward, -4), (.forward, 1),
      (.forward, 2), (.backward, -1),
    ] {
      player.shuttle(direction)
      try await studio.wait { player.rate == rate }
      #expect(player.status.isPlaying)
    }
    player.pause()
    try await studio.wait { !player.status.isPlaying }
    player.shuttle(.forward)
    try await studio.wait { player.rate == 1 && player.status.isPlaying }
    player.stop()
    try await run.value
  }

  @Test func `backward playback pauses at the start, and forward playback continues`() async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    // Sixteen seconds of different frames, so that the player does not reach the end before it turns.
    let edit = try await studio.composition([(1...4).flatMap { [($0, 0), ($0, 2)] }])
    let player = studio.player(edit, in: folder, loops: false) { $0.start = MediaTime(1, over: 2) }
    let run = Task { try await player.run() }
    defer { player.stop() }
    try await studio.wait { try folder.shownCount() > 3 }
    player.shuttle(.backward)
    try await studio.wait { !player.status.isPlaying && player.rate == 1 }
    #expect(player.time == .zero)
    let before = try folder.shownCount()
    player.play()
    try await studio.wait { try folder.shownCount() > before + 2 }
    player.requestSeek(to: edit.duration - MediaTime(1))
    try await run.value
    let frames = try studio.frames(in: folder).compactMap { frame in
      FrameCode.read(frame.planes[0]).map { (Int($0.clip) - 1) * 120 + Int($0.frame) }
    }
    #expect(frames[before...].prefix(3) == [0, 1, 2])
    #expect(frames.last == 479)
    // After the change of direction, each frame precedes the one shown last.
    let turn = try #require(
      frames[..<before].max().flatMap { frames[..<before].lastIndex(of: $0) })
    let back = frames[turn..<before]
    #expect(back.last == 0 && zip(back, back.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test func `steps after backward playback reach the right frames`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let edit = try await studio.composition([[(1, 0), (1, 2)]])
    let player = studio.player(edit, in: folder) { $0.rate = -1 }
    let run = Task { try await player.run() }
    defer { player.stop() }
    try await studio.wait { try folder.shownCount() > 2 }
    player.pause()
    player.requestSeek(to: MediaTime(2))
    for _ in 0..<5 { player.step(by: -1) }
    player.step(by: 2)
    let goal = MediaTime(57, over: 30)
    try await studio.wait { abs((player.time - goal).seconds) < 0.001 && player.rate == -1 }
    let before = try folder.shownCount()
    player.play()
    try await studio.wait { try folder.shownCount() > before + 2 }
    player.stop()
    try await run.value
    let codes = try studio.frames(in: folder).compactMap { FrameCode.read($0.planes[0])?.frame }
    #expect(codes[before] == 57)
  }
}
