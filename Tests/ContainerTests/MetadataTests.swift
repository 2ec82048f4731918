import CutawayContainers
import Foundation
import TestSupport
import Testing

@Suite struct MetadataTests {
  let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  private static let entries: [MovieMetadata] = [
    .init(.title, "Ein Tïtel 日本"), .init(.artist, "An artist"), .init(.album, "An album"),
    .init(.composer, "A composer"), .init(.genre, "A genre"), .init(.comment, "A comment"),
    .init(.description, "A description"), .init(.copyright, "© us"),
    .init(.keywords, "lake, morning"), .init(.date, "2024-05-06T18:30:00+0200"),
    .init(.software, "A program"),
  ]

  @Test(arguments: [TestMedia.Container.mp4, .mov])
  func `GStreamer reads the written metadata`(_ container: TestMedia.Container) async throws {
    defer { folder.remove() }
    let file = try await Movies.film(container, in: folder)
    try finish(file) { $0.metadata = Self.entries }
    let tags = try await Movies.tags(of: file)
    let lines = tags.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    for line in [
      "title: Ein Tïtel 日本", "artist: An artist", "album: An album", "composer: A composer",
      "genre: A genre", "comment: A comment", "description: A description", "copyright: © us",
      "keywords: lake, morning", "datetime: 2024-05-06 18:30:00 (UTC +2h)", "encoder: A program",
    ] {
      #expect(lines.contains(line))
    }
  }

  @Test func `MP4 has Apple's items, named items for other keys, and a location`()
    async throws
  {
    defer { folder.remove() }
    let file = try await Movies.film(in: folder)
    try finish(file) { finishing in
      finishing.metadata = [
        .init(.title, "Lake"), .init(.custom("com.example.scene"), "12"),
        .location(latitude: 47.8, longitude: -12.456789, altitude: 520),
      ]
    }
    let data = try BoxTree(file).one("moov/udta")
    #expect(try data.one("meta+4/hdlr").text(from: 8).prefix(8) == "mdirappl")
    let title = try data.one("meta+4/ilst/©nam/data")
    #expect(title.numbers(at: 0, count: 2) == [1, 0])
    #expect(title.text(from: 8) == "Lake")
    let custom = try data.one("meta+4/ilst/----")
    #expect(try custom.one("mean").text(from: 4) == "com.apple.iTunes")
    #expect(try custom.one("name").text(from: 4) == "com.example.scene")
    #expect(try custom.one("data").text(from: 8) == "12")
    let place = try data.one("©xyz")
    #expect(place.text(from: 4) == "+47.80000-012.45679+520.000/")
    #expect(place.number(at: 0, bytes: 2) == place.inside.count - 4)
  }

  @Test func `MOV has QuickTime's keys, too`() async throws {
    defer { folder.remove() }
    let file = try await Movies.film(.mov, in: folder)
    try finish(file) { finishing in
      finishing.metadata =
        Self.entries + [
          .location(latitude: -0.5, longitude: 0), .init(.custom("com.example.scene"), "12"),
        ]
    }
    #expect(
      try keyed(file) == [
        "com.apple.quicktime.title": "Ein Tïtel 日本", "com.apple.quicktime.artist": "An artist",
        "com.apple.quicktime.album": "An album", "com.apple.quicktime.composer": "A composer",
        "com.apple.quicktime.genre": "A genre", "com.apple.quicktime.comment": "A comment",
        "com.apple.quicktime.description": "A description",
        "com.apple.quicktime.copyright": "© us",
        "com.apple.quicktime.keywords": "lake, morning",
        "com.apple.quicktime.creationdate": "2024-05-06T18:30:00+0200",
        "com.apple.quicktime.software": "A program",
        "com.apple.quicktime.location.ISO6709": "-00.50000+000.00000/", "com.example.scene": "12",
      ])
  }

  @Test(arguments: [TestMedia.Container.mp4, .mov])
  func `rewriting a key replaces its value and keeps the other keys`(
    _ container: TestMedia.Container
  ) async throws {
    defer { folder.remove() }
    let file = try await Movies.film(container, in: folder)
    try finish(file) { finishing in
      finishing.metadata = [
        .init(.title, "First"), .init(.album, "Stays"), .init(.custom("a.b"), "1"),
        .init(.custom("a"), "stays"),
      ]
    }
    try finish(file) { finishing in
      finishing.metadata = [
        .init(.title, "Second"), .init(.custom("a.b"), "2"), .init(.custom("a.b"), "3"),
      ]
    }
    let items = try BoxTree(file).all("moov/udta/meta+4/ilst").flatMap { try $0.boxes() }
    let values = try items.map { try $0.one("data").text(from: 8) }
    #expect(Set(values) == ["Second", "Stays", "3", "stays"] && values.count == 4)
    guard container == .mov else { return }
    #expect(
      try keyed(file) == [
        "com.apple.quicktime.title": "Second", "com.apple.quicktime.album": "Stays", "a.b": "3",
        "a": "stays",
      ])
  }

  @Test func `metadata from the muxer is kept`() async throws {
    defer { folder.remove() }
    let source = try await Movies.film(in: folder)
    try finish(source) { finishing in
      finishing.metadata = [.init(.artist, "Muxed"), .init(.description, "Old")]
    }
    // qtdemux passes its tags to the muxer, which writes them in its own form.
    let file = folder.file("tagged.mp4")
    try await GStreamerLaunch.run(
      ["filesrc", "location=\(source.path)", "!", "qtdemux", "!", "h264parse", "!"]
        + ["mp4mux", "!", "filesink", "location=\(file.path)"])
    try #require(try await Movies.tags(of: file).contains("description: Old"))
    try finish(file) { $0.metadata = [.init(.description, "New")] }
    let tags = try await Movies.tags(of: file)
    #expect(tags.contains("artist: Muxed"))
    #expect(tags.contains("description: New") && !tags.contains("description: Old"))
  }

  @Test(arguments: 0..<20)
  func `any text reads back unchanged`(_ seed: UInt64) async throws {
    defer { folder.remove() }
    var random = SeededGenerator(seed: seed)
    let file = folder.file("film.mov")
    try Data(SmallMovie(chunks: []).header).write(to: file)
    let alphabet = Array("aZ09 .-=\n\0äß€日🎬👩‍👩‍👧")
    var expected: [String: String] = [:]
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      let text = String(
        (0..<Int.random(in: 0...300, using: &random)).map { _ in
          alphabet.randomElement(using: &random) ?? "a"
        })
      expected["key\(Int.random(in: 0..<30, using: &random))"] = text
      try finish(file) { finishing in
        finishing.metadata = expected.map { MovieMetadata(.custom($0.key), $0.value) }
      }
    }
    #expect(try keyed(file) == expected)
    let named = try BoxTree(file).all("moov/udta/meta+4/ilst/----").map { item in
      (try item.one("name").text(from: 4), try item.one("data").text(from: 8))
    }
    #expect(Dictionary(named) { $0 + $1 } == expected && named.count == expected.count)
  }

  /// QuickTime's metadata, read by its specification: the type of an item is the number of its key.
  private func keyed(_ file: URL) throws -> [String: String] {
    let metadata = try BoxTree(file).one("moov/meta")
    #expect(try metadata.one("hdlr").text(from: 8).prefix(4) == "mdta")
    let table = try metadata.one("keys")
    let keys = try table.boxes(from: 8)
    #expect(table.number(at: 4) == keys.count && keys.allSatisfy { $0.kind == "mdta" })
    var found: [String: String] = [:]
    for item in try metadata.one("ilst").boxes() {
      let number = item.number(at: -4)
      let value = try item.one("data")
      #expect(value.numbers(at: 0, count: 2) == [1, 0])
      #expect(found.updateValue(value.text(from: 8), forKey: keys[number - 1].text()) == nil)
    }
    return found
  }
}
