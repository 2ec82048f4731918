import Foundation

/// The chapters of a file, read as the specification of text tracks defines.
struct ChapterReading {
  var titles: [String] = []
  /// In ticks, from the start of the movie.
  var starts: [Int] = []
  var end: Int
  var timescale: Int
  var language: String
  var isEnabled: Bool

  init(_ file: URL) throws {
    let tree = try BoxTree(file)
    let tracks = try tree.all("moov/trak")
    let named = try tree.one("moov/trak/tref/chap")
    let track = try tracks.first { try Self.number(of: $0) == named.number(at: 0) }
    guard let track else { throw BoxTree.Broken(message: "no track \(named.number(at: 0))") }
    isEnabled = try track.one("tkhd").number(at: 0) & 1 != 0
    let header = try track.one("mdia/mdhd")
    timescale = header.number(at: 20)
    let packed = header.number(at: 32, bytes: 2)
    language = String(
      decoding: [10, 5, 0].map { UInt8(packed >> $0 & 31) + 0x60 }, as: UTF8.self)

    let table = try track.one("mdia/minf/stbl")
    let sizes = try table.one("stsz")
    let count = sizes.number(at: 8)
    let durations = try table.one("stts")
    let toChunk = try table.one("stsc")
    guard durations.number(at: 4) == count, toChunk.numbers(at: 4, count: 3) == [1, 1, count] else {
      throw BoxTree.Broken(message: "tables do not fit")
    }
    var place = try table.all("stco").map { $0.number(at: 8) }.first ?? 0
    var time = 0
    for index in 0..<count {
      let size = sizes.number(at: 12 + index * 4)
      let sample = tree.file(place, size)
      let length = Int(sample[0]) << 8 | Int(sample[1])
      guard Array(sample[(2 + length)...]) == BoxTree.box("encd", [0, 0, 1, 0]) else {
        throw BoxTree.Broken(message: "no Unicode")
      }
      titles.append(String(decoding: sample[2..<2 + length], as: UTF8.self))
      starts.append(time)
      time += durations.number(at: 12 + index * 8)
      place += size
    }
    end = time
  }

  private static func number(of track: BoxTree) throws -> Int {
    let header = try track.one("tkhd")
    return header.number(at: header.number(at: 0, bytes: 1) == 1 ? 20 : 12)
  }
}
