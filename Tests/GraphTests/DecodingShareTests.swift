import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// Films that play together share the cores for decoding, by their pixels per second.
@Suite struct DecodingShareTests {
  private static let media = Editing.media.merging(
    [
      "other": Editing.film(), "third": Editing.film(), "small": Editing.film(480, 270),
      "large": Editing.film(3840, 2160),
    ], uniquingKeysWith: { $1 })

  /// The shares of tracks, each of which plays an asset in a span, over each other and visible.
  private func shares(_ tracks: (asset: Asset.ID, span: (Int64, Int64))...) throws -> [Double?] {
    var composition = Editing.composition(
      try tracks.enumerated().map { index, track in
        try Editing.track("t\(index)", track.span, asset: track.asset)
      },
      [
        Instruction(
          range: Editing.range(0, 10),
          layers: tracks.indices.map { Layer(track: "t\($0)", opacity: AnimatedValue(0.5)) })
      ])
    composition.assets = Self.media.keys.sorted().map { Asset(id: $0, location: "\($0).mkv") }
    let sources = try composition.graph(Self.media).trackSources
    return tracks.indices.map { index in
      guard
        case .double(let share)? = sources.first(where: { $0.name == "track-t\(index)" })?
          .value("decoding-share")
      else { return nil }
      return share
    }
  }

  @Test func `a film alone, and films after each other, have all cores`() throws {
    #expect(try shares((asset: "film", span: (0, 10))) == [nil])
    #expect(try shares(("film", (0, 5)), ("other", (5, 10))) == [nil, nil])
  }

  @Test func `films that play together have equal parts of the cores`() throws {
    #expect(try shares(("film", (0, 10)), ("other", (0, 10))) == [0.5, 0.5])
    #expect(
      try shares(("film", (0, 8)), ("other", (0, 8)), ("third", (0, 8)), ("talkie", (0, 8)))
        == [0.25, 0.25, 0.25, 0.25])
  }

  @Test func `a short overlap leaves films all cores`() throws {
    #expect(try shares(("film", (0, 6)), ("other", (5, 10))) == [nil, nil])
  }

  @Test func `a large film leaves a small one few cores, and keeps all`() throws {
    let shares = try shares(("large", (0, 10)), ("small", (0, 10)))
    #expect(shares[0] == nil)
    // Its pixels are a 64th of those of the large one.
    #expect(shares[1] == 1.0 / 64)
  }

  @Test func `stills do not count`() throws {
    #expect(try shares(("film", (0, 10)), ("logo", (0, 10))) == [nil, nil])
  }

  @Test func `tracks of the same media count once`() throws {
    #expect(try shares(("film", (0, 10)), ("film", (0, 10))) == [nil, nil])
  }
}
