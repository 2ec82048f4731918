import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Several files of one export.
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

  /// The bytes of an export of its own, with the same settings.
  private func single(
    _ edit: Composition, _ file: ExportSession.File, _ settings: ExportSession.Settings
  ) async throws -> Data {
    let path = folder.file("single").path
    var settings = settings
    settings.overwrites = true
    try await ExportSession(edit, settings: settings).export(to: path, as: file.fileType)
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test(arguments: ["copied", "limited", "smart"])
  func `files that cannot share a rendering are those of exports of their own`(
    way: String
  ) async throws {
    defer { folder.remove() }
    var settings = ExportSession.Settings()
    switch way {
    case "copied": settings.copiesIfPossible = true
    case "limited": settings.fileLengthLimit = 60_000
    default: settings.copiesSpans = true
    }
    let source = try await FFmpegMedia(
      "mp4",
      ["-c:v", "libx264", "-g", "30", "-bf", "2", "-pix_fmt", "yuv420p", "-c:a", "aac"],
      video: .init(width: 320, height: 180, frameCount: 90), audio: .init()
    ).file()
    // Only the whole film can be copied as a whole.
    let range =
      way == "copied"
      ? TimeRange(start: .zero, duration: MediaTime(3))
      : TimeRange(start: MediaTime(1, over: 3), duration: MediaTime(2))
    let edit = Composition(
      assets: [Asset(id: "a", location: source.path)],
      tracks: try [Track.MediaType.video, .audio].map { type in
        try Track(
          id: Track.ID(type.rawValue), mediaType: type,
          segments: [
            Segment(
              target: TimeRange(start: .zero, duration: range.duration),
              media: .init(asset: "a", source: range))
          ])
      })
    let files = files("a.mp4", "b.mkv", "c.mov")
    let warnings = Collector<Warning>()
    let session = ExportSession(edit, settings: settings) { warnings.add($0) }
    var last = 0.0, isSteady = true
    async let end: Void = session.export(to: files)
    for await state in session.states(updateInterval: .zero) {
      guard case .exporting(let progress) = state else { continue }
      isSteady = isSteady && progress.fractionCompleted >= last
      last = progress.fractionCompleted
    }
    try await end
    #expect(isSteady && last == 1)
    for file in files {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
      guard way == "limited" else {
        #expect(try await bytes == single(edit, file, settings), "\(file.path)")
        continue
      }
      // Where a limit ends a file depends on when the data arrive.
      #expect(bytes.count <= 60_000)
      let frames = try await RawVideo.read(URL(fileURLWithPath: file.path)).frameNumbers()
      #expect(!frames.isEmpty && frames == Array(10..<10 + frames.count), "\(file.path)")
    }
    #expect((session.smartSummary != nil) == (way == "smart"))
    #expect(!warnings.elements.contains { $0.kind == .encoded })
    let shortened = warnings.elements.filter { $0.kind == .shortened }.map(\.message)
    #expect(shortened.count == (way == "limited" ? files.count : 0))
    if way == "limited" { #expect(zip(files, shortened).allSatisfy { $1.contains($0.path) }) }
  }

  @Test func `a film and its images are one export`() async throws {
    defer { folder.remove() }
    let edit = try await Edit.twoSeconds([.video])
    try await ExportSession(edit).export(to: [
      .init(folder.file("a.mp4").path, as: .mp4), .init(folder.file("%03d.png").path, as: .png),
    ])
    #expect(try folder.names().count == 61)
    #expect(try await RawVideo.read(folder.file("a.mp4")).frameNumbers() == Array(15..<75))
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
    var large = ExportSession.Settings()
    large.fileLengthLimit = 10
    for (files, preset, settings) in [
      (files("a.mp4", "b.webm"), ExportPreset.highestQuality, ExportSession.Settings()),
      (files("a.mp4", "a.mp4"), .highestQuality, .init()),
      (files("a.mp4", "c.png"), .highestQuality, .init()),
      (files("a.mp4", "c.webm"), .hevcHighestQuality, .init()),
      (files("a.mp4", "c.mov"), .passthrough, .init()),
      (files("a.mp4", "c.mov"), .highestQuality, large),
    ] {
      await #expect(throws: ExportError.self, "\(files)") {
        try await ExportSession(edit, preset: preset, settings: settings).export(to: files)
      }
      #expect(try folder.names() == ["b.webm"])
    }
  }

  @Test func `two names of one file are an error at the start`() async throws {
    defer { folder.remove() }
    let edit = try await Edit.twoSeconds([.video])
    try FileManager.default.createSymbolicLink(
      at: folder.file("link"), withDestinationURL: folder.url)
    for other in ["link/a.mp4", "./a.mp4", "link/../\(folder.url.lastPathComponent)/a.mp4"] {
      let error = await #expect(throws: ExportError.self) {
        try await ExportSession(edit).export(to: files("a.mp4", other))
      }
      #expect(error?.code == .incompatible, "\(other)")
      #expect(try folder.names() == ["link"])
    }
  }

  @Test func `no file remains if another program takes the name of one meanwhile`() async throws {
    defer { folder.remove() }
    let taken = folder.file("b.mkv")
    var edit = try await Edit.twoSeconds([.video])
    edit.tracks[0].effects = [
      try Interference.effect(on: .video) { try? Data("new".utf8).write(to: taken) }
    ]
    let error = await #expect(throws: ExportError.self) {
      try await ExportSession(edit).export(to: files("a.mp4", "b.mkv", "c.mov"))
    }
    #expect(error?.code == .outputExists)
    #expect(try folder.names() == ["b.mkv"])
    #expect(try Data(contentsOf: taken) == Data("new".utf8))
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
