import Cutaway
import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Exports that reach their size limit.
@Suite(.serialized) struct LengthLimitTests {
  private func export(
    _ composition: Composition, as fileType: ExportFileType, limit: Int64,
    in folder: TemporaryDirectory
  ) async throws -> (file: URL, warnings: [String]) {
    var settings = ExportSession.Settings()
    settings.fileLengthLimit = limit
    let warnings = Collector<Warning>()
    let session = ExportSession(composition, settings: settings, onWarning: warnings.add)
    let file = folder.file("film.\(fileType.pathExtensions[0])")
    try await session.export(to: file.path, as: fileType)
    return (file, warnings.elements.filter { $0.kind == .shortened }.map(\.message))
  }

  @Test(arguments: [ExportFileType.mp4, .mkv, .webm, .ts])
  func `a warning states the length of a file that its size limit cuts`(
    fileType: ExportFileType
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (file, warnings) = try await export(
      try await Edit.twoSeconds(), as: fileType, limit: 30_000, in: folder)
    let length = try #require(try await MediaProbe.describe(file.path).duration)
    #expect(length < MediaTime(2))
    #expect(try Data(contentsOf: file).count <= 30_000)
    #expect(
      warnings == [
        "the file ends at \(length.shortText) s: it would exceed its size limit of 30000 bytes"
      ])
  }

  @Test func `a cut FLAC file states its number of samples`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (file, warnings) = try await export(
      try await Edit.twoSeconds([.audio]), as: .flac, limit: 20_000, in: folder)
    let bytes = try Data(contentsOf: file)
    // 36 bits after the rate, channels and depth.
    let stated = bytes[22..<26].reduce(Int(bytes[21] & 0xF)) { $0 << 8 | Int($1) }
    let held = try await RawAudio.read(file).count
    #expect(stated == held)
    #expect(held > 0 && held < 96_000)
    #expect(warnings.first?.contains("\(Double(held) / 48_000) s") == true, "\(warnings)")
  }

  @Test(arguments: [ExportFileType.mp4, .mov, .mkv, .flac])
  func `a size limit without room for media is an error`(
    fileType: ExportFileType
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let composition = try await Edit.twoSeconds(fileType.hasVideo ? [.video, .audio] : [.audio])
    let error = await #expect(throws: ExportError.self) {
      try await export(composition, as: fileType, limit: 1, in: folder)
    }
    #expect(error?.code == .incompatible)
    #expect(try folder.names() == [])
  }
}
