import Cutaway
import CutawayFile
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Composition files as assets, against the same edits written flat.
@Suite(.serialized) struct NestedEditTests {
  private static let media = TestMedia(
    video: .init(width: 320, height: 180, frameCount: 90, clip: 61), audio: .init(clip: 61))

  /// Runs `body` with a folder of files, and the path of a film.
  private func withFiles(
    _ body: (_ write: (String, String) throws -> Void, _ film: String, _ folder: URL) async throws
      -> Void
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let film = try await Self.media.file().path
    try await body(
      { name, text in try Data(text.utf8).write(to: folder.file(name)) }, film, folder.url)
  }

  private func load(_ name: String, in folder: URL) async throws -> Composition {
    try await CompositionDocument.load(contentsOf: folder.appendingPathComponent(name)).composition
  }

  /// A file whose picture and sound play ranges of an asset, in frames.
  private func film(_ asset: String, _ parts: [(start: Int, end: Int)]) -> String {
    let segments = parts.map { "{asset: a, source: [\($0.start)/30, \($0.end)/30]}" }
      .joined(separator: ", ")
    return """
      cutaway: 1
      render: {size: [320, 180], frameRate: 30}
      assets: {a: \(asset)}
      tracks:
        - {id: v, type: video, segments: [\(segments)]}
        - {id: s, type: audio, segments: [\(segments)]}
      """
  }

  /// The numbers that are drawn into the frames; -1 for none.
  private func numbers(_ rendering: Rendering) -> [Int] {
    rendering.frames.map { $0.code().map { Int($0.frame) } ?? -1 }
  }

  private func expectEqual(_ nested: Rendering, _ flat: Rendering, _ note: String = "") {
    #expect(nested.frames.count == flat.frames.count, "\(note)")
    let differing = zip(digests(nested.frames), digests(flat.frames)).enumerated()
      .filter { $1.0 != $1.1 }.map(\.offset)
    #expect(differing == [], "\(note)")
    for (a, b) in zip(nested.sound.channels, flat.sound.channels) {
      #expect(a.count == b.count, "\(note)")
      let first = zip(a, b).enumerated().first { $1.0 != $1.1 }?.offset
      #expect(first == nil, "\(note)")
    }
  }

  @Test func `a decoder reaches the media of nested edits`() async throws {
    try await withFiles { write, film, folder in
      try write("inner.yaml", self.film(film, [(0, 30)]))
      try write(
        "stated.yaml", self.film("{uri: \(film), decoder: hardware}", [(0, 30)]))
      try write("middle.yaml", self.film("inner.yaml", [(0, 20)]))
      for (name, expected) in [
        ("inner.yaml", "+software"), ("middle.yaml", "+software"), ("stated.yaml", "+hardware"),
      ] {
        let played = try await PlayedComposition(
          folder.appendingPathComponent(name).path, values: [:], policy: nil, decoder: .software)
        #expect(try #require(played.edit.picture).graph.launchText.contains(expected), "\(name)")
      }
      // The edit inside is a value, not the text that stands for it.
      let outer = try await load("middle.yaml", in: folder).decoded(by: .software)
      let resolved = try await outer.prepared()
      let inner = try #require(resolved.media.values.compactMap(\.edit).first?.picture)
      #expect(inner.graph.launchText.contains("+software"))
    }
  }

  @Test(arguments: 0..<6)
  func `parts of a nested edit equal the same edit written flat`(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed) + 1)
    var inner: [(start: Int, end: Int)] = []
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let start = Int.random(in: 0..<80, using: &random)
      inner.append((start, Int.random(in: start + 1...90, using: &random)))
    }
    // The frames of the film in the order of the nested edit.
    let shown = inner.flatMap { Array($0.start..<$0.end) }
    var outer: [(start: Int, end: Int)] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let start = Int.random(in: 0..<shown.count, using: &random)
      outer.append((start, Int.random(in: start + 1...shown.count, using: &random)))
    }
    let order = outer.flatMap { Array(shown[$0.start..<$0.end]) }
    try await withFiles { write, path, folder in
      try write("inner.yaml", film(path, inner))
      try write("outer.yaml", film("inner.yaml", outer))
      let nested = try await Rendering(try await load("outer.yaml", in: folder))
      #expect(numbers(nested) == order, "\(inner) \(outer)")
      let runs = runs(of: order)
      try write("flat.yaml", film(path, runs))
      expectEqual(
        nested, try await Rendering(try await load("flat.yaml", in: folder)), "\(inner) \(outer)")
    }
  }

  /// Ranges of numbers that follow each other.
  private func runs(of order: [Int]) -> [(start: Int, end: Int)] {
    order.reduce(into: []) { runs, number in
      if runs.last?.end == number {
        runs[runs.count - 1].end += 1
      } else {
        runs.append((number, number + 1))
      }
    }
  }

  @Test func `an edit in an edit in an edit plays as a whole clip, also in a sequence`()
    async throws
  {
    try await withFiles { write, path, folder in
      try write("a.yaml", film(path, [(30, 60)]))
      try write("b.yaml", "{cutaway: 1, assets: {a: a.yaml}, sequence: [a]}")
      try write("c.yaml", "{cutaway: 1, sequence: [b.yaml, b.yaml]}")
      let edit = try await load("c.yaml", in: folder)
      let rendering = try await Rendering(edit)
      #expect(numbers(rendering) == Array(30..<60) + Array(30..<60))
      #expect(rendering.sound.channels[0].count == 96_000)
    }
  }

  @Test func `a nested edit has its own size, background and overlays`() async throws {
    try await withFiles { write, path, folder in
      try write(
        "card.yaml",
        """
        cutaway: 1
        vars: {color: "#ff0000", size: [64, 48]}
        render: {size: "${size}", frameRate: 30, background: "${color}"}
        assets: {empty: {color: "${color}"}}
        tracks: [{id: v, type: video, segments: [{asset: empty, duration: 1}]}]
        """)
      func edit(_ vars: String) -> String {
        """
        cutaway: 1
        assets: {card: {uri: card.yaml\(vars)}}
        tracks: [{id: v, type: video, segments: [{asset: card, source: [0, 1/30]}]}]
        """
      }
      try write("plain.yaml", edit(""))
      try write("set.yaml", edit(", vars: {color: lime, size: [32, 16]}"))
      let plain = try await Rendering(try await load("plain.yaml", in: folder)).frames[0]
      #expect(plain.width == 64 && plain.height == 48)
      // BT.709: red is Y′ 63, Cr 240; lime is Y′ 173, Cr 26.
      #expect(plain.planes[0][9, 9] == 63 && plain.planes[2][4, 4] == 240)
      let set = try await Rendering(try await load("set.yaml", in: folder)).frames[0]
      #expect(set.width == 32 && set.height == 16)
      #expect(set.planes[0][9, 9] == 173 && set.planes[2][4, 4] == 26)
    }
  }

  private func failure(_ name: String, in folder: URL, policy: RenderPolicy? = nil) async throws
    -> String
  {
    do {
      let edit = try await load(name, in: folder)
      _ = try await edit.prepared(policy: policy)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test func `an edit that plays itself is an error with the chain of files`() async throws {
    try await withFiles { write, path, folder in
      try write("one.yaml", film("two.yaml", [(0, 3)]))
      try write("two.yaml", film("one.yaml", [(0, 3)]))
      let message = try await failure("one.yaml", in: folder)
      #expect(message.contains("the composition plays itself: "), "\(message)")
      #expect(message.contains("/two.yaml → "), "\(message)")
      #expect(message.contains("/one.yaml → "), "\(message)")
      for level in 0..<10 {
        try write("l\(level).yaml", film(level == 9 ? path : "l\(level + 1).yaml", [(0, 3)]))
      }
      let deep = try await failure("l0.yaml", in: folder)
      #expect(deep.contains("at most 8 compositions can be inside each other"), "\(deep)")
      #expect(try await failure("l1.yaml", in: folder) == "")
    }
  }

  @Test func `errors name the nested file and the line`() async throws {
    try await withFiles { write, path, folder in
      try write("bad.yaml", "cutaway: 1\nrender: {size: [0, 2]}\n")
      try write("outer.yaml", film("bad.yaml", [(0, 3)]))
      let message = try await failure("outer.yaml", in: folder)
      #expect(message.contains("/bad.yaml:2:"), "\(message)")
      try write("bad.yaml", film("missing.mp4", [(0, 3)]))
      let missing = try await failure("outer.yaml", in: folder)
      #expect(missing.contains("/bad.yaml:3:"), "\(missing)")
      #expect(missing.contains("missing.mp4"), "\(missing)")
      try write("outer.yaml", film("{uri: bad.yaml, vars: {x: 1}}", [(0, 3)]))
      let unknown = try await failure("outer.yaml", in: folder)
      #expect(unknown.contains("declares no variable"), "\(unknown)")
      #expect(unknown.contains("'vars' of the asset 'a'"), "\(unknown)")
    }
  }

  @Test func `a policy applies to nested edits and their media`() async throws {
    try await withFiles { write, path, folder in
      try write("inner.yaml", film(path, [(0, 3)]))
      try write("outer.yaml", film("inner.yaml", [(0, 3)]))
      var policy = RenderPolicy()
      policy.folders = [folder.path]
      let edit = try await load("outer.yaml", in: folder)
      do {
        _ = try await edit.prepared(policy: policy)
        Issue.record("it was allowed")
      } catch let error as PreparationError where PreparationErrorCode.refused ~= error {
        #expect(error.message.contains("/inner.yaml:3:"), "\(error.message)")
        #expect(error.message.contains("outside of its folders"), "\(error.message)")
      }
      policy.folders.append((path as NSString).deletingLastPathComponent)
      let resolved = try await edit.prepared(policy: policy)
      #expect(policy.faults(in: resolved).isEmpty)
      // An edit that was opened without a policy was not checked.
      #expect(!policy.faults(in: try await edit.prepared()).isEmpty)
    }
  }
}
