import CutawayContainers
import CutawayTime
import Foundation
import TestSupport
import Testing

@Suite struct SubtitleTests {
  let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  private func cue(_ start: Int64, _ end: Int64, _ text: String) -> MovieSubtitles.Cue {
    .init(TimeRange(start: MediaTime(start, over: 1000), end: MediaTime(end, over: 1000)), text)
  }

  private func omissions(
    in file: URL, _ change: (inout MovieFinishing) -> Void
  ) throws -> [MovieFinishing.Omission] {
    var finishing = MovieFinishing()
    change(&finishing)
    return try finishing.apply(to: file.path)
  }

  @Test(arguments: [TestMedia.Container.mp4, .mov], [false, true])
  func `subtitles become a timed text track with empty samples in gaps`(
    _ container: TestMedia.Container, _ movesHeaderFirst: Bool
  ) async throws {
    defer { folder.remove() }
    let file = try await Movies.film(container, in: folder)
    let video = try await Movies.packets("video", of: file)
    let found = try omissions(in: file) {
      $0.movesHeaderFirst = movesHeaderFirst
      $0.chapters = [MovieChapter(time: .zero, title: "Kapitel")]
      $0.subtitles = [
        MovieSubtitles(
          [cue(100, 300, "Grüße"), cue(300, 500, "zwei\nZeilen"), cue(700, 900, "Ende")],
          language: "de"),
        MovieSubtitles([cue(0, 1000, "all of it")], language: "en"),
      ]
    }
    #expect(found.isEmpty)
    let tree = try BoxTree(file)
    let tracks = try tree.all("moov/trak").filter {
      try $0.one("mdia/hdlr").text(from: 8).hasPrefix("sbtl")
    }
    try #require(tracks.count == 2)
    // An empty text lasts to the end of the movie. Without it, readers repeat the last text.
    let rest = try filmLength(tree) - 90_000
    try #require(rest > 0)
    #expect(try texts(of: tracks[0], in: tree) == ["", "Grüße", "zwei\nZeilen", "", "Ende", ""])
    #expect(try texts(of: tracks[1], in: tree) == ["all of it", ""])
    #expect(try durations(of: tracks[0]) == [9_000, 18_000, 18_000, 18_000, 18_000, 9_000 + rest])
    #expect(try durations(of: tracks[1]) == [90_000, rest])
    for track in tracks {
      let film = try tree.one("moov/mvhd").number(at: 16)
      #expect(try track.one("tkhd").number(at: 32) == film)
      // One edit from the start of the media, as long as the movie.
      let list = try track.one("edts/elst")
      #expect([4, 8, 12, 16].map { list.number(at: $0) } == [1, film, 0, 0x1_0000])
    }
    #expect(try tracks.map { try $0.one("mdia/mdhd").number(at: 20) } == [90_000, 90_000])
    // German and English, five bits per letter.
    #expect(
      try tracks.map { try $0.one("mdia/mdhd").number(at: 32, bytes: 2) } == [0x10B5, 0x15C7])
    // One of the two is enabled, and their IDs are unique.
    #expect(try tracks.map { try $0.one("tkhd").number(at: 3, bytes: 1) } == [3, 2])
    let numbers = try tree.all("moov/trak/tkhd").map {
      $0.number(at: $0.number(at: 0, bytes: 1) == 1 ? 20 : 12)
    }
    #expect(Set(numbers).count == 5)
    #expect(try tree.one("moov/mvhd").bytes.suffix(4) == Data([0, 0, 0, 6]))
    #expect(try await Movies.packets("video", of: file) == video)
  }

  @Test func `overlapping cues start later, and empty cues are left out`() async throws {
    defer { folder.remove() }
    let file = try await Movies.film(in: folder)
    _ = try omissions(in: file) {
      $0.subtitles = [MovieSubtitles([cue(0, 500, "a"), cue(400, 600, "b"), cue(550, 590, "c")])]
    }
    let tree = try BoxTree(file)
    let track = try #require(try tree.all("moov/trak").last)
    #expect(try texts(of: track, in: tree) == ["a", "b", ""])
    #expect(try durations(of: track) == [45_000, 9_000, filmLength(tree) - 54_000])
  }

  @Test func `ffmpeg reads the texts and their times`() async throws {
    defer { folder.remove() }
    let file = try await Movies.film(in: folder)
    _ = try omissions(in: file) {
      $0.movesHeaderFirst = true
      $0.subtitles = [MovieSubtitles([cue(250, 750, "Hallo")], language: "de")]
    }
    let read = try await ChildProcess(
      "ffmpeg",
      ["-v", "error", "-i", file.path, "-map", "0:s:0", "-c:s", "webvtt", "-f", "webvtt", "-"]
    ).check().outputText
    #expect(read.contains("00:00.250 --> 00:00.750\nHallo"))
  }

  @Test func `a fragmented file gets no subtitles, and the result says so`() async throws {
    defer { folder.remove() }
    let file = try await Movies.fragments(in: folder)
    let found = try omissions(in: file) { $0.subtitles = [MovieSubtitles([cue(0, 500, "a")])] }
    #expect(found == [.subtitles])
    #expect(try BoxTree(file).all("moov/trak").count == 2)
  }

  /// The duration of the movie in 90,000ths of a second.
  private func filmLength(_ tree: BoxTree) throws -> Int {
    let header = try tree.one("moov/mvhd")
    let (scale, length) = (header.number(at: 12), header.number(at: 16))
    return (length * 90_000 + scale - 1) / scale
  }

  private func texts(of track: BoxTree, in file: BoxTree) throws -> [String] {
    let tables = try track.one("mdia/minf/stbl"), sizes = try tables.one("stsz")
    var place = try tables.one("stco").number(at: 8)
    return sizes.numbers(at: 12, count: sizes.number(at: 8)).map { size in
      defer { place += size }
      let bytes = file.file(place, size)
      #expect(bytes.dropFirst().first == UInt8(size - 2))
      return String(decoding: bytes.dropFirst(2), as: UTF8.self)
    }
  }

  private func durations(of track: BoxTree) throws -> [Int] {
    let times = try track.one("mdia/minf/stbl/stts")
    return (0..<times.number(at: 4)).flatMap { run -> [Int] in
      Array(repeating: times.number(at: 12 + 8 * run), count: times.number(at: 8 + 8 * run))
    }
  }
}
