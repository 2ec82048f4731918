import Cutaway
import CutawayModel
import Foundation
import TestSupport
import Testing

/// Several files of one rendering.
@Suite(.serialized) struct FilesTests {
  private let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  private func files(_ names: String...) -> [ExportSession.File] {
    names.map { name in
      let ending = name.split(separator: ".").last ?? ""
      let type = ExportFileType.allCases.first { $0.pathExtensions.contains(String(ending)) }
      return ExportSession.File(folder.file(name).path, as: type ?? .mp4)
    }
  }

  @Test func `each file is that of an export of its own`() async throws {
    defer { folder.remove() }
    let edit = try await Edit.twoSeconds()
    let files = files("a.mp4", "b.webm", "c.wav", "d.mkv", "e.mov", "f.m4a")
    try await ExportSession(edit).export(to: files)
    for file in files {
      let single = folder.file("single").path
      var settings = ExportSession.Settings()
      settings.overwrites = true
      try await ExportSession(edit, settings: settings).export(to: single, as: file.fileType)
      let isEqual =
        try Data(contentsOf: URL(fileURLWithPath: file.path))
        == Data(contentsOf: URL(fileURLWithPath: single))
      #expect(isEqual, "\(file.path)")
    }
    for name in ["a.mp4", "b.webm", "d.mkv", "e.mov"] {
      let film = try await RawVideo.read(folder.file(name))
      #expect(film.frameNumbers() == Array(15..<75), "\(name)")
    }
  }

  @Test func `subtitles and metadata are in each file`() async throws {
    defer { folder.remove() }
    var edit = try await Edit.twoSeconds()
    let lines = folder.file("lines.srt")
    try Data("1\n00:00:00,600 --> 00:00:01,900\nHello\n".utf8).write(to: lines)
    edit.assets.append(Asset(id: "lines", location: lines.path))
    let range = edit.tracks[0].segments[0].target
    edit.tracks.append(
      try Track(
        id: "lines", mediaType: .subtitle,
        segments: [Segment(target: range, media: .init(asset: "lines", source: range))]))
    var settings = ExportSession.Settings()
    settings.metadata = ["title": "Lake"]
    let files = files("a.mkv", "b.mkv", "c.mp4")
    try await ExportSession(edit, settings: settings).export(to: files)
    for file in files {
      let streams = try await ChildProcess(
        "ffprobe",
        ["-v", "error", "-show_entries", "stream=codec_type:format_tags=title", file.path]
      ).check().outputText
      #expect(streams.contains("codec_type=subtitle"), "\(file.path): \(streams)")
      #expect(streams.lowercased().contains("title=lake"), "\(file.path): \(streams)")
    }
  }

  @Test func `nothing is written if one of the files cannot be`() async throws {
    defer { folder.remove() }
    let edit = try await Edit.twoSeconds()
    try Data("mine".utf8).write(to: folder.file("b.webm"))
    var copying = ExportSession.Settings()
    copying.copiesSpans = true
    for (files, preset, settings) in [
      (files("a.mp4", "b.webm"), ExportPreset.highestQuality, ExportSession.Settings()),
      (files("a.mp4", "a.mp4"), .highestQuality, .init()),
      (files("a.mp4", "c.png"), .highestQuality, .init()),
      (files("a.mp4", "c.webm"), .hevcHighestQuality, .init()),
      (files("a.mp4", "c.mov"), .passthrough, .init()),
      (files("a.mp4", "c.mov"), .highestQuality, copying),
    ] {
      await #expect(throws: ExportError.self, "\(files)") {
        try await ExportSession(edit, preset: preset, settings: settings).export(to: files)
      }
      #expect(try folder.names() == ["b.webm"])
    }
  }

  @Test func `a film without sound has no sound file`() async throws {
    defer { folder.remove() }
    let edit = try await Edit.twoSeconds([.video])
    await #expect(throws: ExportError.self) {
      try await ExportSession(edit).export(to: files("a.mp4", "b.wav"))
    }
    #expect(try folder.names().isEmpty)
    try await ExportSession(edit).export(to: files("a.mp4", "b.mkv"))
    #expect(try folder.names() == ["a.mp4", "b.mkv"])
  }
}
