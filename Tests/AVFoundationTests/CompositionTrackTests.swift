import AVFoundation
import TestSupport
import Testing

/// Rules 50 to 56: tracks of compositions and their properties.
struct CompositionTrackTests {
  @Test func `R50: preferred numbers are honoured once`() throws {
    let composition = AVMutableComposition()
    let first = try composition.add(.video, id: 7)
    #expect(first.trackID == 7)
    #expect(try composition.add(.audio, id: 7).trackID != 7)
    composition.removeTrack(first)
    #expect(try composition.add(.video, id: 7).trackID != 7)
  }

  @Test func `R50: numbers begin at 1 and are unique`() throws {
    let composition = AVMutableComposition()
    let ids = try (0..<4).map { _ in try composition.add(.video).trackID }
    #expect(ids == [1, 2, 3, 4])
    #expect(composition.track(withTrackID: 3)?.trackID == 3)
    #expect(composition.track(withTrackID: 9) == nil)
    #expect(!ids.contains(composition.unusedTrackID()))
  }

  @Test func `R50: an unsupported media type has no track`() {
    let composition = AVMutableComposition()
    #expect(composition.addMutableTrack(withMediaType: .muxed, preferredTrackID: 0) == nil)
    #expect(composition.tracks.isEmpty)
  }

  @Test func `R51: a track of the same type is compatible`() async throws {
    let composition = AVMutableComposition(), asset = try await Clips.film(1)
    #expect(composition.mutableTrack(compatibleWith: try asset.video()) == nil)
    let track = try composition.add(.video)
    #expect(composition.mutableTrack(compatibleWith: try asset.video()) === track)
    #expect(composition.mutableTrack(compatibleWith: try asset.audio()) == nil)
  }

  @Test func `R52: inserting an asset adds a track for each of its tracks`() async throws {
    let composition = AVMutableComposition()
    let (a, b) = (try await Clips.film(1), try await Clips.film(2))
    func insert(_ asset: AVAsset, at time: CMTime) throws {
      try composition.insertTimeRange(f(0, 30), of: asset, at: time)
    }
    try insert(a, at: .zero)
    try insert(b, at: f(30))
    #expect(composition.tracks(withMediaType: .video).count == 1)
    #expect(composition.tracks(withMediaType: .audio).count == 1)
    #expect(composition.tracks.map(\.timeRange.duration) == [f(60), f(60)])
    #expect(try await shown(of: composition, at: [0, 30]) == [Shown(1, 0), Shown(2, 0)])
  }

  @Test func `R52: inserting an asset pushes the content of all tracks`() async throws {
    let composition = AVMutableComposition()
    let (film, silent) = (try await Clips.film(1), try await Clips.silent(2))
    func insert(_ asset: AVAsset, at time: CMTime) throws {
      try composition.insertTimeRange(f(0, 30), of: asset, at: time)
    }
    try insert(film, at: .zero)
    // A film without sound in the middle: picture and sound of the first stay together.
    try insert(silent, at: f(15))
    let audio = try #require(composition.tracks(withMediaType: .audio).first)
    #expect(CompositionEditingTests.pieces(audio) == [[0, 0, 15], [nil, 15, 45], [15, 45, 60]])
  }

  @Test func `R52: the asynchronous spelling loads the asset`() async throws {
    let composition = AVMutableComposition(), asset = try await Clips.film(1)
    try await composition.insertTimeRange(f(0, 30), of: asset, at: .zero)
    #expect(composition.tracks.count == 2)
  }

  @Test func `R53: the natural size is that of the first video track, or one's own`() async throws {
    let composition = AVMutableComposition()
    #expect(composition.naturalSize == .zero)
    let track = try composition.add()
    try await track.insertTimeRange(f(0, 10), of: Clips.silent(1).video(), at: .zero)
    #expect(composition.naturalSize == CGSize(width: 320, height: 180))
    composition.naturalSize = CGSize(width: 100, height: 50)
    #expect(composition.naturalSize == CGSize(width: 100, height: 50))
    composition.naturalSize = .zero
    #expect(composition.naturalSize == CGSize(width: 320, height: 180))
  }

  @Test func `R53: defaults of tracks`() async throws {
    let composition = AVMutableComposition(), track = try composition.add()
    #expect(track.preferredTransform == .identity)
    #expect(track.preferredVolume == 1)
    #expect(track.isEnabled)
    #expect(track.naturalTimeScale == 600)
    let source = try await Clips.silent(1).video()
    try track.insertTimeRange(f(0, 10), of: source, at: .zero)
    #expect(track.naturalTimeScale == source.naturalTimeScale)
  }

  @Test func `R30, R53: the preferred transform of a source is not copied`() async throws {
    let asset = try await Clips.silent(1, orientation: .rotate90)
    #expect(try !asset.video().preferredTransform.isIdentity)
    let track = try AVMutableComposition().add()
    try track.insertTimeRange(f(0, 10), of: asset.video(), at: .zero)
    #expect(track.preferredTransform == .identity)
  }

  @Test func `R54: copies are snapshots`() async throws {
    let composition = AVMutableComposition(), track = try composition.add()
    let source = try await Clips.silent(1).video()
    try track.insertTimeRange(f(0, 10), of: source, at: .zero)
    let copy = try #require(composition.copy() as? AVComposition)
    let mutable = try #require(composition.mutableCopy() as? AVMutableComposition)
    try track.insertTimeRange(f(0, 10), of: source, at: .zero)
    #expect(copy.duration == f(10) && mutable.duration == f(10))
    #expect(!(copy is AVMutableComposition))
    let any: Any = composition.copy()
    #expect((any as? AVAsset)?.duration == f(20))
    mutable.removeTimeRange(f(0, 5))
    #expect(composition.duration == f(20) && copy.duration == f(10))
    #expect(copy.tracks.map(\.trackID) == [track.trackID])
  }

  @Test func `R55: the duration is the latest end`() async throws {
    let composition = AVMutableComposition()
    #expect(composition.duration == .zero)
    let asset = try await Clips.film(1)
    try composition.add(.video).insertTimeRange(f(0, 10), of: asset.video(), at: .zero)
    try composition.add(.audio).insertTimeRange(f(0, 25), of: asset.audio(), at: f(5))
    #expect(composition.duration == f(30))
  }

  @Test func `R56: metadata of sources is not copied`() async throws {
    let composition = AVMutableComposition(), asset = try await Clips.film(1)
    try await composition.insertTimeRange(f(0, 30), of: asset, at: .zero)
    #expect(composition.metadata.isEmpty && composition.commonMetadata.isEmpty)
  }

  @Test func `shape: tracks have the narrower types`() throws {
    let composition = AVMutableComposition()
    try composition.add()
    let mutable: [AVMutableCompositionTrack] = composition.tracks
    let plain: [AVCompositionTrack] = (composition as AVComposition).tracks
    let base: [AVAssetTrack] = (composition as AVAsset).tracks
    #expect(mutable.count == 1 && plain.count == 1 && base.count == 1)
    #expect(base.first === mutable.first)
    #expect(base.first?.asset === composition)
  }
}
