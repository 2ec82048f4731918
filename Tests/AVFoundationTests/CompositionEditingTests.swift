import AVFoundation
import Testing

/// Rules 41 to 48: inserting, removing and scaling.
struct CompositionEditingTests {
  /// What a track plays: source start, target start and target end in frames; nil for a gap.
  static func pieces(_ track: AVMutableCompositionTrack) -> [[Int?]] {
    track.segments.map { segment in
      let target = segment.timeMapping.target
      return [
        segment.isEmpty ? nil : Int((segment.timeMapping.source.start.seconds * 30).rounded()),
        Int((target.start.seconds * 30).rounded()), Int((target.end.seconds * 30).rounded()),
      ]
    }
  }

  func track(_ ranges: CMTimeRange...) async throws -> (
    AVMutableComposition, AVMutableCompositionTrack, AVAssetTrack, AVURLAsset
  ) {
    let composition = AVMutableComposition(), asset = try await Clips.silent(1)
    let source = try asset.video(), track = try composition.add()
    for range in ranges { try track.insertTimeRange(range, of: source, at: .invalid) }
    return (composition, track, source, asset)
  }

  @Test func `R41: an invalid time appends`() async throws {
    let (composition, track, _, _) = try await track(f(0, 10), f(30, 40))
    #expect(Self.pieces(track) == [[0, 0, 10], [30, 10, 20]])
    #expect(composition.duration == f(20))
  }

  @Test func `R41: inserting in the middle pushes later content back`() async throws {
    let (_, track, source, _) = try await track(f(0, 20))
    try track.insertTimeRange(f(40, 45), of: source, at: f(10))
    #expect(Self.pieces(track) == [[0, 0, 10], [40, 10, 15], [10, 15, 25]])
  }

  @Test func `R41: inserting at zero pushes what is there to the right`() async throws {
    let (_, track, source, _) = try await track(f(0, 20))
    try track.insertTimeRange(f(40, 50), of: source, at: .zero)
    #expect(Self.pieces(track) == [[40, 0, 10], [0, 10, 30]])
  }

  @Test func `R41: media play at their natural rate`() async throws {
    let (_, track, _, _) = try await track(f(5, 15))
    let mapping = try #require(track.segments.first).timeMapping
    #expect(mapping.source.duration == mapping.target.duration)
    #expect(mapping.source.start == f(5))
  }

  @Test func `R41: sources may be tracks of compositions`() async throws {
    let (composition, _, _, _) = try await track(f(10, 20), f(40, 50))
    let outer = AVMutableComposition(), track = try outer.add()
    let inner = try #require(composition.tracks(withMediaType: .video).first)
    try track.insertTimeRange(f(5, 15), of: inner, at: .zero)
    #expect(Self.pieces(track) == [[15, 0, 5], [40, 5, 10]])
  }

  @Test func `R41: sound cannot be inserted into a video track`() async throws {
    let (_, track, _, _) = try await track(f(0, 10))
    let sound = try await Clips.sound(1).audio()
    #expect(throws: (any Error).self) {
      try track.insertTimeRange(f(0, 10), of: sound, at: .zero)
    }
    #expect(Self.pieces(track) == [[0, 0, 10]])
  }

  @Test func `R42: inserting beyond the end leaves an empty segment`() async throws {
    let (_, track, source, _) = try await track(f(0, 10))
    try track.insertTimeRange(f(0, 5), of: source, at: f(20))
    #expect(Self.pieces(track) == [[0, 0, 10], [nil, 10, 20], [0, 20, 25]])
    let empty = AVMutableComposition(), other = try empty.add()
    try other.insertTimeRange(f(0, 5), of: source, at: f(7))
    #expect(Self.pieces(other) == [[nil, 0, 7], [0, 7, 12]])
    #expect(other.segments[0].isEmpty && other.segments[0].sourceURL == nil)
  }

  @Test func `R43: a range longer than the source is clamped`() async throws {
    let (composition, track, source, _) = try await track()
    try track.insertTimeRange(f(50, 100), of: source, at: .zero)
    #expect(Self.pieces(track) == [[50, 0, 10]])
    let endless = CMTimeRange(start: .zero, duration: .positiveInfinity)
    let other = try composition.add()
    try other.insertTimeRange(endless, of: source, at: .zero)
    #expect(other.timeRange.duration == f(60))
  }

  @Test func `R43: a range outside of the source is an error`() async throws {
    let (_, track, source, _) = try await track(f(0, 10))
    #expect(throws: AVError.self) {
      try track.insertTimeRange(f(100, 110), of: source, at: .zero)
    }
    #expect(Self.pieces(track) == [[0, 0, 10]])
  }

  @Test func `R44: a range without duration changes nothing`() async throws {
    let (_, track, source, _) = try await track(f(0, 10))
    try track.insertTimeRange(f(5, 5), of: source, at: .zero)
    #expect(Self.pieces(track) == [[0, 0, 10]])
  }

  @Test(arguments: [
    CMTimeRange.invalid, CMTimeRange(start: .zero, duration: .indefinite),
    CMTimeRange(start: .indefinite, duration: f(5)), CMTimeRange(start: f(-5), duration: f(10)),
  ])
  func `R44: invalid, indefinite and negative ranges are errors`(range: CMTimeRange) async throws {
    let (_, track, source, _) = try await track(f(0, 10))
    #expect(throws: AVError.self) { try track.insertTimeRange(range, of: source, at: .zero) }
    #expect(Self.pieces(track) == [[0, 0, 10]])
  }

  @Test func `R45: several ranges are inserted after each other`() async throws {
    let (_, track, source, _) = try await track(f(0, 10))
    try track.insertTimeRanges(
      [NSValue(timeRange: f(20, 25)), NSValue(timeRange: f(40, 44))], of: [source, source],
      at: f(5))
    #expect(Self.pieces(track) == [[0, 0, 5], [20, 5, 10], [40, 10, 14], [5, 14, 19]])
  }

  @Test func `R45: all ranges or none`() async throws {
    let (_, track, source, _) = try await track(f(0, 10))
    #expect(throws: (any Error).self) {
      try track.insertTimeRanges(
        [NSValue(timeRange: f(20, 25)), NSValue(timeRange: f(200, 250))], of: [source, source],
        at: f(5))
    }
    #expect(Self.pieces(track) == [[0, 0, 10]])
  }

  @Test func `R46: an empty range pushes content and never extends the end`() async throws {
    let (composition, track, _, _) = try await track(f(0, 10))
    track.insertEmptyTimeRange(f(5, 8))
    #expect(Self.pieces(track) == [[0, 0, 5], [nil, 5, 8], [5, 8, 13]])
    track.insertEmptyTimeRange(f(13, 30))
    #expect(track.timeRange.duration == f(13))
    composition.insertEmptyTimeRange(f(40, 50))
    #expect(composition.duration == f(13))
  }

  @Test func `R47: removing pulls later content in`() async throws {
    let (_, track, _, _) = try await track(f(0, 10), f(30, 40))
    track.removeTimeRange(f(5, 15))
    #expect(Self.pieces(track) == [[0, 0, 5], [35, 5, 10]])
    track.removeTimeRange(f(8, 100))
    #expect(Self.pieces(track) == [[0, 0, 5], [35, 5, 8]])
  }

  @Test func `R47: a composition never deletes tracks`() async throws {
    let (composition, track, _, _) = try await track(f(0, 10))
    composition.removeTimeRange(f(0, 10))
    #expect(composition.tracks.count == 1)
    #expect(composition.tracks.first === track)
    #expect(composition.duration == .zero)
  }

  @Test func `R48: scaling splits segments at the edges`() async throws {
    let (_, track, _, _) = try await track(f(0, 30))
    track.scaleTimeRange(f(10, 20), toDuration: f(5))
    #expect(Self.pieces(track) == [[0, 0, 10], [10, 10, 15], [20, 15, 25]])
    let mapping = track.segments[1].timeMapping
    #expect(mapping.source.duration.seconds / mapping.target.duration.seconds == 2)
  }

  @Test func `R48: scaling a composition scales all tracks`() async throws {
    let composition = AVMutableComposition(), asset = try await Clips.film(1)
    try await composition.insertTimeRange(f(0, 30), of: asset, at: .zero)
    composition.scaleTimeRange(f(0, 30), toDuration: f(60))
    #expect(composition.tracks.map(\.timeRange.duration) == [f(60), f(60)])
  }
}
