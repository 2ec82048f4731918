import CutawayContainers
import CutawayDiagnostics
import Foundation
import TestSupport
import Testing

@Suite struct LanguageAndTimeTests {
  let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  @Test(arguments: [
    ("de", "deu", nil), ("eng", "eng", nil), ("pt-BR", "por", "pt-BR"),
    ("zh-Hant-TW", "zho", "zh-Hant-TW"), ("und", "und", nil), ("nb", "nob", nil),
  ])
  func `a language is stored as three letters, and as a tag if that is more precise`(
    _ tag: String, _ code: String, _ extended: String?
  ) async throws {
    defer { folder.remove() }
    let file = try await Movies.film(in: folder)
    try finish(file) { $0.languages = [1: "sv-FI"] }
    try finish(file) { $0.languages = [1: tag, 0: "fr"] }
    let media = try BoxTree(file).all("moov/trak/mdia")
    #expect(try media.map { try language(of: $0) } == ["fra", code])
    #expect(
      try media[1].all("elng").map { $0.bytes }
        == (extended.map { [Data([0, 0, 0, 0] + Array($0.utf8) + [0])] } ?? []))
    #expect(try media[0].all("elng").isEmpty)
  }

  @Test(arguments: ["", "-", "deutsch-", "d e", "überall", "abcdefghij"])
  func `an invalid language is an error, and the file is unchanged`(_ tag: String) async throws {
    defer { folder.remove() }
    let file = try await Movies.film(in: folder)
    let before = try Data(contentsOf: file)
    let error = #expect(throws: ContainerError.self) {
      try finish(file) { $0.languages = [0: tag] }
    }
    #expect(error?.code == .invalidRequest)
    let other = #expect(throws: ContainerError.self) {
      try finish(file) { $0.languages = [2: "de"] }
    }
    #expect(other?.code == .invalidRequest)
    #expect(try Data(contentsOf: file) == before)
  }

  /// The 32-bit times of version 0 headers end on 6 February 2040.
  @Test(arguments: [
    ("2024-05-06T18:30:00Z", 0), ("2040-02-06T06:28:15Z", 0), ("2040-02-06T06:28:16Z", 1),
  ])
  func `all headers state the creation time`(_ text: String, _ version: Int) async throws {
    defer { folder.remove() }
    let file = try await Movies.film(in: folder)
    let before = try lengths(of: file)
    let date = try #require(ISO8601DateFormatter().date(from: text))
    let epoch = try #require(ISO8601DateFormatter().date(from: "1904-01-01T00:00:00Z"))
    try finish(file) { $0.creationTime = date }
    let tree = try BoxTree(file)
    let headers = try ["moov/mvhd", "moov/trak/tkhd", "moov/trak/mdia/mdhd"].flatMap {
      try tree.all($0)
    }
    #expect(headers.count == 5)
    for header in headers {
      #expect(header.number(at: 0, bytes: 1) == version)
      let width = version == 1 ? 8 : 4
      #expect(
        header.numbers(at: 4, count: 2, bytes: width)
          == [Int](repeating: Int(date.timeIntervalSince(epoch)), count: 2))
    }
    #expect(try lengths(of: file) == before)
    let video = try await RawVideo.read(file)
    #expect(video.frameNumbers() == Array(0..<30))
  }

  /// The timescales and durations of the headers.
  private func lengths(of file: URL) throws -> [[Int]] {
    let tree = try BoxTree(file)
    return try ["moov/mvhd", "moov/trak/tkhd", "moov/trak/mdia/mdhd"].flatMap { try tree.all($0) }
      .map { header in
        let isLong = header.number(at: 0, bytes: 1) == 1
        let scale = header.number(at: isLong ? 20 : 12)
        let place = (isLong ? 24 : 16) + (header.kind == "tkhd" ? 4 : 0)
        return [scale, header.number(at: place, bytes: isLong ? 8 : 4)]
      }
  }

  private func language(of media: BoxTree) throws -> String {
    let packed = try media.one("mdhd").number(at: 20, bytes: 2)
    return String(decoding: [10, 5, 0].map { UInt8(packed >> $0 & 31) + 0x60 }, as: UTF8.self)
  }
}
