import CutawayModel
import CutawayTime
import Testing

struct CompositionEditingTests {
  private let clip = Asset(id: "clip", location: "clip.mp4")
  private let media = MediaDescription(
    duration: 10,
    videoTracks: [.init(size: .init(width: 64, height: 36), frameDuration: MediaTime(1, over: 25))],
    audioTracks: [.init(sampleRate: 48_000, channels: 2)])

  @Test func `inserting an asset adds its video and its sound`() throws {
    var edit = Composition()
    try edit.insert(range(2, 6), of: clip, containing: media, at: 0)
    try edit.insert(range(0, 1), of: clip, containing: media, at: 4)
    #expect(edit.assets == [clip])
    #expect(edit.tracks.map(\.id) == ["video", "audio"])
    for track in edit.tracks {
      #expect(
        track.segments == [
          Segment(target: range(0, 4), media: .init(asset: "clip", source: range(2, 6))),
          Segment(target: range(4, 5), media: .init(asset: "clip", source: range(0, 1))),
        ])
    }
    #expect(edit.faults().isEmpty)
  }

  @Test func `an asset without sound needs no audio track`() throws {
    var edit = Composition(tracks: [Track(id: "video", mediaType: .audio)])
    var silent = media
    silent.audioTracks = []
    try edit.insert(range(0, 1), of: clip, containing: silent, at: 0)
    #expect(edit.tracks.map(\.id) == ["video", "video-2"])
    #expect(edit.tracks[0].segments.isEmpty)
  }

  @Test func `an invalid insertion changes nothing`() throws {
    var edit = Composition()
    try edit.insert(range(0, 1), of: clip, containing: media, at: 0)
    let before = edit
    let other = Asset(id: "clip", location: "other.mp4")
    #expect(throws: CompositionError.self) {
      try edit.insert(range(0, 1), of: other, containing: media, at: 0)
    }
    #expect(throws: CompositionError.self) {
      try edit.insert(range(9, 11), of: clip, containing: media, at: 0)
    }
    #expect(throws: CompositionError.self) {
      try edit.insert(range(0, 1), of: clip, containing: media, at: -1)
    }
    #expect(throws: CompositionError.self) {
      try edit.insert(range(0, 1), of: clip, containing: MediaDescription(duration: 5), at: 0)
    }
    #expect(edit == before)
  }

  /// Each edit of a composition does to each track what it does to the track alone.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `random edits of all tracks equal edits of each track`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    var edit = Composition(tracks: [
      Track(id: "a", mediaType: .video), Track(id: "b", mediaType: .video),
    ])
    for _ in 0..<60 {
      for index in edit.tracks.indices where Bool.random(using: &random) {
        let start = MediaTime(Int64.random(in: 0...20, using: &random))
        try edit.tracks[index].insert(
          Segment.Media(asset: "clip", source: range(0, .random(in: 1...5, using: &random))),
          at: start)
      }
      let start = Int64.random(in: 0...20, using: &random)
      let part = range(start, start + .random(in: 1...6, using: &random))
      var tracks = edit.tracks
      switch Int.random(in: 0...2, using: &random) {
      case 0:
        try edit.remove(part)
        for index in tracks.indices { try tracks[index].remove(part) }
      case 1:
        try edit.insertEmpty(part)
        for index in tracks.indices { try tracks[index].insertEmpty(part) }
      default:
        guard part.end <= edit.duration else { continue }
        try edit.scale(part, to: 3)
        for index in tracks.indices {
          // A track that ends earlier is scaled by the same factor up to its end.
          let end = min(part.end, tracks[index].duration)
          guard part.start < end else { continue }
          let inside = TimeRange(start: part.start, end: end)
          try tracks[index].scale(inside, to: inside.duration * (3 / part.duration))
        }
      }
      #expect(edit.tracks == tracks)
    }
  }

  @Test func `literals and numbers are exact decimals`() {
    #expect(2.7 as MediaTime == MediaTime(27, over: 10))
    #expect(-3 as MediaTime == MediaTime(-3))
    #expect(MediaTime(seconds: 0.1) == MediaTime(1, over: 10))
    #expect(MediaTime(seconds: 1e-20) == .zero)
    #expect(MediaTime(seconds: 1e15) == MediaTime(1_000_000_000_000_000))
    #expect(MediaTime(seconds: .infinity) == nil)
    #expect(MediaTime(seconds: .nan) == nil)
    #expect(MediaTime(seconds: 1e30) == nil)
  }
}
