import Cutaway
import CutawayContainers
import CutawayGraph
import Foundation
import TestSupport
import Testing

/// Exports that copy frames of ProRes, which are independent of each other.
@Suite(.serialized) struct SmartProResTests {
  static func source(
    _ profile: String = "standard", clip: UInt8 = 1, _ arguments: [String] = []
  ) async throws -> URL {
    try await SmartTests.source(
      Self.arguments(profile) + arguments, clip: clip, ending: "mov")
  }

  static func arguments(_ profile: String = "standard") -> [String] {
    ["-c:v", "prores_ks", "-pix_fmt", "yuv422p10le", "-profile:v", profile]
  }

  @Test(arguments: [ExportFileType.mov, .mkv])
  func `a cut is at any frame`(type: ExportFileType) async throws {
    let sources = [try await Self.source(), try await Self.source(clip: 2)]
    let cuts = [(0, 7..<60), (1, 31..<43), (0, 0..<150), (1, 149..<150), (1, 3..<90)]
    let edit = try SmartEdit(sources, cuts)
    defer { edit.folder.remove() }
    let film = try await edit.export(type)
    try await edit.check(film)
    // All but a cut that is too short.
    #expect(film.summary.encodedFrames == 1)
    #expect(film.warnings.isEmpty, "\(film.warnings)")
    let times = try await Packets.times(film.file)
    #expect(times.count == edit.expected.count)
    // Matroska has whole milliseconds.
    let tolerance = type == .mkv ? 0.000_51 : 0.000_001
    #expect(times.enumerated().allSatisfy { abs($1 - Double($0) / 30) < tolerance })
  }

  @Test(arguments: ["proxy", "lt", "standard", "hq"])
  func `a title is encoded in the profile of the film`(profile: String) async throws {
    let labels = ["-colorspace", "bt709", "-color_trc", "bt709", "-color_primaries", "bt709"]
    var edit = try SmartEdit([try await Self.source(profile, labels)], [(0, 0..<150)])
    defer { edit.folder.remove() }
    var title = OverlayLayer(range: TimeRange(start: MediaTime(1), end: MediaTime(2)))
    title.background = .white
    title.width = .pixels(60)
    title.height = .pixels(20)
    edit.composition.overlays = [title]
    let film = try await edit.export(.mov)
    #expect(film.summary.spans.map(\.frames) == [0..<30, 30..<61, 61..<150])
    #expect(film.summary.spans.map(\.isCopied) == [true, false, true])
    let shown = try await DecodedFilm(film.file), source = try await DecodedFilm(edit.sources[0])
    // The title is in the middle.
    let drawn = edit.folder.file("drawn.mkv")
    let box = "drawbox=66:46:60:20:white:fill:enable='between(n,30,59)',format=yuv422p10le"
    try await ChildProcess(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", edit.sources[0].path, "-vf", box, "-c:v", "ffv1"]
        + [drawn.path]
    ).check()
    let reference = try await DecodedFilm(drawn)
    #expect(shown.count == 150)
    for frame in 0..<150 {
      if (30..<60).contains(frame) {
        #expect(shown.ratio(frame, reference, frame) >= 40, "frame \(frame)")
      } else {
        let ratio = shown.ratio(frame, source, frame)
        // Frame 60 is encoded without the title.
        #expect(frame == 60 ? ratio >= 40 : ratio == .infinity, "frame \(frame)")
      }
    }
    // All frames have the labels of the source.
    let headers = try await Self.headers(of: film.file)
    #expect(headers.count == 150 && Set(headers).count == 1)
    #expect(try await Self.headers(of: edit.sources[0]).first == headers.first)
  }

  @Test func `a damaged copy is found, and encoded`() async throws {
    let edit = try SmartEdit([try await Self.source()], [(0, 20..<100), (0, 10..<11), (0, 30..<80)])
    defer { edit.folder.remove() }
    let injected = SmartFault { _, index, units in
      guard index == 30 else { return units }
      return units.map { NALUnit(Array($0.bytes.prefix(400))) }
    }
    let film = try await SmartFault.$current.withValue(injected) { try await edit.export(.mov) }
    #expect(film.warnings.contains { $0.kind == .encoded })
    #expect(film.summary.spans.flatMap(\.reasons).contains { $0.contains("join not proven") })
  }

  @Test func `other profiles, interlaced frames, alpha and MP4 are encoded with the reason`()
    async throws
  {
    func reasons(_ sources: [URL], _ type: ExportFileType = .mov) async throws -> String {
      let edit = try SmartEdit(sources, sources.indices.map { ($0, 0..<(60 - 20 * $0)) })
      defer { edit.folder.remove() }
      let plan = try await ExportSession(edit.composition, settings: edit.settings)
        .smartPlan(as: type)
      return plan.spans.flatMap(\.reasons).joined(separator: "; ")
    }
    let standard = try await Self.source()
    #expect(try await reasons([standard]) == "")
    #expect(try await reasons([standard, Self.source("hq", clip: 2)]).contains("other format"))
    let interlaced = try await Self.source("standard", ["-flags", "+ildct", "-top", "1"])
    #expect(try await reasons([interlaced]).contains("interlaced"))
    #expect(try await reasons([standard], .mp4).contains("mp4 cannot contain ProRes (standard)"))
    let full = try await SmartTests.source(
      ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuv444p10le"], ending: "mov")
    #expect(try await reasons([full]).contains("codec"))
  }

  /// The start of each packet without its size and the quantisation of its frame.
  private static func headers(of file: URL) async throws -> [ProResHeader] {
    let scratch = try TemporaryDirectory()
    defer { scratch.remove() }
    let raw = scratch.file("raw")
    try await ChildProcess(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", file.path, "-map", "0:v:0", "-c", "copy"]
        + ["-f", "rawvideo", raw.path]
    ).check()
    let bytes = [UInt8](try Data(contentsOf: raw))
    var headers: [ProResHeader] = [], start = 0
    while start + ProResHeader.length <= bytes.count {
      guard let header = ProResHeader(Array(bytes[start..<start + ProResHeader.length])) else {
        break
      }
      headers.append(header)
      start += bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return headers
  }
}
