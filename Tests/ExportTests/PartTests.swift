import Cutaway
import CutawayDiagnostics
import Foundation
import TestSupport
import Testing

/// Films that are joined of parts.
@Suite(.serialized) struct PartTests {
  @Test func `the film has the same bytes for each number of parts`() async throws {
    let edit = try await PartEdit()
    defer { edit.folder.remove() }
    let one = try Data(contentsOf: await edit.film(of: 1))
    #expect(!one.isEmpty)
    for count in [2, 3, 8, 40] {
      #expect(try Data(contentsOf: await edit.film(of: count)) == one, "\(count) parts")
    }
  }

  @Test(arguments: [
    (ExportFileType.mp4, ExportPreset.highestQuality), (.mov, .proRes422), (.mkv, .highestQuality),
    (.ts, .highestQuality), (.mp4, .hevcHighestQuality),
  ])
  func `the film has the times and the sound of one export`(
    type: ExportFileType, preset: ExportPreset
  ) async throws {
    var edit = try await PartEdit()
    defer { edit.folder.remove() }
    (edit.fileType, edit.preset) = (type, preset)
    edit.settings.shouldOptimizeForNetworkUse = true
    let (film, whole) = (try await edit.film(of: 3), try await edit.whole())
    let sound = try await Packets.read("a", whole)
    #expect(!sound.isEmpty)
    #expect(try await Packets.read("a", film) == sound)
    let times = try await Packets.times(film)
    #expect(times.count == 210)
    #expect(try await Packets.times(whole) == times)
    // Matroska has milliseconds, and ffprobe prints microseconds.
    for (frame, time) in times.enumerated() {
      #expect(abs(time - times[0] - Double(frame) / 30) < 0.0006)
    }
  }

  @Test func `the frames before encoding are those of one export`() async throws {
    var edit = try await PartEdit()
    defer { edit.folder.remove() }
    (edit.fileType, edit.preset) = (.mkv, .lossless)
    let ramp = TimeRange(start: MediaTime(3, over: 2), end: MediaTime(5))
    var layer = Layer(track: "video")
    layer.opacity = try AnimatedValue(entries: [.ramp(.init(over: ramp, from: 0.2, to: 1))])
    edit.composition.instructions = [
      Instruction(range: TimeRange(start: .zero, end: MediaTime(7)), layers: [layer])
    ]
    let whole = try await Packets.frames(edit.whole())
    #expect(whole.count == 210 && Set(whole).count > 100)
    #expect(try await Packets.frames(edit.film(of: 3)) == whole)
  }

  @Test func `a complete part is not rendered again`() async throws {
    let edit = try await PartEdit()
    defer { edit.folder.remove() }
    let url = edit.folder.file("parts")
    func render(_ settings: ExportSession.Settings) async throws -> Bool {
      try await ExportSession(edit.composition, settings: settings).renderPart(
        edit.part(1, of: 4), into: url, as: .mp4)
    }
    var settings = edit.settings
    #expect(try await render(settings))
    #expect(try await !render(settings))
    settings.overwrites = true
    #expect(try await render(settings))
    settings.overwrites = false
    settings.metadata["title"] = "Sea"
    #expect(try await render(settings), "the part of another film")
    #expect(try edit.folder.names().allSatisfy { !$0.contains("partial") })
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
        == ["part-0001.json", "part-0001.mp4"])
  }

  @Test func `the same part twice at once gives the same film`() async throws {
    let edit = try await PartEdit()
    defer { edit.folder.remove() }
    let film = try Data(contentsOf: await edit.film(of: 2))
    async let first = edit.render(2, into: "parts")
    async let second = edit.render(2, into: "parts")
    _ = try await (first, second)
    let output = edit.folder.file("twice.mp4")
    try await PartsFolder(edit.folder.file("parts")).join(to: output.path)
    #expect(try Data(contentsOf: output) == film)
  }

  @Test func `a plan depends on the edit and the settings, not on the number of parts`()
    async throws
  {
    let edit = try await PartEdit()
    defer { edit.folder.remove() }
    let plan = try await edit.plan()
    #expect(plan.digest.hasPrefix("sha256:") && plan.digest.count == 71)
    #expect(plan.frameCount == 210)
    #expect(try await edit.plan() == plan)
    var other = edit
    other.settings.encoding.videoQuality = 0.5
    #expect(try await other.plan().digest != plan.digest)
    other = edit
    other.composition.render.background = Color(red: 9, green: 0, blue: 0)
    #expect(try await other.plan().digest != plan.digest)
    other = edit
    other.settings.encoding.fixedKeyFrames = MediaTime(1)
    #expect(try await other.plan().digest != plan.digest)
  }

  @Test(arguments: [
    (ExportFileType.webm, ExportPreset.highestQuality), (.fmp4, .highestQuality),
    (.png, .highestQuality), (.m4a, .appleM4A), (.mp4, .passthrough),
  ])
  func `what cannot be divided is refused`(
    type: ExportFileType, preset: ExportPreset
  ) async throws {
    var edit = try await PartEdit()
    defer { edit.folder.remove() }
    (edit.fileType, edit.preset) = (type, preset)
    let error = await #expect(throws: ExportError.self) { try await edit.plan() }
    #expect(error?.code == .incompatible)
    edit = try await PartEdit()
    defer { edit.folder.remove() }
    edit.settings.encoding.videoBitrate = 1_000_000
    let rate = await #expect(throws: ExportError.self) { try await edit.plan() }
    #expect(rate?.code == .incompatible)
  }

  @Test func `a part of another plan is refused before it is rendered`() async throws {
    let edit = try await PartEdit()
    defer { edit.folder.remove() }
    var part = edit.part(1, of: 2)
    part.plan = "sha256:" + String(repeating: "0", count: 64)
    let url = edit.folder.file("parts")
    let error = await #expect(throws: ExportError.self) {
      try await ExportSession(edit.composition, settings: edit.settings)
        .renderPart(part, into: url, as: .mp4)
    }
    #expect(error?.code == .otherPlan)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }
}
