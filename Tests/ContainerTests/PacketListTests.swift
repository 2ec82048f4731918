import CutawayContainers
import CutawayTime
import Foundation
import TestSupport
import Testing

/// The tables of packets, compared with those of ffprobe.
@Suite struct PacketListTests {
  struct Film: Sendable, CustomTestStringConvertible {
    var name: String
    var fileExtension: String
    var arguments: [String]
    var frameRate = "30"
    var testDescription: String { name }

    init(_ name: String, _ fileExtension: String, _ arguments: String, frameRate: String = "30") {
      self.name = name
      self.fileExtension = fileExtension
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.frameRate = frameRate
    }
  }

  static let x264 = "-c:v libx264 -preset ultrafast -g 20"
  static let films = [
    Film("MP4", "mp4", "\(x264) -bf 2"),
    Film("MOV with negative offsets", "mov", "\(x264) -bf 2 -movflags negative_cts_offsets"),
    Film("ticks of 1/600", "mov", "\(x264) -bf 2 -video_track_timescale 600"),
    Film("film rate", "mp4", "\(x264) -bf 3", frameRate: "24000/1001"),
    Film("MPEG-4", "mp4", "-c:v mpeg4 -bf 2 -g 12"),
    Film("all key frames", "mov", "-c:v mjpeg"),
    Film("fragments", "mp4", "\(x264) -bf 2 -movflags frag_keyframe"),
    Film("empty header", "mp4", "\(x264) -bf 2 -movflags frag_keyframe+empty_moov"),
    Film(
      "relative offsets", "mp4",
      "\(x264) -bf 2 -movflags frag_keyframe+empty_moov+default_base_moof+skip_trailer"),
    Film("a fragment a frame", "mp4", "\(x264) -bf 2 -movflags frag_every_frame+empty_moov"),
    Film("DASH", "mp4", "\(x264) -bf 2 -movflags dash+frag_keyframe"),
    Film("CMAF", "mp4", "\(x264) -bf 2 -movflags cmaf+negative_cts_offsets+frag_keyframe"),
    Film("delayed header", "mp4", "\(x264) -bf 2 -movflags delay_moov+frag_keyframe"),
    Film("Matroska", "mkv", "\(x264) -bf 2"),
    Film("Matroska at 59.94", "mkv", "\(x264) -bf 2", frameRate: "60000/1001"),
    Film("live Matroska", "mkv", "\(x264) -bf 2 -live 1"),
    Film("WebM", "webm", "-c:v libvpx -deadline realtime -cpu-used 8 -g 30"),
    Film("short clusters", "webm", "-c:v libvpx -deadline realtime -cluster_time_limit 100"),
  ]

  @Test(arguments: films) func `packets are those of ffprobe`(film: Film) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("film.\(film.fileExtension)")
    try await ChildProcess(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i",
        "testsrc2=size=64x48:rate=\(film.frameRate):duration=2.1",
      ] + film.arguments + ["-pix_fmt", film.name == "all key frames" ? "yuvj420p" : "yuv420p"]
        + [file.path], timeout: .seconds(60)
    ).check()
    let list = try #require(Self.list(of: file))
    #expect(list.media == .video)
    let expected = try await Self.packets(of: file)
    #expect(expected.count > 40)
    // ffprobe applies the edit list to all times, and shows packets before it at negative ones.
    let shift = (list.packets.first?.time ?? 0) - (expected.first?.time ?? 0)
    #expect(list.packets.map(\.time) == expected.map { $0.time + shift })
    #expect(list.packets.map(\.isKey) == expected.map(\.isKey))
    guard let begin = list.packets.first?.decoding, let expectedBegin = expected.first?.decoding
    else { return }
    // For negative offsets, ffprobe also moves the times of decoding.
    #expect(
      list.packets.map { ($0.decoding ?? .min) - begin }
        == expected.map { $0.decoding - expectedBegin })
  }

  static func movie(_ file: URL) -> [PacketList]? {
    MovieHeader(path: file.path).flatMap { PacketList.ofMovie($0, at: file.path) }
  }

  static func list(of file: URL) -> PacketList? {
    let lists = movie(file) ?? PacketList.ofMatroska(at: file.path)
    return lists?.first { $0.media == .video }
  }

  private struct Packet: Equatable {
    var time: Int64, decoding: Int64, isKey: Bool
  }

  private static func packets(of file: URL) async throws -> [Packet] {
    let text = try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries",
        "packet=pts,dts,flags", "-of", "csv=p=0", file.path,
      ]
    ).check().outputText
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count >= 3, let time = Int64(fields[0]) else { return nil }
      return Packet(
        time: time, decoding: Int64(fields[1]) ?? 0, isKey: fields[2].hasPrefix("K"))
    }
  }

  @Test func `a damaged or foreign file has no packets, and does not stop the program`()
    async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var random = SeededGenerator(seed: 39)
    for film in [Self.films[0], Self.films[8], Self.films[13]] {
      let file = folder.file("film.\(film.fileExtension)")
      try await ChildProcess(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
          "testsrc2=size=64x48:rate=30:duration=1",
        ] + film.arguments + ["-pix_fmt", "yuv420p", file.path], timeout: .seconds(60)
      ).check()
      let whole = try Data(contentsOf: file)
      let damaged = folder.file("damaged.\(film.fileExtension)")
      for _ in 0..<200 {
        var bytes = whole
        if Bool.random(using: &random) {
          bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
        }
        for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          bytes[bytes.startIndex + place] = UInt8.random(in: 0...255, using: &random)
        }
        try bytes.write(to: damaged)
        for list in (Self.movie(damaged) ?? [])
          + (PacketList.ofMatroska(at: damaged.path) ?? []) where list.media == .video
        {
          let times = PictureTimes(list)
          #expect(times.frame(at: times.length) ?? 0 <= list.packets.count)
        }
      }
    }
  }

  /// The tables of a header with one track; `nil` if they are refused.
  private func lists(_ handler: String, _ tables: [UInt8]) throws -> [PacketList]? {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    let media =
      BoxTree.box(
        "mdhd", BoxTree.word(0, bytes: 12) + BoxTree.word(1_000) + BoxTree.word(0, bytes: 8))
      + BoxTree.box(
        "hdlr", BoxTree.word(0, bytes: 8) + Array(handler.utf8) + BoxTree.word(0, bytes: 13))
      + BoxTree.box("minf", BoxTree.box("stbl", tables))
    let track =
      BoxTree.box(
        "tkhd", BoxTree.word(0, bytes: 12) + BoxTree.word(1) + [UInt8](repeating: 0, count: 68))
      + BoxTree.box("mdia", media)
    let movie =
      BoxTree.word(0, bytes: 12) + BoxTree.word(1_000) + [UInt8](repeating: 0, count: 84)
    let header = BoxTree.box(
      "moov", BoxTree.box("mvhd", movie) + BoxTree.box("trak", track))
    try Data(header).write(to: file)
    return Self.movie(file)
  }

  private func table(_ kind: String, _ words: [Int]) -> [UInt8] {
    BoxTree.box(kind, words.flatMap { BoxTree.word($0) })
  }

  @Test func `enormous durations do not overflow`() throws {
    let longest = 0xFFFF_FFFF
    let sound = try lists("soun", table("stts", [0, 2, longest, longest, longest, longest]))
    #expect(sound?.first.map { $0.mediaEnd > 0 } == true)
    let picture = try lists(
      "vide",
      table("stts", [0, 1, 3, longest]) + table("ctts", [0, 1, 3, 0x7FFF_FFFF])
        + table("stsz", [0, 0, 3, 9, 9, 9]))
    let list = try #require(picture?.first)
    #expect(list.packets.count == 3)
    #expect(PictureTimes(list).length > .zero)
  }

  @Test func `a small file cannot claim millions of packets`() throws {
    // Of one size, and with a table of sizes that is not there.
    for size in [1, 0] {
      let tables = table("stts", [0, 1, 16_000_000, 1]) + table("stsz", [0, size, 16_000_000])
      #expect(try lists("vide", tables) == nil)
    }
  }

  @Test(arguments: ["mp4", "mkv"]) func `enormous times of fragments and clusters do not overflow`(
    fileExtension: String
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("film.\(fileExtension)")
    let layout = fileExtension == "mp4" ? ["-movflags", "frag_keyframe+empty_moov"] : []
    try await ChildProcess(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=30:duration=1",
        "-c:v", "libx264", "-pix_fmt", "yuv420p",
      ] + layout + [file.path], timeout: .seconds(60)
    ).check()
    var data = try Data(contentsOf: file)
    let greatest = Data([0x7F] + [UInt8](repeating: 0xFF, count: 7))
    if fileExtension == "mp4" {
      let place = try #require(data.firstRange(of: Data("tfdt".utf8))).upperBound
      try #require(data[place] == 1)
      data.replaceSubrange(place + 4..<place + 12, with: greatest)
    } else {
      let cluster = try #require(data.firstRange(of: Data([0x1F, 0x43, 0xB6, 0x75]))).upperBound
      let time = try #require(data[cluster...].firstRange(of: Data([0xE7, 0x81]))).lowerBound
      data.replaceSubrange(time..<time + 3, with: Data([0xE7, 0x88]) + greatest)
    }
    try data.write(to: file)
    let times = PictureTimes(try #require(Self.list(of: file)))
    #expect(times.frames.count > 0 && times.length >= .zero)
    #expect(times.frames.usualDuration.map { $0 > .zero } ?? true)
    #expect(times.frame(at: times.length) != nil)
  }
}
