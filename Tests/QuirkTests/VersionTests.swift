import CutawayQuirks
import Testing

/// Versions of GStreamer, and the work-arounds that they need.
@Suite struct VersionTests {
  @Test func `versions are ordered by their numbers, not by their text`() {
    let ascending = [
      GStreamerVersion(1, 9, 90), .init(1, 22, 0), .init(1, 22, 2), .init(1, 22, 12),
      .init(1, 24, 0), .init(2, 0, 0),
    ]
    #expect(ascending.reversed().sorted() == ascending)
  }

  @Test(arguments: [
    (VersionRange.all, "all", [true, true, true, true]),
    (.before(1, 24, 3), "..<1.24.3", [true, true, false, false]),
    (.since(1, 24, 2), "1.24.2...", [false, true, true, true]),
    (.since(1, 24, 2, before: 1, 26, 0), "1.24.2..<1.26.0", [false, true, true, false]),
  ])
  func `a range contains its first version, and not its end`(
    range: VersionRange, text: String, contained: [Bool]
  ) {
    let versions = [
      GStreamerVersion(1, 24, 1), .init(1, 24, 2), .init(1, 24, 3), .init(1, 26, 0),
    ]
    #expect(versions.map { range.contains($0) } == contained)
    #expect(range.description == text)
  }

  private let corrected: [VersionRange] = [.before(1, 22, 12), .since(1, 23, 0, before: 1, 24, 3)]

  @Test(arguments: [
    (GStreamerVersion(1, 22, 0), true), (.init(1, 22, 11), true), (.init(1, 22, 12), false),
    (.init(1, 23, 0), true), (.init(1, 24, 2), true), (.init(1, 24, 3), false),
    (.init(1, 26, 0), false),
  ])
  func `a work-around applies to the versions with the fault`(
    version: GStreamerVersion, isNeeded: Bool
  ) {
    let quirk = Quirk("fault", versions: corrected, test: nil)
    #expect(quirk.isNeeded(by: version) == isNeeded)
    #expect(quirk.applies(to: version) == isNeeded)
  }

  @Test func `a work-around with a reason applies to all versions`() {
    let quirk = Quirk("fault", versions: corrected, kept: "it is harmless", test: nil)
    #expect(!quirk.isNeeded(by: GStreamerVersion(1, 26, 0)))
    #expect(quirk.applies(to: GStreamerVersion(1, 26, 0)))
  }

  @Test func `a work-around applies where the version is unknown`() {
    #expect(Quirk("fault", versions: corrected, test: nil).applies(to: nil))
  }

  @Test func `a work-around has the name of its file`() {
    #expect(Quirk("fault", versions: [], test: nil).name == "VersionTests")
  }
}
