import Cutaway
import CutawayContainers
import CutawayDiagnostics
import CutawayMedia
import Foundation
import TestSupport
import Testing

/// Exports that copy the packets of frames which show one source unchanged.
@Suite(.serialized) struct SmartTests {
  /// Encodings of sources of 150 frames, with a key frame at each 24.
  static let encodings: [(name: String, arguments: [String])] = [
    ("closed", ["-c:v", "libx264", "-x264-params", "keyint=24:bframes=3:b-pyramid=normal"]),
    ("open", ["-c:v", "libx264", "-x264-params", "keyint=24:min-keyint=24:open-gop=1:bframes=3"]),
    ("without B-frames", ["-c:v", "libx264", "-x264-params", "keyint=24:bframes=0"]),
    ("slices", ["-c:v", "libx264", "-x264-params", "keyint=24:cabac=0:slices=3:bframes=2:ref=2"]),
    (
      "deep",
      ["-c:v", "libx264", "-pix_fmt", "yuv420p10le", "-x264-params", "keyint=24:bframes=3"]
    ),
    ("HEVC", ["-c:v", "libx265", "-tag:v", "hvc1", "-x265-params", "keyint=24:min-keyint=24"]),
    (
      "closed HEVC",
      ["-c:v", "libx265", "-tag:v", "hvc1", "-x265-params", "keyint=24:open-gop=0"]
    ),
  ]

  static func source(
    _ arguments: [String], clip: UInt8 = 1, ending: String = "mp4", sound: Bool = false
  ) async throws -> URL {
    let log = arguments.contains("libx265") ? ":log-level=error" : ""
    return try await FFmpegMedia(
      ending, Array(arguments.dropLast()) + [(arguments.last ?? "") + log],
      video: .init(width: 192, height: 112, frameCount: 150, clip: clip),
      audio: sound ? .init(sound: .ticks) : nil
    ).file()
  }

  static func source(_ name: String, clip: UInt8 = 1) async throws -> URL {
    try await source(encodings.first { $0.name == name }?.arguments ?? [], clip: clip)
  }

  @Test(arguments: encodings.indices)
  func `every frame is right for cuts at each of 60 frames`(index: Int) async throws {
    let source = try await Self.source(Self.encodings[index].arguments)
    let cuts = (0..<60).map { (source: 0, frames: $0..<$0 + 41 + $0 % 7) }
    let edit = try SmartEdit([source], cuts)
    defer { edit.folder.remove() }
    let film = try await edit.export()
    try await edit.check(film)
    // An open group of H.264 has no start after the first.
    let isOpen = Self.encodings[index].name == "open"
    #expect(film.summary.copiedFrames >= (isOpen ? 1 : 600))
    #expect(film.warnings.isEmpty, "\(film.warnings)")
    let times = try await Packets.times(film.file)
    #expect(times.count == edit.expected.count)
    for (frame, time) in times.enumerated() {
      #expect(abs(time - Double(frame) / 30) < 0.000_001)
    }
  }

  @Test(arguments: [ExportFileType.mov, .m4v, .mkv, .ts])
  func `other types of files contain the same frames`(type: ExportFileType) async throws {
    for name in ["closed", "HEVC"] {
      let edit = try SmartEdit([try await Self.source(name)], [(0, 10..<75), (0, 5..<100)])
      defer { edit.folder.remove() }
      let film = try await edit.export(type)
      try await edit.check(film)
      #expect(film.summary.copiedFrames > 90)
      // A length of whole frames.
      let media = try await MediaProbe.describe(film.file.path)
      #expect(media.duration?.ceiled(in: SmartEdit.tick) == 160)
    }
  }

  @Test func `sources with equal IDs and other sets become one stream`() async throws {
    let sources = [
      try await Self.source("closed"), try await Self.source("slices", clip: 2),
      try await Self.source(
        ["-c:v", "libx264", "-x264-params", "keyint=24:8x8dct=0:weightp=0:ref=4:bframes=1"], clip: 3
      ),
    ]
    // Three joins within a second, a span of one frame, and cuts on key frames.
    let edit = try SmartEdit(
      sources,
      [
        (0, 0..<48), (1, 24..<60), (0, 71..<72), (2, 40..<49), (1, 47..<100), (2, 48..<96),
        (0, 96..<150),
      ])
    defer { edit.folder.remove() }
    let film = try await edit.export()
    try await edit.check(film)
    let first = try #require(film.summary.spans.first)
    #expect(first.frames == 0..<48 && first.isCopied)
    #expect(film.summary.copiedFrames > 200)
    let record = try #require(MovieHeader(path: film.file.path)).record
    let configuration = try #require(StreamConfiguration(record, .avc))
    #expect(configuration.sequenceSets.count == 4 && configuration.pictureSets.count == 4)
    let header = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-show_entries", "stream=codec_tag_string", "-of", "csv=p=0", film.file.path]
    ).check().outputText
    #expect(header.contains("avc1"))
  }

  @Test func `nothing is encoded if all cuts are at key frames`() async throws {
    let edit = try SmartEdit([try await Self.source("closed")], [(0, 24..<72), (0, 0..<48)])
    defer { edit.folder.remove() }
    let film = try await edit.export()
    try await edit.check(film)
    #expect(film.summary.encodedFrames == 0)
    #expect("\(film.summary)" == "copied 96 of 96 frames")
  }

  @Test func `composed frames are those of a lossless export`() async throws {
    let labels = ["-vf", FFmpegMedia.labels709 + ":range=tv"]
    let sources = [
      try await Self.source(labels + ["-c:v", "libx264", "-x264-params", "keyint=24:bframes=3"]),
      try await Self.source(
        labels + ["-c:v", "libx264", "-x264-params", "keyint=24:ref=2"], clip: 2),
    ]
    var edit = try SmartEdit(sources, [(0, 0..<120)])
    defer { edit.folder.remove() }
    // A dissolve into the other source, a title and a fade in the middle of groups.
    let second = TimeRange(start: .zero, duration: SmartEdit.tick * 120)
    edit.composition.tracks.append(
      try Track(
        id: "second", mediaType: .video,
        segments: [
          Segment(target: TimeRange(start: .zero, duration: SmartEdit.tick * 100)),
          Segment(
            target: TimeRange(start: SmartEdit.tick * 100, duration: second.duration),
            media: .init(asset: "s1", source: second)),
        ]))
    func ramp(_ start: Int, _ end: Int, _ from: Double, _ to: Double) throws -> AnimatedValue<
      Double
    > {
      try AnimatedValue(
        entries: [
          .ramp(
            .init(
              over: TimeRange(start: SmartEdit.tick * start, end: SmartEdit.tick * end),
              from: from, to: to))
        ])
    }
    edit.composition.instructions = [
      Instruction(
        range: TimeRange(start: .zero, end: SmartEdit.tick * 220),
        layers: [
          Layer(track: "video", opacity: try ramp(100, 117, 1, 0)),
          Layer(track: "second", opacity: try ramp(205, 220, 1, 0)),
        ])
    ]
    var title = OverlayLayer(range: TimeRange(start: MediaTime(1), end: MediaTime(4, over: 3)))
    title.background = .white
    title.width = .pixels(60)
    title.height = .pixels(20)
    edit.composition.overlays = [title]
    let film = try await edit.export()
    let shown = try await DecodedFilm(film.file), reference = try await DecodedFilm(edit.lossless())
    #expect(shown.count == 220 && reference.count == 220)
    for span in film.summary.spans {
      for frame in span.frames {
        let ratio = shown.ratio(Int(frame), reference, Int(frame))
        #expect(span.isCopied ? ratio == .infinity : ratio >= 40, "frame \(frame): \(ratio)")
      }
    }
    #expect(film.summary.copiedFrames > 90)
    let reasons = film.summary.spans.flatMap(\.reasons).joined(separator: "\n")
    #expect(reasons.contains("layer above (overlays.0)"))
    #expect(reasons.contains("opacity (instructions.0.layers.0.opacity)"))
  }

  @Test func `the sound is that of an ordinary export`() async throws {
    let source = try await Self.source(
      ["-c:a", "aac", "-c:v", "libx264", "-x264-params", "keyint=24"], ending: "mov", sound: true)
    var edit = try SmartEdit([source], [(0, 10..<75), (0, 5..<100)], sound: true)
    defer { edit.folder.remove() }
    let film = try await edit.export()
    try await edit.check(film)
    edit.settings.copiesSpans = false
    edit.settings.overwrites = true
    let whole = edit.folder.file("whole.mp4")
    try await ExportSession(edit.composition, settings: edit.settings)
      .export(to: whole.path, as: .mp4)
    let sound = try await Packets.read("a", whole)
    #expect(sound.count > 100)
    #expect(try await Packets.read("a", film.file) == sound)
  }

  @Test func `a part of the composition starts at zero`() async throws {
    var edit = try SmartEdit([try await Self.source("closed")], [(0, 0..<150)])
    defer { edit.folder.remove() }
    edit.settings.timeRange = TimeRange(start: SmartEdit.tick * 30, end: SmartEdit.tick * 100)
    let film = try await edit.export()
    edit.cuts = [(0, 30..<100)]
    try await edit.check(film)
    #expect(film.summary.spans.map(\.isCopied) == [false, true, false])
  }

  @Test func `the plan is what the export does`() async throws {
    let edit = try SmartEdit([try await Self.source("HEVC")], [(0, 10..<75), (0, 5..<100)])
    defer { edit.folder.remove() }
    let plan = try await ExportSession(edit.composition, settings: edit.settings)
      .smartPlan(as: .mp4)
    #expect(try await edit.export().summary == plan)
  }

  @Test func `a film without anything to copy is encoded with the reasons`() async throws {
    let source = try await FFmpegMedia(
      "mp4", ["-c:v", "mpeg4"], video: .init(width: 192, height: 112, frameCount: 30)
    ).file()
    let edit = try SmartEdit([source], [(0, 0..<30)])
    defer { edit.folder.remove() }
    let file = edit.folder.file("film.mp4")
    let warnings = Collector<String>()
    let session = ExportSession(edit.composition, settings: edit.settings) {
      warnings.add($0.message)
    }
    try await session.export(to: file.path, as: .mp4)
    #expect(session.smartSummary == nil)
    #expect(warnings.elements.contains { $0.contains("nothing is copied") && $0.contains("codec") })
    #expect(try await RawVideo.read(file).frameNumbers() == Array(0..<30))
  }

  @Test(arguments: 0..<3)
  func `injected faults are found, and the film is right`(fault: Int) async throws {
    let name = ["slices", "HEVC", "closed"][fault]
    let sources = [try await Self.source("closed"), try await Self.source(name, clip: 2)]
    let cuts = [
      [(0, 0..<75), (1, 10..<120), (0, 30..<120)], [(0, 10..<100), (0, 30..<120)],
      [(0, 0..<68), (1, 10..<120)],
    ]
    let edit = try SmartEdit(fault == 1 ? [sources[1]] : sources, cuts[fault])
    defer { edit.folder.remove() }
    let last = sources[1].path
    let injected = SmartFault { source, index, units in
      units.compactMap { unit in
        var unit = unit
        switch fault {
        // Slices that refer to a parameter set that does not exist.
        case 0 where source.location == last && unit.bytes[0] & 31 < 6 && unit.bytes.count > 8:
          unit.bytes[2] ^= 0x18
        // The first picture of a copy needs none, and says otherwise.
        case 1 where unit.bytes[0] >> 1 & 63 == 18: unit.bytes[0] = 1 << 1
        // A packet of the last group of a copy without its slices.
        case 2 where source.location != last && index == 60 && unit.bytes[0] & 31 < 6: return nil
        default: break
        }
        return unit
      }
    }
    let film = try await SmartFault.$current.withValue(injected) { try await edit.export() }
    try await edit.check(film)
    #expect(film.warnings.contains { $0.kind == .encoded })
    #expect(
      film.summary.spans.flatMap(\.reasons).contains { $0.contains("join not proven") })
  }

  @Test func `settings of an encoder contradict copied spans`() throws {
    var settings = ExportSession.Settings()
    settings.copiesSpans = true
    func fault(
      _ type: ExportFileType = .mp4, _ preset: ExportPreset = .highestQuality,
      _ change: (inout ExportSession.Settings) -> Void = { _ in }
    ) -> String? {
      var changed = settings
      change(&changed)
      do throws(ExportError) {
        try ExportSession.check("/nowhere-\(UUID())/a.mp4", type, preset, changed)
      } catch {
        return error.code == .incompatible ? error.message : nil
      }
      return nil
    }
    #expect(fault(.fmp4)?.contains("mp4, m4v, mov, mkv, webm or ts") == true)
    #expect(fault(.mp4, .passthrough) != nil)
    #expect(fault(.mp4, .size640x480)?.contains("640x480") == true)
    #expect(fault { $0.encoding.videoCodec = .hevc }?.contains("hevc") == true)
    #expect(fault { $0.encoding.videoQuality = 0.5 } != nil)
    #expect(fault { $0.encoding.keyFrameInterval = 10 } != nil)
    #expect(fault { $0.maximumSize = PixelSize(width: 100, height: 100) } != nil)
    #expect(fault { $0.copiesIfPossible = true } != nil)
    #expect(fault { $0.fileLengthLimit = 1_000_000 } != nil)
    // The sound is not part of a span.
    #expect(fault { $0.encoding.audioBitrate = 96_000 } == nil)
  }
}

extension MovieHeader {
  /// The decoder configuration record of the first track.
  fileprivate var record: [UInt8] {
    guard
      let entry = movie.box("trak")?.box("mdia")?.box("minf")?.box("stbl")?.box("stsd")?
        .boxes(from: 8).first?.inside,
      let record = entry.boxes(from: 78).first(where: { $0.kind == "avcC" || $0.kind == "hvcC" })
    else { return [] }
    return (0..<record.inside.count).map { UInt8(record.inside.byte($0)) }
  }
}
