import Cutaway
import Foundation
import TestSupport
import Testing

/// Random cut lists over several sources; `CUTAWAY_SMART_CASES` sets their number,
/// `CUTAWAY_SMART_SEED` the first seed and `CUTAWAY_SMART_STEP` the distance of seeds: with 4, all lists
/// have the same sources.
@Suite(.serialized) struct SmartRandomTests {
  @Test func `every frame of random cut lists is right`() async throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["CUTAWAY_SMART_CASES"].flatMap { Int($0) } ?? 25
    let first = environment["CUTAWAY_SMART_SEED"].flatMap { UInt64($0) } ?? 0
    let step = environment["CUTAWAY_SMART_STEP"].flatMap { UInt64($0) } ?? 1
    try await check((0..<UInt64(count)).map { first + $0 * step })
  }

  @Test(arguments: SmartFrameTests.encodings)
  func `every frame of random cut lists is right where frames describe themselves`(
    encoding: SmartFrameTests.Encoding
  ) async throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["CUTAWAY_SMART_CASES"].flatMap { Int($0) } ?? 25
    let first = environment["CUTAWAY_SMART_SEED"].flatMap { UInt64($0) } ?? 0
    let family = [try await encoding.source(), try await encoding.source(clip: 2)]
    try await check(
      Array(first..<first + UInt64(max(1, count / 8))), [family], as: encoding.types[0])
  }

  /// Lists that begin without reordered frames, and encode the end of the first copy.
  @Test func `lists whose reordering grows are right`() async throws {
    try await check([201_564, 201_953, 203_017, 203_293, 204_909])
  }

  private func check(_ seeds: [UInt64]) async throws {
    // Films of one codec and one depth: sources of others would be rendered in other colours.
    let (avc, hevc, deep) = (
      try await sources(["closed", "open", "without B-frames", "slices"]),
      try await sources(["HEVC", "closed HEVC"]), try await sources(["deep"])
    )
    try await check(seeds, [avc, avc, hevc, deep], as: .mp4)
  }

  private func check(
    _ seeds: [UInt64], _ families: [[URL]], as type: ExportFileType
  ) async throws {
    // Matroska has whole milliseconds.
    let tolerance = type == .mkv || type == .webm ? 0.000_51 : 0.000_001
    var copied: Int64 = 0, all: Int64 = 0
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let family = families[Int(seed % UInt64(families.count))]
      let cuts = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        let start = Int.random(in: 0..<140, using: &random)
        let length = Int.random(in: 1...min(70, 150 - start), using: &random)
        return (
          source: Int.random(in: 0..<family.count, using: &random), frames: start..<start + length
        )
      }
      let edit = try SmartEdit(family, cuts)
      defer { edit.folder.remove() }
      let file = edit.folder.file("film.\(type.rawValue)")
      let session = ExportSession(edit.composition, settings: edit.settings)
      try await session.export(to: file.path, as: type)
      guard let summary = session.smartSummary else {
        // Nothing was copied: an ordinary export, in other colours.
        #expect(
          try await RawVideo.read(file).frameNumbers() == edit.expected.map(\.frame), "seed \(seed)"
        )
        continue
      }
      try await edit.check(
        SmartEdit.Film(file: file, summary: summary, warnings: []), cuts: "seed \(seed)")
      let times = try await Packets.times(file)
      #expect(
        times.enumerated().allSatisfy { abs($1 - Double($0) / 30) < tolerance }, "seed \(seed)")
      copied += summary.copiedFrames
      all += summary.copiedFrames + summary.encodedFrames
    }
    print("copied \(copied) of \(all) frames of \(seeds.count) films")
    #expect(copied > 0)
  }

  private func sources(_ names: [String]) async throws -> [URL] {
    var files: [URL] = []
    for (index, name) in names.enumerated() {
      files.append(try await SmartTests.source(name, clip: UInt8(index + 1)))
    }
    return files
  }
}
