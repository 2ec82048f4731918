import CutawayContainers
import CutawayTime
import Foundation
import TestSupport
import Testing

@Suite struct ChapterTests {
  let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  @Test(arguments: [TestMedia.Container.mp4, .mov, .m4a])
  func `chapters are a text track that the first track references`(
    _ container: TestMedia.Container
  ) async throws {
    defer { folder.remove() }
    let file =
      try await container == .m4a
      ? Movies.sound(in: folder) : Movies.film(container, in: folder)
    let stream = container == .m4a ? "audio" : "video"
    let before = try await Movies.packets(stream, of: file)
    let chapters: [MovieChapter] = [
      .init(time: .zero, title: "Anfang – 始め"),
      .init(time: MediaTime(1001, over: 30000), title: ""),
      .init(time: MediaTime(1, over: 2), title: "🎬 Ende"),
    ]
    try finish(file) { finishing in
      finishing.movesHeaderFirst = true
      finishing.chapters = chapters
      finishing.chapterLanguage = "de"
    }
    let read = try ChapterReading(file)
    #expect(read.titles == chapters.map(\.title))
    #expect(read.starts == [0, 3003, 45_000])
    #expect(read.timescale == 90_000)
    #expect(read.language == "deu")
    #expect(read.isEnabled == false)
    // To the end of the movie.
    let movie = try BoxTree(file).one("moov/mvhd")
    let length = MediaTime(Int64(movie.number(at: 16)), over: Int64(movie.number(at: 12)))
    #expect(MediaTime(Int64(read.end), over: 90_000) == length)
    let after = try await Movies.packets(stream, of: file)
    #expect(before == after)
  }

  @Test func `all file types but MOV also have a Nero chapter list`() async throws {
    defer { folder.remove() }
    let file = try await Movies.sound(in: folder)
    let long = String(repeating: "日", count: 100)
    try finish(file) { finishing in
      finishing.chapters = [
        .init(time: MediaTime(1, over: 4), title: "Zwei"), .init(time: .zero, title: long),
      ]
    }
    let list = try BoxTree(file).one("moov/udta/chpl").bytes
    let cut = Array(String(repeating: "日", count: 85).utf8)
    #expect(
      Array(list) == [1, 0, 0, 0, 0, 0, 0, 0, 2] + BoxTree.word(0, bytes: 8) + [255] + cut
        + BoxTree.word(2_500_000, bytes: 8) + [4] + Array("Zwei".utf8))
    let movie = try await Movies.film(.mov, in: folder)
    try finish(movie) { $0.chapters = [.init(time: .zero, title: "One")] }
    #expect(try BoxTree(movie).all("moov/udta/chpl").isEmpty)
  }

  @Test func `the time before the first chapter becomes an untitled chapter`() throws {
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    try Data(SmallMovie(chunks: []).header).write(to: file)
    try finish(file) { finishing in
      finishing.chapters = [
        .init(time: MediaTime(5), title: "A"), .init(time: MediaTime(41, over: 4), title: "B"),
      ]
    }
    let read = try ChapterReading(file)
    #expect(read.titles == ["", "A", "B"])
    #expect(read.starts == [0, 450_000, 922_500])
    #expect(read.end == 60 * 90_000)
  }

  @Test func `new chapters replace old ones`() async throws {
    defer { folder.remove() }
    let file = try await Movies.film(in: folder)
    for title in ["Old", "New"] {
      try finish(file) { finishing in
        finishing.movesHeaderFirst = true
        finishing.chapters = [.init(time: .zero, title: title)]
      }
    }
    #expect(try ChapterReading(file).titles == ["New"])
    #expect(try BoxTree(file).all("moov/trak").count == 3)
    #expect(try BoxTree(file).all("moov/udta/chpl").count == 1)
  }

  @Test func `chapters outside the movie are left out and reported`() throws {
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    try Data(SmallMovie(chunks: []).header).write(to: file)
    var finishing = MovieFinishing()
    finishing.chapters = [
      .init(time: MediaTime(-1), title: "before"), .init(time: MediaTime(1), title: "first"),
      .init(time: MediaTime(1), title: "same time"), .init(time: MediaTime(60), title: "after"),
      .init(time: MediaTime(.max), title: "never"),
    ]
    #expect(try finishing.apply(to: file.path) == [.chapters(4)])
    #expect(try ChapterReading(file).titles == ["", "same time"])
  }

  @Test(arguments: [0, 0xFFFF_FFFF, 0x7FFF_FFFF])
  func `a movie with an unknown or absurd duration can have chapters`(
    _ duration: Int
  ) throws {
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    try Data(SmallMovie(chunks: [], duration: duration).header).write(to: file)
    try finish(file) { finishing in
      finishing.chapters = [
        .init(time: MediaTime(2), title: "A"), .init(time: MediaTime(.max), title: "B"),
      ]
    }
    #expect(try ChapterReading(file).titles == ["", "A"])
    #expect(try ChapterReading(file).starts == [0, 180_000])
  }

  @Test(arguments: 0..<30)
  func `any list of chapters reads back in order with its times`(_ seed: UInt64) throws {
    defer { folder.remove() }
    var random = SeededGenerator(seed: seed)
    let file = folder.file("film.mp4")
    try Data(SmallMovie(chunks: []).header).write(to: file)
    let scales: [Int64] = [600, 1_000, 24_000, 30_000, 44_100, 90_000]
    let scale = scales.randomElement(using: &random) ?? 600
    let count = Int.random(in: 1...400, using: &random)
    var ticks = Set((0..<count).map { _ in Int64.random(in: 0..<60 * scale, using: &random) })
    ticks.insert(0)
    let chapters: [MovieChapter] = ticks.sorted().map { tick in
      MovieChapter(
        time: MediaTime(tick, over: scale),
        title: String(repeating: "é", count: Int.random(in: 0...500, using: &random)) + "\(tick)")
    }
    try finish(file) { finishing in
      finishing.movesHeaderFirst = Bool.random(using: &random)
      finishing.chapters = chapters.shuffled(using: &random)
    }
    let read = try ChapterReading(file)
    #expect(read.titles == chapters.map(\.title))
    #expect(read.starts.count == chapters.count)
    // In ticks of the track.
    for (start, chapter) in zip(read.starts, chapters) {
      let distance = MediaTime(Int64(start), over: 90_000) - chapter.time
      #expect(abs(distance.seconds) <= 0.5 / 90_000 + 1e-12)
    }
  }
}
