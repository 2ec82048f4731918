import Cutaway
import Foundation
import TestSupport
import Testing

/// Parts of exports that copy the packets of unchanged frames.
@Suite(.serialized) struct SmartPartTests {
  /// Renders a film in parts with chunks of 2 s, and joins them.
  private func film(
    _ edit: SmartEdit, parts count: Int, _ type: ExportFileType
  ) async throws -> SmartEdit.Film {
    let folder = edit.folder.file("parts-\(count)")
    for number in (0...count).reversed() {
      var part = ExportPart(number, of: count)
      part.chunkLength = MediaTime(2)
      try await ExportSession(edit.composition, settings: edit.settings)
        .renderPart(part, into: folder, as: type)
    }
    let file = edit.folder.file("film-\(count).\(type.pathExtensions[0])")
    let summary = try await PartsFolder(folder).join(to: file.path)
    return SmartEdit.Film(file: file, summary: try #require(summary), warnings: [])
  }

  private func plan(_ edit: SmartEdit, _ type: ExportFileType) async throws -> RenderPlan {
    try await ExportSession(edit.composition, settings: edit.settings)
      .renderPlan(as: type, chunkLength: MediaTime(2))
  }

  @Test(arguments: [
    ("closed", ExportFileType.mp4), ("without B-frames", .mkv), ("slices", .mov), ("deep", .ts),
    ("closed HEVC", .mp4), ("HEVC", .mkv), ("ProRes", .mov),
  ])
  func `the bytes do not depend on the number of parts, and every frame is right`(
    name: String, type: ExportFileType
  ) async throws {
    let isProRes = name == "ProRes"
    let source = try await SmartTests.source(
      isProRes
        ? SmartFrameTests.proRes("standard")
        : SmartTests.encodings.first { $0.name == name }?.arguments ?? [],
      ending: isProRes ? "mov" : "mp4", sound: true)
    let edit = try SmartEdit(
      [source], [(0, 3..<147), (0, 30..<41), (0, 0..<150), (0, 10..<130)], sound: true)
    defer { edit.folder.remove() }
    // Groups of HEVC are open, so a film in it has borders at joins only, where none may be.
    let chunks = try await plan(edit, type).chunks.count
    #expect(name == "HEVC" ? chunks == 1 : chunks > 3)
    let one = try await film(edit, parts: 1, type)
    try await edit.check(one)
    #expect(one.summary.copiedFrames > 300)
    let bytes = try Data(contentsOf: one.file)
    for count in [2, 7] {
      let other = try await film(edit, parts: count, type)
      let isEqual = try Data(contentsOf: other.file) == bytes
      #expect(isEqual, "\(count) parts")
      #expect(other.summary == one.summary)
    }
    // One export copies and encodes the same frames.
    let whole = try await edit.export(type)
    #expect(whole.summary.spans == one.summary.spans)
    let times = try await Packets.times(one.file)
    #expect(times.count == edit.expected.count)
    // Matroska has whole milliseconds.
    let tolerance = type == .mkv ? 0.000_51 : 0.000_02
    for (frame, time) in times.enumerated() {
      #expect(abs(time - times[0] - Double(frame) / 30) < tolerance)
    }
    if type == .mp4 || type == .mov { #expect(times.first == 0) }
  }

  @Test func `encoded spans after each other are chunks`() async throws {
    // No key frame is in these cuts, so no frame but those of the last one is copied.
    let cuts = (0..<38).map { _ in (source: 0, frames: 26..<43) } + [(source: 0, frames: 0..<150)]
    let edit = try SmartEdit([try await SmartTests.source("closed")], cuts)
    defer { edit.folder.remove() }
    #expect(try await plan(edit, .mp4).chunks.count > 3)
    let one = try await film(edit, parts: 1, .mp4)
    try await edit.check(one)
    #expect(one.summary.copiedFrames == 150)
    let bytes = try Data(contentsOf: one.file)
    let isEqual = try Data(contentsOf: try await film(edit, parts: 3, .mp4).file) == bytes
    #expect(isEqual)
  }

  @Test func `a rotated film stays rotated`() async throws {
    let turned = try await TestMedia(
      .mp4, video: .init(width: 192, height: 112, frameCount: 150, orientation: .rotate90)
    ).file()
    let edit = try SmartEdit([turned], [(0, 0..<150)])
    defer { edit.folder.remove() }
    let film = try await film(edit, parts: 2, .mp4)
    #expect(film.summary.copiedFrames == 150)
    for file in [turned, film.file] {
      let rotation = try await ChildProcess(
        "ffprobe",
        [
          "-v", "error", "-show_entries", "stream_side_data=rotation", "-of", "csv=p=0", file.path,
        ]
      ).check().outputText
      #expect(rotation.contains("90"), "\(file.lastPathComponent): \(rotation)")
    }
  }
}
