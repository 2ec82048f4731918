import Cutaway
import CutawayContainers
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import Foundation
import TestSupport
import Testing

@Suite struct ProbeCacheTests {
  private let media = MediaDescription(
    duration: MediaTime(1001, over: 30_000), container: "Matroska",
    videoTracks: [
      .init(
        size: PixelSize(width: 640, height: 360), frameDuration: MediaTime(1, over: 25),
        orientation: .flipRotate90, codec: "VP8", colorimetry: "bt709", hasAlpha: true,
        duration: MediaTime(2)),
      .init(size: PixelSize(width: 2, height: 4), frameDuration: nil),
    ], audioTracks: [.init(sampleRate: 44_100, channels: 6, codec: "FLAC", duration: MediaTime(3))],
    isDurationEstimated: true)

  /// Runs `body` with a cache and a file.
  private func inFolder(
    limit: Int = 4, _ body: (ProbeCache, _ folder: URL, _ file: URL) throws -> Void
  ) throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("clip.mkv")
    try Data("some media".utf8).write(to: file)
    let cache = ProbeCache(folder: folder.file("cache").path, limit: limit)
    try body(cache, folder.file("cache"), file)
  }

  private func records(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
  }

  @Test func `a stored record is found again`() throws {
    try inFolder { cache, _, file in
      let identity = try #require(FileIdentity(location: file.path))
      #expect(cache.description(of: identity) == nil)
      cache.store(media, of: identity)
      #expect(cache.description(of: identity) == media)
      #expect(FileIdentity(location: file.absoluteString) == identity)
    }
  }

  @Test func `a changed file has no record`() throws {
    try inFolder { cache, _, file in
      cache.store(media, of: try #require(FileIdentity(location: file.path)))
      try Data("other media".utf8).write(to: file)
      let changed = try #require(FileIdentity(location: file.path))
      #expect(cache.description(of: changed) == nil)
    }
  }

  @Test func `a truncated or changed record is read correctly or not at all`() throws {
    try inFolder { cache, folder, file in
      let identity = try #require(FileIdentity(location: file.path))
      cache.store(media, of: identity)
      let record = try #require(try records(in: folder).first)
      let text = try Data(contentsOf: record)
      for length in 0..<text.count {
        try text.prefix(length).write(to: record)
        _ = cache.description(of: identity)
        try (text.prefix(length) + [0xFF] + text.dropFirst(length + 1)).write(to: record)
        #expect(cache.description(of: identity) == nil)
      }
    }
  }

  @Test func `the packets of a file are found again, unless the file or the record changes`() throws
  {
    try inFolder { cache, folder, file in
      let identity = try #require(FileIdentity(location: file.path))
      #expect(cache.tracks(of: identity) == nil)
      var list = PacketList(trackNumber: 0, media: .video, tick: MediaTime(1, over: 90_000))
      list.packets = (0..<9).map { PacketList.Packet(time: $0 * 3_600, isKey: $0 == 0) }
      let track = ScannedTrack(
        list: list, isComplete: true, hasAllTimes: true, first: .zero, end: MediaTime(9, over: 25),
        sum: nil)
      cache.keep([track], of: identity)
      #expect(cache.tracks(of: identity) == [track])
      let record = try #require(
        try FileManager.default.contentsOfDirectory(
          at: folder.appending(path: "indexes"), includingPropertiesForKeys: nil
        ).first)
      let bytes = try Data(contentsOf: record)
      for length in 0..<bytes.count {
        try bytes.prefix(length).write(to: record)
        #expect(cache.tracks(of: identity) == nil)
        try (bytes.prefix(length) + [bytes[length] ^ 4] + bytes.dropFirst(length + 1)).write(
          to: record)
        #expect(cache.tracks(of: identity) == nil)
      }
      try bytes.write(to: record)
      #expect(cache.tracks(of: identity) == [track])
      try Data("other media".utf8).write(to: file)
      #expect(cache.tracks(of: try #require(FileIdentity(location: file.path))) == nil)
      // What was read while the file grew belongs to no version.
      cache.keep([track], of: identity)
      #expect(cache.tracks(of: try #require(FileIdentity(location: file.path))) == nil)
    }
  }

  @Test func `the oldest of too many records are removed`() throws {
    try inFolder { cache, folder, file in
      for index in 0..<9 {
        let clip = file.deletingLastPathComponent().appendingPathComponent("\(index)")
        try Data("\(index)".utf8).write(to: clip)
        cache.store(media, of: try #require(FileIdentity(location: clip.path)))
      }
      cache.prune()
      #expect(try records(in: folder).count == 3)
      cache.prune()
      #expect(try records(in: folder).count == 3)
    }
  }

  @Test func `any text can be stored`() throws {
    try inFolder { cache, _, file in
      let identity = try #require(FileIdentity(location: file.path))
      var odd = media
      odd.container = "two\nlines\t\"ü\"\0"
      cache.store(odd, of: identity)
      #expect(cache.description(of: identity) == odd)
    }
  }

  @Test func `a location that is not a local file has no identity`() {
    for location in ["/nowhere/at/all.mp4", "http://example.org/a.mp4", "/", "color:ff0000ff@2x2"] {
      #expect(FileIdentity(location: location) == nil)
    }
  }
}
