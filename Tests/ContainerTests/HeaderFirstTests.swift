import CutawayContainers
import CutawayDiagnostics
import CutawayTime
import Foundation
import TestSupport
import Testing

@Suite struct HeaderFirstTests {
  let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  @Test(arguments: [TestMedia.Container.mp4, .mov])
  func `moving the header to the start keeps all packets and their times`(
    _ container: TestMedia.Container
  ) async throws {
    defer { folder.remove() }
    let file = try await Movies.film(container, in: folder)
    let before = try await (Movies.packets("video", of: file), Movies.packets("audio", of: file))
    #expect(try !MovieLayout(path: file.path).hasHeaderFirst)
    try finish(file) { $0.movesHeaderFirst = true }
    let layout = try MovieLayout(path: file.path)
    #expect(layout.hasHeaderFirst)
    #expect(layout.boxes.map(\.kind) == ["ftyp", "moov", "mdat"])
    let after = try await (Movies.packets("video", of: file), Movies.packets("audio", of: file))
    #expect(before.0.0 == after.0.0 && before.0.1 == after.0.1 && !before.0.1.isEmpty)
    #expect(before.1.0 == after.1.0 && before.1.1 == after.1.1 && !before.1.1.isEmpty)
  }

  @Test func `media larger than one copied block are moved completely`() async throws {
    defer { folder.remove() }
    let source = try await TestMedia(
      .mov, video: nil, audio: .init(codec: .pcm, duration: MediaTime(60))
    ).file()
    let file = folder.file("film.mov")
    try FileManager.default.copyItem(at: source, to: file)
    let before = try await Movies.packets("audio", of: file)
    #expect(before.0.count > 8 << 20)
    var finishing = MovieFinishing()
    finishing.movesHeaderFirst = true
    finishing.chapters = [.init(time: .zero, title: "One")]
    var progress: [Double] = []
    try finishing.apply(to: file.path) { progress.append($0) }
    #expect(progress.count == 3 && progress == progress.sorted() && progress.last == 1)
    let after = try await Movies.packets("audio", of: file)
    #expect(before == after)
  }

  @Test func `cancelling the task stops the move`() async throws {
    defer { folder.remove() }
    let path = try await Movies.film(in: folder).path
    let task = Task { () -> ContainerError? in
      while !Task.isCancelled { await Task.yield() }
      var finishing = MovieFinishing()
      finishing.movesHeaderFirst = true
      do throws(ContainerError) { try finishing.apply(to: path) } catch { return error }
      return nil
    }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
  }

  @Test func `a header at the start is not moved`() async throws {
    defer { folder.remove() }
    let file = try await Movies.film(in: folder)
    try finish(file) { $0.movesHeaderFirst = true }
    let once = try Data(contentsOf: file)
    try finish(file) { $0.movesHeaderFirst = true }
    #expect(try Data(contentsOf: file) == once)
  }

  @Test(arguments: [true, false])
  func `boxes keep their order, and the old header becomes free space`(
    _ movesHeaderFirst: Bool
  ) throws {
    defer { folder.remove() }
    let media = [UInt8]("0123456789".utf8)
    let file = folder.file("film.mp4")
    let head = BoxTree.box("ftyp", Array("mp42".utf8) + [0, 0, 0, 0])
    let start = head.count + 8 + 8
    let bytes =
      head + BoxTree.box("free") + BoxTree.box("mdat", media)
      + SmallMovie(chunks: [start, start + 5]).header
      + BoxTree.box("uuid", [UInt8](repeating: 7, count: 20))
    try Data(bytes).write(to: file)
    try finish(file) { finishing in
      finishing.movesHeaderFirst = movesHeaderFirst
      finishing.metadata = [.init(.title, "A title that makes the header longer")]
    }
    let tree = try BoxTree(file)
    let kinds = try tree.boxes().map(\.kind)
    #expect(
      kinds
        == (movesHeaderFirst
          ? ["ftyp", "moov", "mdat", "free", "uuid"] : ["ftyp", "free", "mdat", "moov", "uuid"]))
    #expect(try tree.one("mdat").bytes == Data(media))
    #expect(try tree.one("uuid").bytes == Data(repeating: 7, count: 20))
    let offsets = try tree.one("moov/trak/mdia/minf/stbl/stco").numbers(at: 8, count: 2)
    #expect(offsets.map { tree.file($0, 2) } == [Data("01".utf8), Data("56".utf8)])
  }

  /// The header uses the free space before the media if it is large enough, and fills the rest.
  @Test(arguments: [0, 1, 3, 7, 8, 9, 15, 40, 400, 401, 5_000])
  func `free space before the media is used`(_ extra: Int) throws {
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    let size = SmallMovie(chunks: [0]).header.count
    let head = BoxTree.box("ftyp", Array("mp42".utf8) + [0, 0, 0, 0])
    let free = BoxTree.box("free", [UInt8](repeating: 9, count: size - 8 + extra))
    let start = head.count + free.count + 8
    try Data(head + free + BoxTree.box("mdat", [42]) + SmallMovie(chunks: [start]).header)
      .write(to: file)
    try finish(file) { $0.movesHeaderFirst = true }
    let tree = try BoxTree(file)
    let offset = try tree.one("moov/trak/mdia/minf/stbl/stco").number(at: 8)
    #expect(tree.file(offset, 1) == Data([42]))
    #expect(try tree.one("mdat").inside.lowerBound == offset)
    // The media move only if the rest is smaller than a box.
    #expect(offset - start == ((1...7).contains(extra) ? 8 - extra : 0))
    #expect(try tree.all("free").allSatisfy { $0.bytes.allSatisfy { $0 == 0 } })
  }

  @Test func `offsets past four gigabytes become 64-bit`() throws {
    defer { folder.remove() }
    let near = Int(UInt32.max) - 10
    var header = try #require(try Box.boxes(in: SmallMovie(chunks: [50, near]).header[...]).first)
    let size = header.size
    try header.mapChunkOffsets { $0 + 10 }
    #expect(header.size == size)
    try header.mapChunkOffsets { $0 + 10 }
    #expect(header.size == size + 8)
    try Data(header.encoded).write(to: folder.file("header"))
    let table = try BoxTree(folder.file("header")).one("moov/trak/mdia/minf/stbl/co64")
    #expect(table.numbers(at: 8, count: 2, bytes: 8) == [70, near + 20])
  }

  @Test func `a sparse movie of five gigabytes is finished`() throws {
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    let head = BoxTree.box("ftyp", Array("mp42".utf8) + [0, 0, 0, 0])
    let room = BoxTree.box("free", [UInt8](repeating: 0, count: 4_000))
    let length = 5 << 30
    let mediaHeader = BoxTree.word(1) + Array("mdat".utf8) + BoxTree.word(length + 16, bytes: 8)
    let start = head.count + room.count + 16
    let movie = SmallMovie(chunks: [start, start + length - 1], isLong: true)
    try Data(head + room + mediaHeader).write(to: file)
    let handle = try FileHandle(forUpdating: file)
    try handle.seek(toOffset: UInt64(start + length - 1))
    try handle.write(contentsOf: [42] + movie.header)
    try handle.close()
    // If the header is not moved, the chapters are past four gigabytes. Then everything moves to
    // the start.
    for movesHeaderFirst in [false, true] {
      try finish(file) { finishing in
        finishing.movesHeaderFirst = movesHeaderFirst
        finishing.chapters = [.init(time: .zero, title: "Far")]
      }
      let layout = try MovieLayout(path: file.path)
      #expect(layout.hasHeaderFirst == movesHeaderFirst)
      let range = try #require(layout.boxes.first { $0.kind == "moov" }?.range)
      let reading = try FileHandle(forReadingFrom: file)
      try reading.seek(toOffset: UInt64(range.lowerBound))
      try reading.read(upToCount: range.count)?.write(to: folder.file("header"))
      let tables = try BoxTree(folder.file("header")).all("moov/trak/mdia/minf/stbl").flatMap {
        try $0.boxes()
      }.filter { ["stco", "co64"].contains($0.kind) }
      try #require(tables.map(\.kind) == ["co64", movesHeaderFirst ? "stco" : "co64"])
      #expect(tables[0].numbers(at: 8, count: 2, bytes: 8) == [start, start + length - 1])
      try reading.seek(
        toOffset: UInt64(tables[1].number(at: 8, bytes: movesHeaderFirst ? 4 : 8)))
      #expect(try reading.read(upToCount: 5) == Data([0, 3] + Array("Far".utf8)))
      try reading.close()
    }
  }
}

/// Finishes a file.
func finish(_ file: URL, _ change: (inout MovieFinishing) -> Void) throws {
  var finishing = MovieFinishing()
  change(&finishing)
  try finishing.apply(to: file.path)
}
