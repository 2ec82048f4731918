import Cutaway
import CutawayDiagnostics
import Foundation
import TestSupport
import Testing

/// Subtitles that cannot be exported.
@Suite(.serialized) struct SubtitleFaultTests {
  private let edits: SubtitleEdit
  private var folder: TemporaryDirectory { edits.folder }

  init() throws { edits = SubtitleEdit(folder: try TemporaryDirectory()) }

  @Test(arguments: [
    ("not subtitles at all", "s.srt"), ("1\n00:00:01,000 --> 00:00:02,000\n", "missing.srt"),
  ])
  func `an invalid subtitle file is an error that names it`(
    text: String, name: String
  ) async throws {
    defer { folder.remove() }
    if name == "s.srt" { _ = try edits.write(text, name) }
    let error = await #expect(throws: ExportError.self) {
      try await ExportSession(try await edits.edit(folder.file(name).path))
        .export(to: folder.file("film.mp4").path, as: .mp4)
    }
    #expect(error?.code == .unreadableMedia)
    #expect(error?.message.contains(name) == true)
    #expect(try folder.names().contains("film.mp4") == false)
  }

  @Test func `an overlong cue is an error with its time`() async throws {
    defer { folder.remove() }
    let long = String(repeating: "lang ", count: 10_000)
    let file = try edits.write("1\n00:00:00,250 --> 00:00:00,750\n\(long)\n\n", "s.srt")
    let error = await #expect(throws: ExportError.self) {
      try await ExportSession(try await edits.edit(file.path))
        .export(to: folder.file("film.mp4").path, as: .mp4)
    }
    #expect(error?.code == .unreadableMedia)
    #expect(error?.message.contains("0.25 s") == true)
  }

  @Test func `too many cues at a time are an error`() async throws {
    defer { folder.remove() }
    let texts = (1...17).map { "\($0)\n00:00:00,\(100 + $0) --> 00:00:01,000\nx\n" }
    let file = try edits.write(texts.joined(separator: "\n"), "s.srt")
    let error = await #expect(throws: ExportError.self) {
      try await ExportSession(try await edits.edit(file.path))
        .export(to: folder.file("film.mp4").path, as: .mp4)
    }
    #expect(error?.code == .unreadableMedia)
    #expect(error?.message.contains("s.srt") == true && error?.message.contains("16") == true)
  }
}
