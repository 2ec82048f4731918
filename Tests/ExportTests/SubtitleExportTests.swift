import Composition
import Cutaway
import Foundation
import MediaTime
import TestSupport
import Testing

/// Subtitles on their way from files into files.
@Suite(.serialized) struct SubtitleExportTests {
  let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  private static let subRip = """
    1
    00:00:00,250 --> 00:00:00,750
    <i>Grüße</i> &amp; <b>Küsse</b>

    2
    00:00:01,500 --> 00:00:02,500
    zwei
    Zeilen

    """

  private static let webVTT = """
    WEBVTT

    00:00.250 --> 00:00.750 align:start
    <v Ann>Grüße</v> &amp; Küsse

    00:01.500 --> 00:02.500
    zwei
    Zeilen

    """

  /// What a second of picture, then a second at half speed, shows of the files above.
  private static let shown = [
    Shown(250, 750, "Grüße & Küsse"), Shown(2_000, 3_000, "zwei\nZeilen"),
  ]

  private struct Shown: Hashable, CustomStringConvertible {
    var start: Int, end: Int, text: String

    init(_ start: Int, _ end: Int, _ text: String) {
      (self.start, self.end, self.text) = (start, end, text)
    }

    var description: String { "\(start)–\(end) \(text)" }
  }

  /// Three seconds of picture and sound, and subtitles of a file: a second, then one at half speed.
  private func edit(
    _ location: String, language: String? = nil, kinds: [Track.MediaType] = [.video, .audio]
  ) async throws -> Composition {
    let range = TimeRange(start: .zero, duration: MediaTime(3))
    var edit = try await Edit.composition(
      of: TestMedia(
        .mov, video: .init(width: 160, height: 96, frameCount: 90),
        audio: .init(codec: .pcm, sound: .ticks)), range, kinds)
    edit.assets.append(Asset(id: "s", location: location))
    edit.tracks.append(try subtitles("text", language: language))
    return edit
  }

  private func subtitles(_ id: String, language: String?) throws -> Track {
    func segment(_ source: Range<Int>, _ target: Range<Int>) -> Segment {
      func range(_ range: Range<Int>) -> TimeRange {
        TimeRange(
          start: MediaTime(Int64(range.lowerBound)), end: MediaTime(Int64(range.upperBound)))
      }
      return Segment(target: range(target), media: .init(asset: "s", source: range(source)))
    }
    return try Track(
      id: id, mediaType: .subtitle, segments: [segment(0..<1, 0..<1), segment(1..<2, 1..<3)],
      language: language)
  }

  private func write(_ text: String, _ name: String) throws -> URL {
    let file = folder.file(name)
    try Data(text.utf8).write(to: file)
    return file
  }

  /// The texts of a file, read by ffmpeg.
  private func texts(of file: URL, stream: Int = 0) async throws -> [Shown] {
    let text = try await ChildProcess(
      "ffmpeg",
      ["-v", "error", "-i", file.path, "-map", "0:s:\(stream)", "-c:s", "webvtt"]
        + ["-f", "webvtt", "-"]
    ).check().outputText
    return text.components(separatedBy: "\n\n").compactMap { block in
      let lines = block.split(separator: "\n")
      guard let index = lines.firstIndex(where: { $0.contains(" --> ") }) else { return nil }
      let exact = lines[index].components(separatedBy: " --> ").map { clock -> Int in
        let parts = clock.split { ":.".contains($0) }.compactMap { Int($0) }
        return parts.dropLast().reduce(0) { $0 * 60 + $1 } * 1000 + (parts.last ?? 0)
      }
      return Shown(exact[0], exact[1], lines[(index + 1)...].joined(separator: "\n"))
    }
  }

  @Test(arguments: [ExportFileType.mp4, .mov, .m4v, .mkv], ["srt", "vtt"])
  func `subtitles of a file are a track of the film`(
    type: ExportFileType, source: String
  ) async throws {
    defer { folder.remove() }
    let file = try write(source == "srt" ? Self.subRip : Self.webVTT, "s.\(source)")
    let output = folder.file("film.\(type.rawValue)")
    try await ExportSession(try await edit(file.path, language: "de"))
      .export(to: output.path, as: type)
    #expect(try await texts(of: output) == Self.shown)
    let language = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-select_streams", "s", "-show_entries", "stream_tags=language"]
        + ["-of", "csv=p=0", output.path]
    ).check().outputText
    #expect(["deu\n", "ger\n"].contains(language))
    #expect(try folder.names() == ["film.\(type.rawValue)", "s.\(source)"])
  }

  @Test(arguments: [ExportFileType.mp4, .mkv])
  func `subtitles of a film go into the next one, with their language`(
    type: ExportFileType
  ) async throws {
    defer { folder.remove() }
    let file = try write(Self.subRip, "s.srt")
    let film = folder.file("film.\(type.rawValue)"), second = folder.file("second.mp4")
    var edit = try await edit(file.path, language: "de")
    // As it is, so that the next export is the one that stretches it.
    let whole = TimeRange(start: .zero, duration: MediaTime(3))
    try edit.tracks[2].setSegments([Segment(target: whole, media: .init(asset: "s", source: whole))]
    )
    try await ExportSession(edit).export(to: film.path, as: type)
    let again = try await self.edit(film.path)
    try await ExportSession(again).export(to: second.path, as: .mp4)
    let shown = try await texts(of: second)
    #expect(shown.map(\.text) == Self.shown.map(\.text))
    // Matroska counts in milliseconds.
    for (one, other) in zip(shown, Self.shown) {
      #expect(abs(one.start - other.start) <= 2 && abs(one.end - other.end) <= 2)
    }
    let language = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-select_streams", "s", "-show_entries", "stream_tags=language"]
        + ["-of", "csv=p=0", second.path]
    ).check().outputText
    #expect(language == "deu\n")
  }

  @Test(arguments: [
    (ExportFileType.webm, "vtt"), (.fmp4, "vtt"), (.ts, "srt"), (.wav, "srt"), (.mp3, "srt"),
  ])
  func `a type of file without subtitles gets a file of them beside it`(
    type: ExportFileType, ending: String
  ) async throws {
    defer { folder.remove() }
    let file = try write(Self.subRip, "s.srt")
    var edit = try await edit(file.path, kinds: type == .wav || type == .mp3 ? [.audio] : [.video])
    edit.tracks.append(try subtitles("other", language: "pt-BR"))
    let output = folder.file("film.\(type.pathExtensions[0])")
    let session = ExportSession(edit)
    try await session.export(to: output.path, as: type)
    let names = [
      "film.\(type.pathExtensions[0])", "film.\(ending)", "film.pt-BR.\(ending)", "s.srt",
    ]
    #expect(try folder.names() == names.sorted())
    for name in names[1...2] {
      #expect(try await texts(of: folder.file(name)) == Self.shown)
    }
    var warnings: [String] = []
    for await warning in session.warnings() { warnings.append(warning) }
    #expect(warnings.count { $0.contains("film.") && $0.contains(ending) } == 2)
  }

  @Test func `a file of subtitles replaces no other, and stops the export before it starts`()
    async throws
  {
    defer { folder.remove() }
    let file = try write(Self.subRip, "s.srt")
    let taken = try write("mine", "film.srt")
    let edit = try await edit(file.path, kinds: [.audio])
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
    #expect(try await texts(of: taken) == Self.shown)
  }

  @Test func `a part of the composition has the subtitles of that part`() async throws {
    defer { folder.remove() }
    let file = try write(Self.subRip, "s.srt")
    var settings = ExportSession.Settings()
    settings.timeRange = TimeRange(start: MediaTime(1, over: 2), end: MediaTime(5, over: 2))
    let output = folder.file("film.mp4")
    try await ExportSession(try await edit(file.path), settings: settings)
      .export(to: output.path, as: .mp4)
    #expect(
      try await texts(of: output)
        == [Shown(0, 250, "Grüße & Küsse"), Shown(1_500, 2_000, "zwei\nZeilen")])
  }

  @Test(arguments: [ExportFileType.mp4, .mkv])
  func `a copy has the subtitles, too, in step with the picture`(
    type: ExportFileType
  ) async throws {
    defer { folder.remove() }
    let file = try write(Self.subRip, "s.srt")
    let film = try await TestMedia(
      .mp4, video: .init(width: 160, height: 96, frameCount: 90), audio: .init()
    ).file()
    var edit = try await edit(file.path)
    edit.assets[0].location = film.path
    let output = folder.file("copy.\(type.rawValue)")
    try await ExportSession(edit, preset: .passthrough).export(to: output.path, as: type)
    let first = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0"]
        + ["-read_intervals", "%+#1", output.path]
    ).check().outputText
    // Matroska has nothing that hides what precedes the sound: all comes later by that.
    let delay = try #require(
      first.split(whereSeparator: \.isNewline).first.flatMap { Double($0.prefix { $0 != "," }) })
    #expect(
      try await texts(of: output).map { Shown($0.start - Int(delay * 1000), 0, $0.text) }
        == Self.shown.map { Shown($0.start, 0, $0.text) })
  }

  @Test(arguments: [
    ("not subtitles at all", "s.srt"), ("1\n00:00:01,000 --> 00:00:02,000\n", "missing.srt"),
  ])
  func `what is no file of subtitles is an error that names it`(
    text: String, name: String
  ) async throws {
    defer { folder.remove() }
    if name == "s.srt" { _ = try write(text, name) }
    let error = await #expect(throws: ExportError.self) {
      try await ExportSession(try await edit(folder.file(name).path))
        .export(to: folder.file("film.mp4").path, as: .mp4)
    }
    #expect(error?.code == .unreadableMedia)
    #expect(error?.message.contains(name) == true)
    #expect(try folder.names().contains("film.mp4") == false)
  }

  @Test func `more text than anybody reads is refused, with the place`() async throws {
    defer { folder.remove() }
    let long = String(repeating: "lang ", count: 10_000)
    let file = try write("1\n00:00:00,250 --> 00:00:00,750\n\(long)\n\n", "s.srt")
    let error = await #expect(throws: ExportError.self) {
      try await ExportSession(try await edit(file.path))
        .export(to: folder.file("film.mp4").path, as: .mp4)
    }
    #expect(error?.code == .unreadableMedia)
    #expect(error?.message.contains("0.25 s") == true)
  }

  @Test func `more texts at a time than anybody reads are refused`() async throws {
    defer { folder.remove() }
    let texts = (1...17).map { "\($0)\n00:00:00,\(100 + $0) --> 00:00:01,000\nx\n" }
    let file = try write(texts.joined(separator: "\n"), "s.srt")
    let error = await #expect(throws: ExportError.self) {
      try await ExportSession(try await edit(file.path))
        .export(to: folder.file("film.mp4").path, as: .mp4)
    }
    #expect(error?.code == .unreadableMedia)
    #expect(error?.message.contains("s.srt") == true && error?.message.contains("16") == true)
  }

  @Test func `a source's language is taken over where its segments agree`() async throws {
    defer { folder.remove() }
    let french = folder.file("fr.mp4"), output = folder.file("film.mp4")
    var edit = try await edit(try write(Self.subRip, "s.srt").path)
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
    // Another source that does not say what it is in.
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
