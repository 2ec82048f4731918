import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Folders for HTTP Live Streaming.
@Suite(.serialized) struct LiveStreamingTests {
  private static let media = TestMedia(
    video: .init(width: 960, height: 540, frameCount: 420, keyFrameInterval: 60, clip: 92),
    audio: .init())

  private let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  private func edit(hasSound: Bool = true) async throws -> Composition {
    let range = TimeRange(start: .zero, duration: MediaTime(13))
    return Composition(
      assets: [Asset(id: "film", location: try await Self.media.file().path)],
      tracks: try [Track.MediaType.video, .audio].prefix(hasSound ? 2 : 1).map { kind in
        try Track(
          id: Track.ID(kind.rawValue), mediaType: kind,
          segments: [Segment(target: range, media: .init(asset: "film", source: range))])
      })
  }

  private func probe(_ arguments: String...) async throws -> String {
    try await ChildProcess("ffprobe", ["-v", "error"] + arguments).check().outputText
  }

  private func keyTimes(_ name: String) async throws -> [Double] {
    try await probe(
      "-select_streams", "v", "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0",
      folder.file("s/\(name)").path
    ).split(separator: "\n").filter { $0.contains("K") }
      .compactMap { Double($0.prefix { $0 != "," }) }
  }

  private func lines(_ name: String) throws -> [String] {
    try String(contentsOf: folder.file("s/\(name)"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  /// The bit rate of the largest segment of a playlist.
  private func peak(of name: String) throws -> Double {
    let lines = try lines(name)
    let lengths = lines.filter { $0.hasPrefix("#EXTINF") }.compactMap {
      Double($0.dropFirst(8).dropLast())
    }
    let sizes = lines.filter { $0.hasPrefix("#EXT-X-BYTERANGE") }.compactMap {
      Double($0.dropFirst(17).prefix { $0 != "@" })
    }
    #expect(lengths.count == sizes.count)
    return zip(sizes, lengths).map { $0 * 8 / $1 }.max() ?? 0
  }

  @Test func `all sizes have their key frames at the same times`() async throws {
    defer { folder.remove() }
    try await ExportSession(edit()).exportStream(to: folder.file("s"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("s").path).sorted()
    #expect(
      names == [
        "480p.m3u8", "480p.mp4", "540p.m3u8", "540p.mp4", "index.m3u8", "sound.m3u8", "sound.mp4",
      ])
    for name in ["540p.m3u8", "480p.m3u8"] {
      let times = try await keyTimes(name)
      #expect(times.count == 7, "\(name)")
      for (index, time) in times.enumerated() { #expect(abs(time - 2 * Double(index)) < 0.002) }
      // Segments of 6, 6 and 1 s, each of which starts at a key frame.
      #expect(
        try lines(name).filter { $0.hasPrefix("#EXTINF") }
          == ["#EXTINF:6.000000,", "#EXTINF:6.000000,", "#EXTINF:1.000000,"])
    }
    // The sizes show the same frames.
    for (name, size) in [("540p", (960, 540)), ("480p", (854, 480))] {
      let film = try await RawVideo.read(folder.file("s/\(name).mp4"))
      #expect(film.count == 390)
      #expect(film.width == size.0 && film.height == size.1)
      #expect([0, 59, 60, 200, 389].map { film[$0].code()?.frame } == [0, 59, 60, 200, 389])
      let decoded = try await probe(
        "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames", "-of",
        "csv=p=0", folder.file("s/\(name).m3u8").path)
      #expect(decoded.split(separator: "\n").first == "390")
    }
  }

  @Test func `the index says what players need to choose`() async throws {
    defer { folder.remove() }
    try await ExportSession(edit()).exportStream(to: folder.file("s"))
    let index = try lines("index.m3u8")
    #expect(index[0...2] == ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"])
    let large = try #require(index.first { $0.contains("RESOLUTION=960x540") })
    #expect(index.contains { $0.contains("RESOLUTION=854x480") })
    #expect(large.contains("FRAME-RATE=30.000,VIDEO-RANGE=SDR,AUDIO=\"sound\""))
    // H.264 High, level 3.1, by ffprobe.
    #expect(large.contains(#"CODECS="avc1.64001F,mp4a.40.2""#))
    let profile = try await probe(
      "-select_streams", "v", "-show_entries", "stream=profile,level", "-of", "csv=p=0",
      folder.file("s/540p.mp4").path)
    #expect(profile.trimmingCharacters(in: .whitespacesAndNewlines) == "High,31")
    // The peak is that of the largest segments.
    let peaks = try ["540p.m3u8", "sound.m3u8"].map(peak)
    #expect(large.contains("BANDWIDTH=\(Int((peaks[0] + peaks[1]).rounded(.up))),"))
    // Both streams play by the index, and last 13 s.
    let streams = try await probe(
      "-show_entries", "stream=codec_name", "-of", "csv=p=0", folder.file("s/index.m3u8").path)
    #expect(streams.contains("h264") && streams.contains("aac"))
    let length = try await probe(
      "-show_entries", "format=duration", "-of", "csv=p=0", folder.file("s/index.m3u8").path)
    #expect(abs((Double(length.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) - 13) < 0.1)
  }

  @Test func `a stream for MPEG-DASH has the same media with an index`() async throws {
    defer { folder.remove() }
    try await ExportSession(edit()).exportStream(to: folder.file("s"), formats: [.hls, .dash])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("s").path).sorted()
    #expect(
      names == [
        "480p.m3u8", "480p.mp4", "540p.m3u8", "540p.mp4", "index.m3u8", "index.mpd", "sound.m3u8",
        "sound.mp4",
      ])
    let text = try lines("index.mpd").joined(separator: "\n")
    #expect(text.contains(#"mediaPresentationDuration="PT13.000S""#))
    for (name, lengths) in [("540p", [6, 6, 1]), ("480p", [6, 6, 1]), ("sound", [6, 6, 1])] {
      let part = try #require(text.range(of: "<Representation id=\"\(name)\""))
      let representation = text[part.lowerBound...]
      func range(_ attribute: String) throws -> ClosedRange<Int> {
        let start = try #require(representation.range(of: "\(attribute)=\""))
        let numbers = representation[start.upperBound...].prefix { $0 != "\"" }
          .split(separator: "-").compactMap { Int($0) }
        try #require(numbers.count == 2)
        return numbers[0]...numbers[1]
      }
      let file = [UInt8](try Data(contentsOf: folder.file("s/\(name).mp4")))
      let (header, index) = (try range("Initialization range"), try range("indexRange"))
      #expect(header.lowerBound == 0 && header.upperBound + 1 == index.lowerBound)
      // Read by the definition of the box, version 1.
      func number(_ offset: Int, _ width: Int = 4) -> Int {
        file[index.lowerBound + offset..<index.lowerBound + offset + width]
          .reduce(0) { $0 << 8 | Int($1) }
      }
      #expect(
        number(0) == index.count
          && Array(file[index.lowerBound + 4..<index.lowerBound + 8]) == Array("sidx".utf8))
      let scale = number(16)
      var place = index.upperBound + 1 + number(28, 8), total = 0.0
      #expect(number(38, 2) == lengths.count)
      for (segment, length) in lengths.enumerated() {
        #expect(Array(file[place + 4..<place + 8]) == Array("moof".utf8))
        // Fragments of sound last up to a frame and a packet longer than those of video.
        let duration = Double(number(44 + 12 * segment)) / Double(scale)
        let excess = name == "sound" ? 3 * (1.0 / 30 + 1024.0 / 48_000) : 0
        #expect(abs(duration - Double(length)) < 0.001 + excess, "\(name): \(duration)")
        total += duration
        place += number(40 + 12 * segment)
      }
      #expect(abs(total - 13) < 0.001)
      // After the last segment, only the list of fragments may follow.
      #expect(place == file.count || Array(file[place + 4..<place + 8]) == Array("mfra".utf8))
    }
    let mpd = folder.file("s/index.mpd").path
    let streams = try await probe(
      "-show_entries", "stream=codec_name,height", "-of", "csv=p=0", mpd)
    #expect(streams.contains("h264,540") && streams.contains("h264,480") && streams.contains("aac"))
    let copy = folder.file("copy.mkv")
    _ = try await ChildProcess(
      "ffmpeg", ["-v", "error", "-i", mpd, "-map", "0:v:0", "-c", "copy", copy.path]
    ).check()
    let film = try await RawVideo.read(copy)
    #expect(film.count == 390)
    #expect([0, 59, 60, 200, 389].map { film[$0].code()?.frame } == [0, 59, 60, 200, 389])
  }

  @Test func `the sound starts with the picture`() async throws {
    defer { folder.remove() }
    try await ExportSession(edit()).exportStream(to: folder.file("s"))
    let first = try await probe(
      "-select_streams", "a", "-show_entries", "packet=pts_time", "-of", "csv=p=0",
      folder.file("s/sound.mp4").path
    ).split(separator: "\n").first.flatMap { Double($0.prefix { $0 != "," }) }
    // The packet before the first sample, which the edit list hides.
    #expect(abs((first ?? 9) + 1024.0 / 48_000) < 0.001)
  }

  @Test func `a film without sound has a stream without sound`() async throws {
    defer { folder.remove() }
    try await ExportSession(edit(hasSound: false)).exportStream(to: folder.file("s"))
    let index = try lines("index.m3u8")
    #expect(!index.contains { $0.contains("AUDIO") || $0.contains("mp4a") })
    #expect(!FileManager.default.fileExists(atPath: folder.file("s/sound.mp4").path))
  }

  @Test func `existing files stay, and a preset with other codecs is refused`() async throws {
    defer { folder.remove() }
    try FileManager.default.createDirectory(
      at: folder.file("s"), withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: folder.file("s/480p.mp4"))
    let edit = try await edit()
    await #expect(throws: ExportError.self) {
      try await ExportSession(edit).exportStream(to: folder.file("s"))
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("s").path) == ["480p.mp4"])
    #expect(try Data(contentsOf: folder.file("s/480p.mp4")) == Data("mine".utf8))
    await #expect(throws: ExportError.self) {
      try await ExportSession(edit, preset: .hevcHighestQuality)
        .exportStream(to: folder.file("t"))
    }
  }
}
