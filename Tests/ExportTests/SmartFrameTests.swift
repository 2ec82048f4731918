import Cutaway
import CutawayContainers
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Exports that copy frames which describe themselves: ProRes, JPEG and VP9.
@Suite(.serialized) struct SmartFrameTests {
  /// A kind of sources, and the types of files that may contain them.
  struct Encoding: Sendable, CustomTestStringConvertible {
    var name: String
    var arguments: [String]
    var types: [ExportFileType]
    /// Whether each frame is a start.
    var isIntra = true

    var testDescription: String { name }

    func source(clip: UInt8 = 1, sound: Bool = false) async throws -> URL {
      try await SmartTests.source(
        arguments, clip: clip, ending: types[0].pathExtensions[0], sound: sound)
    }
  }

  static let encodings = [
    Encoding(name: "ProRes", arguments: proRes("standard"), types: [.mov, .mkv]),
    Encoding(
      name: "JPEG", arguments: ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p"],
      types: [.mov, .mkv]),
    Encoding(
      name: "JPEG in 4:2:2", arguments: ["-c:v", "mjpeg", "-q:v", "4", "-pix_fmt", "yuvj422p"],
      types: [.mkv, .mov]),
    Encoding(
      name: "JPEG in 4:4:4", arguments: ["-c:v", "mjpeg", "-q:v", "4", "-pix_fmt", "yuvj444p"],
      types: [.mov, .mkv]),
    Encoding(
      name: "VP9", arguments: vp9 + ["-lag-in-frames", "0"], types: [.webm, .mkv], isIntra: false),
    Encoding(
      name: "VP9 with hidden frames",
      arguments: vp9 + ["-auto-alt-ref", "1", "-lag-in-frames", "16"],
      types: [.mkv, .webm], isIntra: false),
  ]

  static let vp9 = [
    "-c:v", "libvpx-vp9", "-g", "24", "-b:v", "0", "-crf", "24", "-cpu-used", "8", "-threads", "1",
  ]

  static func proRes(_ profile: String) -> [String] {
    ["-c:v", "prores_ks", "-pix_fmt", "yuv422p10le", "-profile:v", profile]
  }

  @Test(arguments: encodings, [0, 1])
  func `every frame of a cut list is right`(encoding: Encoding, type: Int) async throws {
    let sources = [try await encoding.source(), try await encoding.source(clip: 2)]
    let cuts = [(0, 7..<60), (1, 31..<43), (0, 0..<150), (1, 149..<150), (1, 3..<90)]
    let edit = try SmartEdit(sources, cuts)
    defer { edit.folder.remove() }
    let film = try await edit.export(encoding.types[type])
    try await edit.check(film)
    // All but a cut that is too short, if a cut is at any frame.
    if encoding.isIntra {
      #expect(film.summary.encodedFrames == 1)
    } else {
      #expect(film.summary.copiedFrames > 200)
    }
    #expect(film.warnings.isEmpty, "\(film.warnings)")
    let times = try await Packets.times(film.file)
    #expect(times.count == edit.expected.count)
    // Matroska has whole milliseconds.
    let tolerance = encoding.types[type] == .mov ? 0.000_001 : 0.000_51
    #expect(times.enumerated().allSatisfy { abs($1 - Double($0) / 30) < tolerance })
  }

  @Test(arguments: ["proxy", "lt", "standard", "hq"])
  func `a title is encoded in the profile of the film`(profile: String) async throws {
    let arguments = ["-vf", FFmpegMedia.labels709] + Self.proRes(profile)
    var edit = try SmartEdit(
      [try await SmartTests.source(arguments, ending: "mov")], [(0, 0..<150)])
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

  @Test func `sources of different encoders become one film`() async throws {
    let scratch = try TemporaryDirectory()
    defer { scratch.remove() }
    // The other one states the shape of pixels and the frame rate in each frame.
    var other = try Data(
      contentsOf: try await SmartTests.source(
        ["-c:v", "prores_aw", "-pix_fmt", "yuv422p10le", "-profile:v", "2"], clip: 2,
        ending: "mov"))
    var next = other.startIndex
    while let frame = other.range(of: Data("icpf".utf8), in: next..<other.endIndex) {
      other[frame.lowerBound + 17] = 0x15
      next = frame.upperBound
    }
    try other.write(to: scratch.file("other.mov"))
    let sources = [try await Self.encodings[0].source(), scratch.file("other.mov")]
    let edit = try SmartEdit(sources, [(0, 7..<60), (1, 31..<80), (0, 3..<4), (1, 0..<40)])
    defer { edit.folder.remove() }
    let film = try await edit.export(.mov)
    try await edit.check(film)
    #expect(film.summary.encodedFrames == 1)
    #expect(film.warnings.isEmpty, "\(film.warnings)")
  }

  @Test func `a damaged copy is found, and encoded`() async throws {
    let edit = try SmartEdit(
      [try await Self.encodings[0].source()], [(0, 20..<100), (0, 10..<11), (0, 30..<80)])
    defer { edit.folder.remove() }
    let injected = SmartFault { _, index, units in
      guard index == 30 else { return units }
      return units.map { NALUnit(Array($0.bytes.prefix(400))) }
    }
    let film = try await SmartFault.$current.withValue(injected) { try await edit.export(.mov) }
    #expect(film.warnings.contains { $0.kind == .encoded })
    #expect(film.summary.spans.flatMap(\.reasons).contains { $0.contains("join not proven") })
  }

  @Test func `a source with a frame that cannot be decoded is not copied`() async throws {
    let scratch = try TemporaryDirectory()
    defer { scratch.remove() }
    var damaged = try Data(contentsOf: try await Self.encodings[1].source())
    // The Huffman tables of the last frame.
    let table = try #require(damaged.range(of: Data([0xFF, 0xC4]), options: .backwards))
    damaged.replaceSubrange(
      table.upperBound + 2..<table.upperBound + 18, with: Data(repeating: 0xFF, count: 16))
    try damaged.write(to: scratch.file("damaged.mov"))
    let edit = try SmartEdit([scratch.file("damaged.mov")], [(0, 0..<60), (0, 149..<150)])
    defer { edit.folder.remove() }
    let warnings = Collector<String>()
    let session = ExportSession(edit.composition, settings: edit.settings) {
      warnings.add($0.message)
    }
    let file = edit.folder.file("film.mov")
    try await session.export(to: file.path, as: .mov)
    #expect(session.smartSummary == nil)
    #expect(
      warnings.elements.contains {
        $0.contains("nothing is copied") && $0.contains("it cannot be decoded")
      }, "\(warnings.elements)")
    #expect(try await Packets.times(file).count == 61)
  }

  @Test func `a source that no decoder shows is encoded`() async throws {
    let sources = [
      try await Self.encodings[0].source(), try await Self.encodings[0].source(clip: 2),
    ]
    let edit = try SmartEdit(sources, [(1, 0..<100), (0, 20..<100), (1, 0..<40)])
    defer { edit.folder.remove() }
    let bad = sources[0].path
    let injected = SmartFault { source, _, units in
      source.location == bad ? units.map { NALUnit(Array($0.bytes.prefix(400))) } : units
    }
    let film = try await SmartFault.$current.withValue(injected) { try await edit.export(.mov) }
    try await edit.check(film)
    #expect(film.summary.spans.map(\.isCopied) == [true, false, true])
    #expect(film.summary.encodedFrames == 80)
    // Not one for each frame.
    #expect(film.warnings.count <= 8)
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
    let standard = try await Self.encodings[0].source()
    #expect(try await reasons([standard]) == "")
    let fine = try await SmartTests.source(Self.proRes("hq"), clip: 2, ending: "mov")
    #expect(try await reasons([standard, fine]).contains("other format"))
    let interlaced = try await SmartTests.source(
      Self.proRes("standard") + ["-flags", "+ildct", "-top", "1"], ending: "mov")
    #expect(try await reasons([interlaced]).contains("interlaced"))
    #expect(try await reasons([standard], .mp4).contains("mp4 cannot contain ProRes (standard)"))
    let full = try await SmartTests.source(
      ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuv444p10le"], ending: "mov")
    #expect(try await reasons([full]).contains("codec"))
  }

  /// The headers of all packets.
  private static func headers(of file: URL) async throws -> [FrameHeader] {
    let scratch = try TemporaryDirectory()
    defer { scratch.remove() }
    let raw = scratch.file("raw")
    try await ChildProcess(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", file.path, "-map", "0:v:0", "-c", "copy"]
        + ["-f", "rawvideo", raw.path]
    ).check()
    let bytes = [UInt8](try Data(contentsOf: raw))
    var headers: [FrameHeader] = [], start = 0
    while start < bytes.count {
      let header = try #require(
        FrameHeader(Array(bytes[start...].prefix(100)), .proRes(profile: "")))
      headers.append(header)
      start += bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return headers
  }
}
