import CutawayContainers
import CutawayDiagnostics
import CutawayTime
import Foundation
import TestSupport
import Testing

@Suite struct PlayedRangeTests {
  let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  private func samples(_ start: Int64, _ count: Int64) -> TimeRange {
    TimeRange(start: MediaTime(start, over: 48_000), duration: MediaTime(count, over: 48_000))
  }

  @Test func `an edit list states the played range of sound, and headers state its duration`()
    async throws
  {
    defer { folder.remove() }
    let file = try await Movies.sound(in: folder)
    let media = try BoxTree(file).one("moov/trak/mdia/mdhd").number(at: 16)
    try finish(file) { $0.playedRanges = [0: samples(1024, 24_000)] }
    let tree = try BoxTree(file)
    let movie = try tree.one("moov/mvhd"), timescale = movie.number(at: 12)
    #expect(movie.number(at: 16) == timescale / 2)
    #expect(try tree.one("moov/trak/tkhd").number(at: 20) == timescale / 2)
    // Version, then one entry: its duration, its start in the media, its rate.
    #expect(
      try tree.one("moov/trak/edts/elst").numbers(at: 0, count: 5)
        == [0, 1, timescale / 2, 1024, 0x1_0000])
    #expect(try tree.one("moov/trak/mdia/mdhd").number(at: 16) == media)
    // The edit list follows the track's header.
    #expect(try tree.one("moov/trak").boxes().map(\.kind).prefix(2) == ["tkhd", "edts"])
  }

  @Test func `a roll group states that each audio packet needs the one before it`() async throws {
    defer { folder.remove() }
    let file = try await Movies.film(in: folder)
    for _ in 0..<2 { try finish(file) { $0.playedRanges = [1: samples(1024, 48_000)] } }
    let tables = try BoxTree(file).all("moov/trak/mdia/minf/stbl")
    #expect(try tables[0].all("sgpd").isEmpty)
    let description = try tables[1].one("sgpd"), groups = try tables[1].one("sbgp")
    #expect(
      description.bytes == Data([1, 0, 0, 0] + "roll".utf8 + [0, 0, 0, 2, 0, 0, 0, 1, 255, 255]))
    let packets = try tables[1].one("stsz").number(at: 8)
    #expect(groups.numbers(at: 8, count: 3) == [1, packets, 1])
  }

  @Test func `a played range is clamped to the end of the media`() async throws {
    defer { folder.remove() }
    let file = try await Movies.sound(in: folder)
    try finish(file) { $0.playedRanges = [0: samples(2048, 480_000)] }
    let tree = try BoxTree(file)
    let media = try tree.one("moov/trak/mdia/mdhd"), movie = try tree.one("moov/mvhd")
    let length = Double(media.number(at: 16)) / Double(media.number(at: 12)) - 2048 / 48_000
    let played = try tree.one("moov/trak/edts/elst").number(at: 8)
    #expect(abs(Double(played) / Double(movie.number(at: 12)) - length) < 0.001)
  }

  @Test func `a missing track is an error, and the file is unchanged`() async throws {
    defer { folder.remove() }
    let file = try await Movies.sound(in: folder)
    let before = try Data(contentsOf: file)
    let error = #expect(throws: ContainerError.self) {
      try finish(file) { $0.playedRanges = [1: samples(0, 10)] }
    }
    #expect(error?.code == .invalidRequest)
    #expect(try Data(contentsOf: file) == before)
  }
}
