import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Exports that copy packets on request.
@Suite(.serialized) struct CopyTests {
  private func composition(times: Int = 1) async throws -> Composition {
    try await Edit.composition(
      of: TestMedia(.mp4, video: .init(frameCount: 60), audio: .init(codec: .aac, sound: .ticks)),
      TimeRange(start: .zero, duration: MediaTime(2)), [.video, .audio], times: times)
  }

  @Test(arguments: [ExportFileType.mp4, .m4v, .mov, .mkv, .ts])
  func `a copy has the frames, the chapters and the title`(fileType: ExportFileType) async throws {
    var composition = try await composition(times: 2)
    composition.markers = [Marker(at: .zero, title: "One")]
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var settings = ExportSession.Settings()
    settings.metadata = ["title": "Copied"]
    settings.shouldOptimizeForNetworkUse = true
    let file = folder.file("film.\(fileType.rawValue)")
    let session = ExportSession(composition, preset: .passthrough, settings: settings)
    try await session.export(to: file.path, as: fileType)
    let frames = try await RawVideo.read(file).frameNumbers()
    #expect(frames == Array(0..<60) + Array(0..<60))
    if fileType != .ts {
      let bytes = try Data(contentsOf: file)
      #expect(bytes.range(of: Data("Copied".utf8)) != nil)
      #expect(bytes.range(of: Data("One".utf8)) != nil)
    }
    #expect(try folder.names() == [file.lastPathComponent])
  }

  /// Something that cannot be copied: a fade.
  private func faded() async throws -> Composition {
    var composition = try await composition()
    composition.instructions = [
      Instruction(
        range: TimeRange(start: .zero, duration: MediaTime(2)),
        layers: [Layer(track: "video", opacity: .init(0.5))])
    ]
    return composition
  }

  @Test func `a composition that needs encoding is an error with the reason and its path`()
    async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let session = ExportSession(try await faded(), preset: .passthrough)
    let error = await #expect(throws: ExportError.self) {
      try await session.export(to: folder.file("film.mp4").path, as: .mp4)
    }
    #expect(error?.code == .needsEncoding)
    #expect(
      error?.faults.map { Array($0.path.prefix(4)) } == [["instructions", "0", "layers", "0"]])
    #expect(error?.message.contains("opacity") == true)
    #expect(try folder.names() == [])
  }

  @Test func `if a copy is only preferred, the export encodes with a warning`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var settings = ExportSession.Settings()
    settings.copiesIfPossible = true
    let warnings = Collector<Warning>()
    let session = ExportSession(try await faded(), settings: settings, onWarning: warnings.add)
    let file = folder.file("film.mp4")
    try await session.export(to: file.path, as: .mp4)
    #expect(try await RawVideo.read(file).count == 60)
    #expect(warnings.elements.contains { $0.kind == .encoded && $0.message.contains("opacity") })
  }

  @Test func `encoder settings cannot be combined with a copy`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var settings = ExportSession.Settings()
    settings.encoding.videoBitrate = 1_000_000
    let session = ExportSession(
      try await composition(), preset: .passthrough, settings: settings)
    let error = await #expect(throws: ExportError.self) {
      try await session.export(to: folder.file("film.mp4").path, as: .mp4)
    }
    #expect(error?.code == .incompatible)
  }
}
