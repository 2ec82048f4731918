import Cutaway
import CutawayDiagnostics
import CutawayFile
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// The graph of an export, without the export.
@Suite(.serialized) struct ExportGraphTests {
  @Test(arguments: [ExportPreset.lossless, .passthrough])
  func `the graph writes the same frames as the export`(preset: ExportPreset) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let composition = try await Edit.composition(
      of: TestMedia(.mp4, video: .init(frameCount: 30), audio: .init(codec: .aac, sound: .ticks)),
      TimeRange(start: .zero, duration: MediaTime(1)), [.video, .audio])
    let (exported, written) = (folder.file("exported.mkv"), folder.file("written.mkv"))
    try await ExportSession(composition, preset: preset).export(to: exported.path, as: .mkv)
    let session = ExportSession(composition, preset: preset)
    let graph = try await session.graph(to: written.path, as: .mkv)
    #expect(try folder.names() == ["exported.mkv"])
    try await withPipeline(graph) { pipeline in
      try pipeline.play()
      try await pipeline.waitForEnd()
    }
    let frames = try await RawVideo.read(written)
    #expect(frames.count == 30)
    #expect(try await RawVideo.read(exported).map(\.bytes) == frames.map(\.bytes))
  }

  @Test func `a graph without its subtitles ends and says so`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    try Data("1\n00:00:00,000 --> 00:00:01,000\nOne\n".utf8).write(to: folder.file("words.srt"))
    let text = """
      cutaway: 1
      render: {size: [64, 36], frameRate: 10}
      assets: {c: {color: red}, words: words.srt}
      tracks:
        - {id: v, type: video, segments: [{asset: c, duration: 1}]}
        - {id: t, type: subtitle, segments: [{asset: words, source: [0, 1]}]}
      """
    try Data(text.utf8).write(to: folder.file("edit.yaml"))
    let document = try await CompositionDocument.load(contentsOf: folder.file("edit.yaml"))
    let warnings = Collector<Warning>()
    let session = ExportSession(document.composition, onWarning: warnings.add)
    let film = folder.file("film.mkv")
    let graph = try await session.graph(to: film.path, as: .mkv)
    #expect(
      warnings.elements.map(\.message).contains { $0.hasPrefix("the graph contains no subtitles") })
    try await withPipeline(graph) { pipeline in
      try pipeline.play()
      try await pipeline.waitForEnd()
    }
    #expect(try await RawVideo.read(film).count == 10)
  }

  @Test func `elements that an export looks for have roles`() async throws {
    let session = ExportSession(try await Edit.twoSeconds())
    let graph = try await session.graph(to: "film.mp4", as: .mp4)
    #expect(graph.element(.muxer)?.factory == "mp4mux")
    #expect(graph.element(.file)?.properties.contains(.init("location", "film.mp4")) == true)
    #expect(graph.element(.audioEncoder)?.factory.contains("aac") == true)
    let muxer = try #require(graph.element(.muxer))
    let encoded = Set([graph.element(.encodedVideo)?.name, graph.element(.encodedAudio)?.name])
    #expect(
      Set(graph.links.filter { $0.sink.element == muxer.name }.map { $0.source.element }) == encoded
    )
  }

  @Test func `a graph is written to files only`() async throws {
    let session = ExportSession(try await Edit.twoSeconds())
    let web = try #require(URL(string: "https://example.com/film.mp4"))
    let error = await #expect(throws: ExportError.self) {
      try await session.graph(to: web, as: .mp4)
    }
    #expect(error?.code == .outputUnavailable)
    let file = URL(fileURLWithPath: "/tmp/film.mp4")
    let graph = try await session.graph(to: file, as: .mp4)
    #expect(graph.element(.file)?.properties.contains(.init("location", "/tmp/film.mp4")) == true)
  }

  @Test func `a file type that cannot contain the codec is an error`() async throws {
    var settings = ExportSession.Settings()
    settings.encoding.videoCodec = .vp9
    let session = ExportSession(try await Edit.twoSeconds(), settings: settings)
    let error = await #expect(throws: ExportError.self) {
      try await session.graph(to: "film.mp4", as: .mp4)
    }
    #expect(error?.code == .incompatible)
  }
}
