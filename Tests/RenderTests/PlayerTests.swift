import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import Synchronization
import TestSupport
import Testing

/// The frames of a player that receives commands.
@Suite(.serialized) struct PlayerTests {
  private let studio = PlayerStudio()

  @Test func `a changed cut takes effect at once, without a black frame`() async throws {
    let first = try await studio.composition([[(1, 0), (1, 2)]])
    let second = try await studio.composition([[(2, 1), (2, 0)]])
    let shown = try await studio.frames(playing: first, then: second)
    let codes = shown.frames.map { FrameCode.read($0.planes[0]) }
    #expect(codes.allSatisfy { $0 != nil })
    #expect(codes.first??.clip == 1)
    let tail = codes.suffix(15).compactMap(\.self)
    #expect(tail.allSatisfy { $0.clip == 2 })
    // The frames of the second composition, in its order and at its places.
    for (one, other) in zip(tail, tail.dropFirst()) where one.frame != 89 && one.frame != 59 {
      #expect((1...3).contains(Int(other.frame) - Int(one.frame)))
    }
  }

  @Test func `a changed value takes effect with the next frames`() async throws {
    let first = try await studio.composition([[(1, 0), (1, 2)]])
    let second = try await studio.composition([[(1, 0), (1, 2)]], opacity: 0)
    let shown = try await studio.frames(playing: first, then: second)
    #expect(!shown.frames[0].isBlack)
    #expect(shown.frames.suffix(10).allSatisfy { $0.isBlack })
  }

  @Test func `a looping clip that ends at its last frame plays again`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let player = studio.player(try await studio.composition([[(1, 0), (1, 2)]]), in: folder)
    let run = Task { try await player.run() }
    defer { player.stop() }
    try await studio.wait { try folder.shownCount() >= 140 }
    player.stop()
    try await run.value
    let codes = try studio.frames(in: folder).map { FrameCode.read($0.planes[0])?.frame }
    #expect(codes.allSatisfy { $0 != nil })
    let end = try #require(codes.firstIndex(of: 119))
    let next = codes[end...].drop { $0 == 119 }.prefix(15)
    #expect(next.count == 15 && next.allSatisfy { $0.map { $0 < 60 } == true })
  }

  @Test func `a changed layer takes effect without a black frame`() async throws {
    let first = try await studio.composition([[(1, 0), (1, 2)]])
    let second = try await studio.composition([[(2, 0), (2, 2)], [(1, 0), (1, 2)]])
    for (one, other, clip) in [(first, second, UInt8(2)), (second, first, 1)] {
      let shown = try await studio.frames(playing: one, then: other)
      let codes = shown.frames.map { FrameCode.read($0.planes[0]) }
      #expect(codes.allSatisfy { $0 != nil })
      #expect(codes.suffix(10).allSatisfy { $0?.clip == clip })
    }
  }

  @Test func `seeks, steps and pauses end at the right frame`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let player = studio.player(try await studio.composition([[(1, 0), (1, 2)]]), in: folder)
    let run = Task { try await player.run() }
    defer { player.stop() }
    player.pause()
    var random = SeededGenerator(seed: 7), expected = 0
    player.requestSeek(to: .zero)
    for _ in 0..<60 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        expected = Int.random(in: 0..<120, using: &random)
        player.requestSeek(to: MediaTime(Int64(expected), over: 30))
      case 1:
        player.step(by: 1)
        expected = min(119, expected + 1)
      case 2:
        player.step(by: -1)
        expected = max(0, expected - 1)
      default:
        player.skip(by: MediaTime(1))
        expected = min(119, expected + 30)
      }
    }
    let goal = MediaTime(Int64(expected), over: 30)
    try await studio.wait { abs((player.time - goal).seconds) < 0.001 }
    #expect(!player.status.isPlaying)
    player.seekToEnd()
    try await studio.wait { abs(player.time.seconds - 119 / 30) < 0.001 }
    player.stop()
    try await run.value
  }

  /// Four seconds of sound.
  private func song() async throws -> Composition {
    let file = try await TestMedia(
      .wav, video: nil, audio: .init(codec: .pcm, duration: MediaTime(4))
    ).file()
    let range = TimeRange(start: .zero, duration: MediaTime(4))
    let track = try Track(
      id: "s", mediaType: .audio,
      segments: [Segment(target: range, media: .init(asset: "song", source: range))])
    return Composition(assets: [Asset(id: "song", location: file.path)], tracks: [track])
  }

  @Test func `a player responds after tracks were added or removed, and after a restart`()
    async throws
  {
    let picture = try await studio.composition([[(1, 0), (1, 2)]])
    let song = try await song()
    var loud = picture.composition
    loud.assets += song.assets
    loud.tracks += song.tracks
    let both = try await loud.prepared()
    let onlySound = try await song.prepared()

    var settings = Player.Settings()
    settings.loops = true
    let player = Player(
      picture, output: SinkOutput(videoSink: "fakesink sync=true", audioSink: "fakesink sync=true"),
      settings: settings)
    defer { player.stop() }
    for _ in 0..<2 {
      let run = Task { try await player.run() }
      for (index, composition) in [both, onlySound, picture, both].enumerated() {
        player.replace(with: composition)
        // Sent at once: commands after the change are not lost.
        let goal = MediaTime(Int64(index + 1), over: 2)
        player.pause()
        player.requestSeek(to: goal)
        try await studio.wait {
          !player.status.isPlaying && abs((player.time - goal).seconds) < 0.001
        }
        player.play()
        try await studio.wait { player.status.isPlaying }
      }
      player.stop()
      try await run.value
    }
  }

  @Test func `a player pauses at the end, and a restart plays from the start`()
    async throws
  {
    let edit = try await studio.composition([[(1, 0)]])
    for _ in 0..<2 {
      let folder = try TemporaryDirectory()
      defer { folder.remove() }
      let player = studio.player(edit, in: folder, loops: false, inRealTime: false)
      for run in 1...2 {
        try await player.run()
        #expect(!player.status.isPlaying)
        #expect(abs((player.time - edit.duration).seconds) < 0.001)
        let codes = try studio.frames(in: folder).compactMap {
          FrameCode.read($0.planes[0])?.frame
        }
        // The files of a run replace the previous ones.
        #expect(codes == Array(0..<60), "run \(run)")
      }
    }
  }

  @Test func `an empty composition is an error`() async throws {
    let edit = try await studio.composition([[(1, 0)]])
    let deaf = Player(edit, output: SinkOutput(videoSink: nil, audioSink: "fakesink"))
    let error = await #expect(throws: PipelineError.self) { try await deaf.run() }
    #expect(error?.message.contains("the composition has picture only") == true)
    let failures = Mutex<[String]>([])
    let player = Player(edit, output: SinkOutput(videoSink: "fakesink sync=true", audioSink: nil))
    let run = Task {
      try await player.run { event in
        if case .replacementFailed(let failure) = event { failures.withLock { $0.append(failure) } }
      }
    }
    defer { player.stop() }
    player.replace(with: try await song().prepared())
    try await studio.wait { !failures.withLock(\.isEmpty) }
    #expect(player.status.isPlaying)
    player.stop()
    try await run.value
  }

  @Test func `a player stops at the end, or loops`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let edit = try await studio.composition([[(1, 0)]])
    try await studio.player(edit, in: folder, loops: false).run()
    let codes = try studio.frames(in: folder).compactMap { FrameCode.read($0.planes[0])?.frame }
    #expect(codes.last == 59)
    let again = try TemporaryDirectory()
    defer { again.remove() }
    let looping = studio.player(edit, in: again)
    looping.requestSeek(to: MediaTime(3, over: 2))
    let run = Task { try await looping.run() }
    defer { looping.stop() }
    try await studio.wait {
      let numbers = try studio.frames(in: again).compactMap { FrameCode.read($0.planes[0])?.frame }
      return numbers.contains(59) && numbers.last.map { $0 < 30 } == true
    }
    looping.stop()
    try await run.value
  }

  @Test func `a rate is kept over a seek`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let player = studio.player(try await studio.composition([[(1, 0), (1, 2)]]), in: folder)
    let run = Task { try await player.run() }
    defer { player.stop() }
    player.multiplyRate(by: 2)
    player.multiplyRate(by: 2)
    player.requestSeek(to: MediaTime(1))
    try await studio.wait { player.rate == 4 && player.time > MediaTime(1) }
    player.rate = 1_000
    try await studio.wait { player.rate == 32 }
    player.stop()
    try await run.value
  }
}
