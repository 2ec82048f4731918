import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Subtitles from files to exported files.
@Suite(.serialized) struct SubtitleExportTests {
  private let edits: SubtitleEdit
  private var folder: TemporaryDirectory { edits.folder }

  init() throws { edits = SubtitleEdit(folder: try TemporaryDirectory()) }

  @Test(arguments: [ExportFileType.mp4, .mov, .m4v, .mkv], ["srt", "vtt"])
  func `subtitles of a file become a track of the output`(
    type: ExportFileType, source: String
  ) async throws {
    defer { folder.remove() }
    let text = source == "srt" ? SubtitleEdit.subRip : SubtitleEdit.webVTT
    let file = try edits.write(text, "s.\(source)")
    let output = folder.file("film.\(type.rawValue)")
    try await ExportSession(try await edits.edit(file.path, language: "de"))
      .export(to: output.path, as: type)
    #expect(try await edits.texts(of: output) == SubtitleEdit.shown)
    let language = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-select_streams", "s", "-show_entries", "stream_tags=language"]
        + ["-of", "csv=p=0", output.path]
    ).check().outputText
    #expect(["deu\n", "ger\n"].contains(language))
    #expect(try folder.names() == ["film.\(type.rawValue)", "s.\(source)"])
  }

  @Test(arguments: [ExportFileType.mp4, .mov, .mkv])
  func `the last cue ends on time, and the output continues`(
    type: ExportFileType
  ) async throws {
    defer { folder.remove() }
    let file = try edits.write(
      "1\n00:00:00,200 --> 00:00:00,500\none\n\n2\n00:00:00,900 --> 00:00:01,250\ntwo\n", "s.srt")
    let output = folder.file("film.\(type.rawValue)")
    var edit = try await edits.edit(file.path, language: "de")
    let whole = TimeRange(start: .zero, duration: MediaTime(3))
    try edit.tracks[2].setSegments([Segment(target: whole, media: .init(asset: "s", source: whole))]
    )
    try await ExportSession(edit).export(to: output.path, as: type)
    let shown = [SubtitleEdit.Shown(200, 500, "one"), SubtitleEdit.Shown(900, 1_250, "two")]
    #expect(try await edits.texts(of: output) == shown)
    // The packets of another reader, and GStreamer's own.
    let packets = try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "s", "-show_entries",
        "packet=pts_time,duration_time,size",
      ]
        + ["-of", "csv=p=0", output.path]
    ).check().outputText.split(separator: "\n").map { $0.split(separator: ",") }
    let texts = packets.filter { (Int($0[2]) ?? 0) > 2 }.map { packet in
      packet.prefix(2).map { Int(((Double($0) ?? -1) * 1000).rounded()) }
    }
    #expect(texts == [[200, 300], [900, 350]])
    try await ExportSession(try await edits.edit(output.path)).export(
      to: folder.file("again.mp3").path, as: .mp3)
    let again = try #require(try folder.names().first { $0.hasSuffix(".srt") && $0 != "s.srt" })
    let read = try String(contentsOf: folder.file(again), encoding: .utf8)
    #expect(read.contains("00:00:00,900 --> "))
    guard type != .mkv else { return }
    let lengths = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-show_entries", "stream=duration:format=duration", "-of", "csv=p=0"]
        + [output.path]
    ).check().outputText.split(separator: "\n").compactMap { Double($0) }
    #expect(lengths.count == 4)
    #expect(lengths.allSatisfy { abs($0 - 3) < 0.03 }, "\(lengths)")
  }

  @Test(arguments: [ExportFileType.mp4, .mkv])
  func `subtitles of an export can be exported again with their language`(
    type: ExportFileType
  ) async throws {
    defer { folder.remove() }
    let file = try edits.write(SubtitleEdit.subRip, "s.srt")
    let film = folder.file("film.\(type.rawValue)"), second = folder.file("second.mp4")
    var edit = try await edits.edit(file.path, language: "de")
    // At its own speed, so that only the next export stretches it.
    let whole = TimeRange(start: .zero, duration: MediaTime(3))
    try edit.tracks[2].setSegments([Segment(target: whole, media: .init(asset: "s", source: whole))]
    )
    try await ExportSession(edit).export(to: film.path, as: type)
    let again = try await edits.edit(film.path)
    try await ExportSession(again).export(to: second.path, as: .mp4)
    let shown = try await edits.texts(of: second)
    #expect(shown.map(\.text) == SubtitleEdit.shown.map(\.text))
    // Matroska counts in milliseconds.
    for (one, other) in zip(shown, SubtitleEdit.shown) {
      #expect(abs(one.start - other.start) <= 2 && abs(one.end - other.end) <= 2)
    }
    let language = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-select_streams", "s", "-show_entries", "stream_tags=language"]
        + ["-of", "csv=p=0", second.path]
    ).check().outputText
    // GStreamer's discoverer does not always report it for Matroska.
    #expect(language == "deu\n" || type == .mkv)
  }

  @Test(arguments: [
    (ExportFileType.webm, "vtt"), (.fmp4, "vtt"), (.ts, "srt"), (.wav, "srt"), (.mp3, "srt"),
  ])
  func `a file type without subtitles gets a sidecar file`(
    type: ExportFileType, ending: String
  ) async throws {
    defer { folder.remove() }
    let file = try edits.write(SubtitleEdit.subRip, "s.srt")
    var edit = try await edits.edit(
      file.path, kinds: type == .wav || type == .mp3 ? [.audio] : [.video])
    edit.tracks.append(try edits.subtitles("other", language: "pt-BR"))
    let output = folder.file("film.\(type.pathExtensions[0])")
    let warnings = Collector<Warning>()
    let session = ExportSession(edit, onWarning: warnings.add)
    try await session.export(to: output.path, as: type)
    let names = [
      "film.\(type.pathExtensions[0])", "film.\(ending)", "film.pt-BR.\(ending)", "s.srt",
    ]
    #expect(try folder.names() == names.sorted())
    for name in names[1...2] {
      #expect(try await edits.texts(of: folder.file(name)) == SubtitleEdit.shown)
    }
    #expect(
      warnings.elements.count { $0.message.contains("film.") && $0.message.contains(ending) } == 2)
  }

  @Test func `an existing sidecar file is kept, and the export fails before it starts`()
    async throws
  {
    defer { folder.remove() }
    let file = try edits.write(SubtitleEdit.subRip, "s.srt")
    let taken = try edits.write("mine", "film.srt")
    let edit = try await edits.edit(file.path, kinds: [.audio])
    let error = await #expect(throws: ExportError.self) {
      try await ExportSession(edit).export(to: folder.file("film.wav").path, as: .wav)
    }
    #expect(error?.code == .outputExists)
    #expect(error?.message.contains("film.srt") == true)
    #expect(try folder.names() == ["film.srt", "s.srt"])
    #expect(try String(contentsOf: taken, encoding: .utf8) == "mine")
    var settings = ExportSession.Settings()
    settings.overwrites = true
    try await ExportSession(edit, settings: settings)
      .export(to: folder.file("film.wav").path, as: .wav)
    #expect(try await edits.texts(of: taken) == SubtitleEdit.shown)
  }

  @Test func `a time range has the subtitles of that range`() async throws {
    defer { folder.remove() }
    let file = try edits.write(SubtitleEdit.subRip, "s.srt")
    var settings = ExportSession.Settings()
    settings.timeRange = TimeRange(start: MediaTime(1, over: 2), end: MediaTime(5, over: 2))
    let output = folder.file("film.mp4")
    try await ExportSession(try await edits.edit(file.path), settings: settings)
      .export(to: output.path, as: .mp4)
    #expect(
      try await edits.texts(of: output)
        == [
          SubtitleEdit.Shown(0, 250, "Grüße & Küsse"),
          SubtitleEdit.Shown(1_500, 2_000, "zwei\nZeilen"),
        ])
  }

  @Test(arguments: [ExportFileType.mp4, .mkv])
  func `a copy has subtitles in sync with the video`(
    type: ExportFileType
  ) async throws {
    defer { folder.remove() }
    let file = try edits.write(SubtitleEdit.subRip, "s.srt")
    let film = try await TestMedia(
      .mp4, video: .init(width: 160, height: 96, frameCount: 90), audio: .init()
    ).file()
    var edit = try await edits.edit(file.path)
    edit.assets[0].location = film.path
    let output = folder.file("copy.\(type.rawValue)")
    try await ExportSession(edit, preset: .passthrough).export(to: output.path, as: type)
    let first = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0"]
        + ["-read_intervals", "%+#1", output.path]
    ).check().outputText
    // Matroska cannot hide the priming of sound, so all streams are delayed by it.
    let delay = try #require(
      first.split(whereSeparator: \.isNewline).first.flatMap { Double($0.prefix { $0 != "," }) })
    #expect(
      try await edits.texts(of: output).map {
        SubtitleEdit.Shown($0.start - Int(delay * 1000), 0, $0.text)
      }
        == SubtitleEdit.shown.map { SubtitleEdit.Shown($0.start, 0, $0.text) })
  }

  @Test func `a track has its sources' language if they agree`() async throws {
    defer { folder.remove() }
    let french = folder.file("fr.mp4"), output = folder.file("film.mp4")
    var edit = try await edits.edit(try edits.write(SubtitleEdit.subRip, "s.srt").path)
    edit.tracks[1].language = "fr"
    try await ExportSession(edit).export(to: french.path, as: .mp4)
    edit.tracks[1].language = nil
    edit.assets[0].location = french.path
    func languageOfSound() async throws -> String {
      var settings = ExportSession.Settings()
      settings.overwrites = true
      try await ExportSession(edit, settings: settings).export(to: output.path, as: .mp4)
      return try await ChildProcess(
        "ffprobe",
        ["-v", "error", "-select_streams", "a", "-show_entries", "stream_tags=language"]
          + ["-of", "csv=p=0", output.path]
      ).check().outputText
    }
    #expect(try await languageOfSound() == "fra\n")
    // Another source that does not state its language.
    let other = try await TestMedia(
      .mov, video: .init(width: 160, height: 96, frameCount: 90),
      audio: .init(codec: .pcm, sound: .ticks)
    ).file()
    edit.assets.append(Asset(id: "other", location: other.path))
    let half = MediaTime(3, over: 2)
    try edit.tracks[1].setSegments([
      Segment(
        target: TimeRange(start: .zero, duration: half),
        media: .init(asset: "a", source: TimeRange(start: .zero, duration: half))),
      Segment(
        target: TimeRange(start: half, duration: half),
        media: .init(asset: "other", source: TimeRange(start: .zero, duration: half))),
    ])
    #expect(try await languageOfSound() == "und\n")
  }
}
