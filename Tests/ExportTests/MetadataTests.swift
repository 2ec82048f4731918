import Cutaway
import CutawayContainers
import CutawayDiagnostics
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Metadata of files as GStreamer reads them.
@Suite(.serialized) struct MetadataTests {
  private static let metadata = [
    "title": "Mein \"Film\" & ü", "artist": "A B", "comment": "two words", "date": "2026-11-22",
    "location": "48.858, 2.294", "com.example.scene": "7 b",
  ]

  /// Everything that GStreamer reports about a file and one of its streams.
  private func account(of file: URL, _ stream: String = "ANY") async throws -> String {
    let decoder =
      stream == "ANY"
      ? ["decodebin"] : ["decodebin", "caps=\(stream)/x-raw(ANY)", "expose-all-streams=false"]
    return try await GStreamerLaunch.run(
      ["filesrc", "location=\(file.path)", "!"] + decoder + ["!", "fakesink"],
      options: ["-t", "-c"]
    ).outputText
  }

  private func export(
    as fileType: ExportFileType, in folder: TemporaryDirectory,
    range: TimeRange? = nil, _ change: (inout ExportSession.Settings) -> Void = { _ in }
  ) async throws -> (file: URL, warnings: [String]) {
    var composition = try await Edit.twoSeconds(fileType.hasVideo ? [.video, .audio] : [.audio])
    composition.markers = [
      Marker(at: .zero, title: "Eins"), Marker(at: MediaTime(5, over: 4), title: "Zwei: ü"),
    ]
    for index in composition.tracks.indices where composition.tracks[index].mediaType == .audio {
      composition.tracks[index].language = "de-AT"
    }
    var settings = ExportSession.Settings()
    settings.timeRange = range
    change(&settings)
    let warnings = Collector<Warning>()
    let session = ExportSession(composition, settings: settings, onWarning: warnings.add)
    let file = folder.file("film.\(fileType.pathExtensions[0])")
    try await session.export(to: file.path, as: fileType)
    return (file, warnings.elements.filter { $0.kind == .unsupportedByFile }.map(\.message))
  }

  @Test(arguments: [
    ExportFileType.mp4, .m4v, .mov, .m4a, .fmp4, .mkv, .webm, .wav, .flac, .ogg,
  ])
  func `the title is the same in every file type`(fileType: ExportFileType) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (file, warnings) = try await export(as: fileType, in: folder) {
      $0.metadata = Self.metadata
    }
    // One stream: with others that nothing takes, the stock pipeline can hang on a busy machine.
    let said = try await account(of: file, "audio")
    #expect(said.contains("title: Mein \"Film\" & ü\n"))
    #expect(said.contains("artist: A B\n"))
    let isWhole = fileType.isMovieOrMatroska
    #expect(warnings.contains { $0.contains("com.example.scene") } == !isWhole)
    if isWhole || fileType == .flac { #expect(said.contains("2026-11-22")) }
    // The metadata do not affect the streams.
    let sound = try await RawAudio.read(file)
    #expect(sound.count > 95_000)
  }

  @Test(arguments: [ExportFileType.mp4, .mov, .mkv, .webm])
  func `a custom key is written if the file type supports it`(
    fileType: ExportFileType
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (file, _) = try await export(as: fileType, in: folder) { $0.metadata = Self.metadata }
    let bytes = try Data(contentsOf: file)
    #expect(bytes.range(of: Data("com.example.scene".utf8)) != nil)
    #expect(bytes.range(of: Data("7 b".utf8)) != nil)
    #expect(bytes.range(of: Data("+48.85800+002.29400/".utf8)) != nil)
  }

  @Test(arguments: [
    (ExportFileType.flac, AudioCodec.flac), (.ogg, .opus), (.ogg, .vorbis), (.ogg, .flac),
  ])
  func `keywords and a location become Vorbis comments`(
    fileType: ExportFileType, codec: AudioCodec
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (file, warnings) = try await export(as: fileType, in: folder) {
      $0.encoding.audioCodec = codec
      $0.metadata = ["keywords": "a, b=c", "location": "48.1,11.5", "title": "T"]
    }
    let bytes = try Data(contentsOf: file)
    for comment in ["KEYWORDS=a, b=c", "LOCATION=+48.10000+011.50000/", "TITLE=T"] {
      #expect(bytes.range(of: Data(comment.utf8)) != nil, "\(comment)")
    }
    #expect(!warnings.contains { $0.contains("metadata") })
  }

  @Test func `a copy into Ogg keeps the source's comments and reports lost metadata`() async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let composition = try await Edit.composition(
      of: TestMedia(.ogg, video: nil, audio: .init(codec: .opus)),
      TimeRange(start: .zero, duration: MediaTime(1)), [.audio])
    var settings = ExportSession.Settings()
    settings.metadata = ["title": "T"]
    let warnings = Collector<Warning>()
    let session = ExportSession(
      composition, preset: .passthrough, settings: settings, onWarning: warnings.add)
    try await session.export(to: folder.file("film.ogg").path, as: .ogg)
    #expect(warnings.elements.contains { $0.message.contains("title") })
  }

  @Test(arguments: [ExportFileType.mkv, .webm, .wav])
  func `markers become chapters, with times of the output`(
    fileType: ExportFileType
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let range = TimeRange(start: MediaTime(1), duration: MediaTime(1))
    let (file, _) = try await export(as: fileType, in: folder, range: range)
    let said = try await account(of: file)
    #expect(said.contains("title: Eins\n"))
    #expect(said.contains("title: Zwei: ü\n"))
    #expect(said.contains("start: 0:00:00.250000000 stop: 0:00:01.000000000"))
  }

  @Test(arguments: [ExportFileType.mkv, .webm, .ts, .mp4, .mov])
  func `the audio track has its language`(fileType: ExportFileType) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (file, _) = try await export(as: fileType, in: folder)
    let said = try await account(of: file, "audio")
    #expect(said.contains("language code: de\n"))
  }

  @Test(arguments: [true, false])
  func `the header comes first exactly if network use is optimised`(isOptimized: Bool) async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (file, _) = try await export(as: .mp4, in: folder) {
      $0.shouldOptimizeForNetworkUse = isOptimized
    }
    #expect(try MovieLayout(path: file.path).hasHeaderFirst == isOptimized)
    #expect(try await RawVideo.read(file).frameNumbers() == Array(15..<75))
  }

  @Test(arguments: [
    ("location", "here"), ("location", "91, 0"), ("location", "1"), ("date", "yesterday"),
    ("date", "22.11.2026"),
  ])
  func `an invalid date or location is an error`(key: String, value: String) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var settings = ExportSession.Settings()
    settings.metadata = [key: value]
    let session = ExportSession(try await Edit.twoSeconds(), settings: settings)
    let error = await #expect(throws: ExportError.self) {
      try await session.export(to: folder.file("a.mp4").path, as: .mp4)
    }
    #expect(error?.code == .incompatible)
    #expect(error?.message.contains(value) == true)
    #expect(try folder.names() == [])
  }
}

extension ExportFileType {
  fileprivate var isMovieOrMatroska: Bool {
    [.mp4, .m4v, .mov, .m4a, .fmp4, .mkv, .webm].contains(self)
  }
}
