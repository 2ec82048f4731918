import CutawayContainers
import CutawayDiagnostics
import CutawayTime
import Foundation
import TestSupport
import Testing

@Suite struct FragmentTests {
  let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  @Test func `metadata in a fragmented movie keeps its index valid`()
    async throws
  {
    defer { folder.remove() }
    let file = try await Movies.fragments(in: folder)
    let before = try await (Movies.packets("video", of: file), Movies.packets("audio", of: file))
    let old = try indexed(file)
    #expect(!old.isEmpty && old.allSatisfy { $0.kind == "moof" })
    var finishing = MovieFinishing()
    finishing.movesHeaderFirst = true
    finishing.metadata = [.init(.title, "Fragments")]
    finishing.chapters = [.init(time: .zero, title: "One")]
    #expect(try finishing.apply(to: file.path) == [.chapterTrack])
    let layout = try MovieLayout(path: file.path)
    #expect(layout.isFragmented && layout.hasHeaderFirst)
    let new = try indexed(file)
    #expect(new.map(\.kind) == old.map(\.kind))
    let shift = new[0].offset - old[0].offset
    #expect(shift > 0 && zip(old, new).allSatisfy { $1.offset - $0.offset == shift })
    #expect(try await Movies.tags(of: file).contains("title: Fragments"))
    #expect(try BoxTree(file).one("moov/udta/chpl").text(from: 18) == "One")
    let after = try await (Movies.packets("video", of: file), Movies.packets("audio", of: file))
    #expect(before.0 == after.0 && before.1 == after.1)
  }

  /// Offsets from the start of the file, and offsets from other positions.
  @Test func `base offsets and 64-bit indexes move with the media`() throws {
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    let head = BoxTree.box("ftyp", Array("iso5").map { $0.asciiValue ?? 0 } + [0, 0, 0, 0])
    let header = SmallMovie(chunks: [], more: BoxTree.box("mvex")).header
    func fragment(_ flags: Int, _ base: Int) -> [UInt8] {
      BoxTree.box(
        "moof",
        BoxTree.box(
          "traf",
          BoxTree.box("tfhd", BoxTree.word(flags) + BoxTree.word(1) + BoxTree.word(base, bytes: 8)))
      )
    }
    let start = head.count + header.count
    let length = fragment(1, 0).count
    let index = BoxTree.box(
      "tfra",
      BoxTree.word(1 << 24) + BoxTree.word(1) + BoxTree.word(0b110110) + BoxTree.word(2)
        + [0, start].flatMap {
          BoxTree.word(7, bytes: 8) + BoxTree.word($0, bytes: 8) + [0, 0, 0, 1, 0, 2, 0, 0, 3]
        })
    try Data(
      head + header + fragment(1, start) + fragment(0x20000, start) + BoxTree.box("mfra", index)
    )
    .write(to: file)
    try finish(file) { $0.metadata = [.init(.title, "Moves what follows")] }
    let tree = try BoxTree(file)
    let moved = try #require(try tree.all("moof").first).inside.lowerBound - 8
    #expect(moved > start && length > 0)
    let bases = try tree.all("moof/traf/tfhd").map { $0.number(at: 8, bytes: 8) }
    // Without the flag, those bytes are not an offset.
    #expect(bases == [moved, start])
    let list = try tree.one("mfra/tfra")
    #expect(list.number(at: 24, bytes: 8) == 0)
    #expect(list.numbers(at: 41, count: 2, bytes: 8) == [7, moved])
  }

  @Test func `an index before the header is an error, and the file is unchanged`() throws {
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    let bytes =
      BoxTree.box("ftyp", Array("iso5".utf8)) + BoxTree.box("sidx", [0])
      + SmallMovie(chunks: [], more: BoxTree.box("mvex")).header + BoxTree.box("moof")
    try Data(bytes).write(to: file)
    let error = #expect(throws: ContainerError.self) {
      try finish(file) { $0.metadata = [.init(.title, "Longer")] }
    }
    #expect(error?.code == .unsupported)
    #expect(try Data(contentsOf: file) == Data(bytes))
  }

  private struct Indexed {
    var kind: String
    var offset: Int
  }

  /// The box types at the offsets that the index at the end of a file states.
  ///
  /// GStreamer 1.22 writes 0 for the last fragment of sound.
  private func indexed(_ file: URL) throws -> [Indexed] {
    let tree = try BoxTree(file)
    return try tree.all("mfra/tfra").flatMap { list in
      let width = list.number(at: 0, bytes: 1) == 1 ? 8 : 4
      let lengths = list.number(at: 8)
      let entry = 2 * width + 3 + (lengths >> 4 & 3) + (lengths >> 2 & 3) + (lengths & 3)
      return (0..<list.number(at: 12)).map { index in
        let offset = list.number(at: 16 + index * entry + width, bytes: width)
        return Indexed(
          kind: String(decoding: tree.file(offset + 4, 4), as: UTF8.self), offset: offset)
      }.filter { $0.offset != 0 }
    }
  }
}
