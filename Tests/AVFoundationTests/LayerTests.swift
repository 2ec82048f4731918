import AVFoundation
import TestSupport
import Testing

/// Rules 10 to 17: which tracks are seen, and in which order.
@Suite(.serialized) struct LayerTests {
  /// Tracks of two seconds with clips 1, 2, ….
  func tracks(_ count: Int) async throws -> (AVMutableComposition, [AVMutableCompositionTrack]) {
    let composition = AVMutableComposition()
    var tracks: [AVMutableCompositionTrack] = []
    for clip in 1...count {
      let track = try composition.add()
      try await track.insertTimeRange(f(0, 60), of: Clips.silent(UInt8(clip)).video(), at: .zero)
      tracks.append(track)
    }
    return (composition, tracks)
  }

  @Test func `R10: the first layer is on top`() async throws {
    let (composition, tracks) = try await tracks(2)
    for order in [[0, 1], [1, 0]] {
      let video = videoComposition([instruction(f(0, 60), order.map { layer(tracks[$0]) })])
      #expect(try await shown(of: composition, video, at: [10]) == [Shown(order[0] + 1, 10)])
    }
  }

  @Test func `R11: only tracks with a layer are seen`() async throws {
    let (composition, tracks) = try await tracks(3)
    let video = videoComposition([
      instruction(f(0, 30), [layer(tracks[2])]), instruction(f(30, 60), [layer(tracks[1])]),
    ])
    #expect(try await shown(of: composition, video, at: [5, 35]) == [Shown(3, 5), Shown(2, 35)])
    let first = try #require(video.instructions[0] as? AVVideoCompositionInstruction)
    #expect(first.requiredSourceTrackIDs?.count == 1)
    #expect((first.requiredSourceTrackIDs?.first as? NSNumber)?.int32Value == 3)
  }

  @Test func `R11, R12: without layers the background fills the picture`() async throws {
    let (composition, _) = try await tracks(1)
    let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    let video = videoComposition([
      instruction(f(0, 30), [], background: green), instruction(f(30, 60), []),
    ])
    let (first, second) = (
      try await image(of: composition, video, at: f(5)),
      try await image(of: composition, video, at: f(35))
    )
    #expect(try first.color(100, 100).isNear(RGB(red: 0, green: 255, blue: 0)))
    #expect(try second.color(100, 100).isNear(.black))
  }

  @Test func `R13: a track without a sample shows the background`() async throws {
    let composition = AVMutableComposition()
    let (a, b) = (try composition.add(), try composition.add())
    try await a.insertTimeRange(f(0, 60), of: Clips.silent(1).video(), at: .zero)
    // Empty until 20, and past its end from 40 on.
    try await b.insertTimeRange(f(0, 20), of: Clips.silent(2).video(), at: f(20))
    let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    let video = videoComposition([instruction(f(0, 60), [layer(b)], background: blue)])
    for (frame, clip) in [(10, nil), (20, 2), (39, 2), (40, nil), (59, nil)] as [(Int, Int?)] {
      let picture = try await image(of: composition, video, at: f(frame))
      if let clip {
        #expect(try picture.shown() == Shown(clip, frame - 20))
      } else {
        #expect(try picture.color(50, 50).isNear(RGB(red: 0, green: 0, blue: 255)))
      }
    }
  }

  @Test func `R13: video that ends before the sound ends in the background`() async throws {
    let composition = AVMutableComposition()
    let film = try await Clips.film(1)
    try composition.add(.video).insertTimeRange(f(0, 15), of: film.video(), at: .zero)
    try composition.add(.audio).insertTimeRange(f(0, 30), of: film.audio(), at: .zero)
    let file = try await Exported(composition)
    defer { file.remove() }
    let frames = try await file.frames()
    #expect(frames.prefix(15) == (0..<15).map { Shown(1, $0) }[...])
    #expect(frames.dropFirst(15).allSatisfy { $0 == nil })
  }

  @Test func `R14: a layer of the source's track works where the numbers agree`() async throws {
    let composition = AVMutableComposition(), asset = try await Clips.silent(1)
    let track = try composition.add()
    try track.insertTimeRange(f(0, 60), of: asset.video(), at: .zero)
    #expect(try asset.video().trackID == 1 && track.trackID == 1)
    let video = videoComposition([instruction(f(0, 60), [layer(try asset.video())])])
    #expect(try await shown(of: composition, video, at: [7]) == [Shown(1, 7)])
  }

  @Test func `R15: without a video composition only the first enabled video track is seen`()
    async throws
  {
    let (composition, tracks) = try await tracks(2)
    #expect(try await shown(of: composition, at: [5]) == [Shown(1, 5)])
    tracks[0].isEnabled = false
    #expect(try await shown(of: composition, at: [5]) == [Shown(2, 5)])
  }

  @Test func `R15: all enabled audio tracks are mixed at equal level`() async throws {
    let composition = AVMutableComposition()
    let (low, high) = (
      try await Clips.sound(1, .sine(hertz: 500)), try await Clips.sound(2, .sine(hertz: 1750))
    )
    let tracks = [try composition.add(.audio), try composition.add(.audio)]
    try tracks[0].insertTimeRange(f(0, 60), of: low.audio(), at: .zero)
    try tracks[1].insertTimeRange(f(0, 60), of: high.audio(), at: .zero)
    // Quiet enough that the sum is far from full scale.
    for track in tracks { track.preferredVolume = 0.5 }
    let both = try await Exported(composition, preset: AVAssetExportPresetAppleM4A, as: .m4a)
    defer { both.remove() }
    // Two sines of amplitude 1/4: the root of 2 times that of one, which is 0.25/√2.
    #expect(abs(try await both.sound().level(from: 0.5, to: 1.5) - 0.25) < 0.02)
    tracks[1].isEnabled = false
    let one = try await Exported(composition, preset: AVAssetExportPresetAppleM4A, as: .m4a)
    defer { one.remove() }
    #expect(abs(try await one.sound().level(from: 0.5, to: 1.5) - 0.1768) < 0.02)
  }

  @Test func `R16: a whole frame passes as it is`() async throws {
    let (composition, tracks) = try await tracks(1)
    let plain = try await image(of: composition, at: f(12))
    let video = videoComposition([instruction(f(0, 60), [layer(tracks[0])])])
    #expect(try await image(of: composition, video, at: f(12)) == plain)
    #expect(instruction(f(0, 60), [layer(tracks[0])]).passthroughTrackID == tracks[0].trackID)
  }

  @Test func `R17: the upper layer covers by its opacity`() async throws {
    let (composition, tracks) = try await tracks(1)
    let half = layer(tracks[0])
    half.setOpacity(0.5, at: .zero)
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let video = videoComposition([instruction(f(0, 60), [half], background: red)])
    // The black corner block at the right of the code's last line: half of it is red.
    let color = try await image(of: composition, video, at: f(0)).color(320 - 13, 45)
    #expect(abs(color.red - 128) < 14 && color.green < 20 && color.blue < 20)
  }
}
