import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// How many tracks an edit inside another one has, which policies limit.
@Suite struct NestedTrackTests {
  /// An edit with some tracks, as media.
  private func nested(
    _ tracks: [Track], _ inside: [Asset.ID: MediaDescription] = [:], folder: String = ""
  ) throws -> MediaDescription {
    var composition = Editing.composition(tracks)
    composition.assets = composition.assets.map { asset in
      Asset(id: asset.id, location: folder + asset.location)
    }
    composition.assets += inside.keys.map { Asset(id: $0, location: "\($0).yaml") }
    let media = Editing.media.merging(inside) { $1 }
    return try ResolvedComposition(composition, media: media).nested(
      name: "edit.yaml", files: [], policy: nil)
  }

  @Test(arguments: ["", "/tracksrc/", "/tracksrc name=tracksrc/"])
  func `names of files do not count as tracks`(folder: String) throws {
    let one = try nested([Editing.track("a", (0, 4))], folder: folder)
    let two = try nested(
      [Editing.track("a", (0, 4)), Editing.track("b", (1, 3))], folder: folder)
    let sound = try nested(
      [Editing.track("a", (0, 4)), Editing.track("s", (0, 4), type: .audio)], folder: folder)
    let counts = [one, two, sound].map { $0.edit?.trackCount ?? 0 }
    // A picture may have a background besides.
    #expect(counts[1] == counts[0] + 1)
    #expect(counts[2] == counts[0] + 1)
    #expect((1...2).contains(counts[0]))
  }

  @Test func `the tracks of an edit count for each of its uses`() throws {
    let inner = try nested([Editing.track("a", (0, 4))])
    let count = try #require(inner.edit?.trackCount)
    func outer(_ spans: [(Int64, Int64)]) throws -> Int {
      let segments = spans.map { start, end in
        Segment(
          target: Editing.range(start, end),
          media: .init(asset: "inner", source: Editing.range(0, end - start)))
      }
      let track = try Track(id: "t", mediaType: .video, segments: segments)
      return try nested([track], ["inner": inner]).edit?.trackCount ?? 0
    }
    let own = try outer([(0, 2)]) - count
    #expect(own == count)
    #expect(try outer([(0, 2), (2, 4), (4, 6)]) == own + 3 * count)
  }
}
