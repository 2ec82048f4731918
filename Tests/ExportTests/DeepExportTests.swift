import Cutaway
import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawayTime
import Foundation
import Synchronization
import TestSupport
import Testing

/// Exports with 10 bits, HLG and PQ, read back by ffmpeg.
@Suite(.serialized) struct DeepExportTests {
  private static let tags709 = "color_primaries=bt709:color_trc=bt709:colorspace=bt709"
  private static let tagsHLG =
    "color_primaries=bt2020:color_trc=arib-std-b67:colorspace=bt2020nc"

  /// A clip whose luma has all 1,024 values; columns move by one each frame.
  private func ramp(_ format: String, tags: String) async throws -> URL {
    let expression = "lum='mod(X+N,1024)':cb='480+mod(X,64)':cr='544-mod(Y,64)'"
    return try await FFmpegMedia(
      "mkv",
      [
        "-vf",
        "scale=1280:96,format=\(format),geq=\(expression),setparams=range=tv:\(tags)", "-c:v",
        "ffv1", "-pix_fmt", format,
      ], video: .init(frameCount: 20)
    ).file()
  }

  /// Frames 5 to 9 and 2 to 4 of a clip at 30 frames per second.
  private func cut(_ file: URL) throws -> Composition {
    func segment(_ start: Int64, _ end: Int64, at time: Int64) -> Segment {
      let range = TimeRange(
        start: MediaTime(start, over: 30), duration: MediaTime(end - start, over: 30))
      return Segment(
        target: TimeRange(start: MediaTime(time, over: 30), duration: range.duration),
        media: .init(asset: "a", source: range))
    }
    return Composition(
      assets: [Asset(id: "a", location: file.path)],
      tracks: [
        try Track(
          id: "v", mediaType: .video, segments: [segment(5, 10, at: 0), segment(2, 5, at: 5)])
      ])
  }

  /// The digests of the decoded frames of a file, by ffmpeg.
  private func frames(_ file: URL, _ filter: String = "null") async throws -> [String] {
    let outcome = try await ChildProcess(
      "ffmpeg",
      ["-v", "error", "-i", file.path, "-map", "0:v:0", "-vf", filter, "-f", "framemd5", "-"]
    ).check()
    return outcome.outputText.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last.map { $0.filter { $0 != " " } } }
  }

  /// What ffprobe reports of the video.
  private func probe(_ file: URL) async throws -> [String: String] {
    let fields =
      "stream=codec_name,profile,pix_fmt,color_range,color_space,color_transfer,color_primaries"
    let outcome = try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", fields, "-of", "default=nw=1",
        file.path,
      ]
    ).check()
    return Dictionary(
      outcome.outputText.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: "=", maxSplits: 1)
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
      }, uniquingKeysWith: { $1 })
  }

  private func lumas(_ file: URL) async throws -> Set<UInt16> {
    let outcome = try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-i", file.path, "-frames:v", "1", "-vf", "extractplanes=y", "-f",
        "rawvideo", "-pix_fmt", "gray10le", "-",
      ]
    ).check()
    let bytes = Array(outcome.output)
    return Set(
      stride(from: 0, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
      })
  }

  private func export(
    _ composition: Composition, _ preset: ExportPreset, _ type: ExportFileType, to file: URL,
    codec: VideoCodec? = nil
  ) async throws -> [Warning] {
    let warnings = Mutex<[Warning]>([])
    var settings = ExportSession.Settings()
    settings.encoding.speed = .fastest
    settings.encoding.videoCodec = codec
    let session = ExportSession(composition, preset: preset, settings: settings) { warning in
      warnings.withLock { $0.append(warning) }
    }
    try await session.export(to: file, as: type)
    return warnings.withLock { $0 }
  }

  @Test(arguments: ["yuv420p10le", "yuv422p10le", "yuv444p10le"], [tags709, tagsHLG])
  func `an untouched clip of 10 bits is cut into FFV1 bit for bit`(
    format: String, tags: String
  ) async throws {
    let clip = try await ramp(format, tags: tags)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("cut.mkv")
    let warnings = try await export(try cut(clip), .lossless, .mkv, to: file)
    #expect(warnings == [])
    let found = try await probe(file)
    #expect(found["pix_fmt"] == format)
    #expect(found["color_transfer"] == (tags == Self.tagsHLG ? "arib-std-b67" : "bt709"))
    let source = try await frames(clip)
    #expect(try await frames(file) == Array(source[5..<10] + source[2..<5]))
    #expect(try await lumas(file).count == 1_024)
  }

  @Test func `ProRes gets 10 bits that were never 8`() async throws {
    let clip = try await ramp("yuv422p10le", tags: Self.tags709)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("cut.mov")
    _ = try await export(try cut(clip), .proRes422, .mov, to: file)
    #expect(try await probe(file)["pix_fmt"] == "yuv422p10le")
    // Eight bits have 256 levels; the codec loses some of 1,024.
    #expect(try await lumas(file).count > 900)
  }

  @Test(arguments: [tags709, tagsHLG])
  func `HEVC is Main 10 with the tags of its sources`(tags: String) async throws {
    let clip = try await ramp("yuv420p10le", tags: tags)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let isHLG = tags == Self.tagsHLG
    for type in [ExportFileType.mp4, .mov, .mkv] {
      let file = folder.file("cut.\(type.rawValue)")
      _ = try await export(try cut(clip), .hevcHighestQuality, type, to: file)
      let found = try await probe(file)
      #expect(found["pix_fmt"] == "yuv420p10le")
      #expect(found["profile"] == "Main 10")
      #expect(found["color_transfer"] == (isHLG ? "arib-std-b67" : "bt709"))
      #expect(found["color_primaries"] == (isHLG ? "bt2020" : "bt709"))
      #expect(found["color_space"] == (isHLG ? "bt2020nc" : "bt709"))
      let video = try #require(try await MediaProbe.describe(file.path).videoTracks.first)
      #expect(video.bitDepth == 10)
      #expect(video.transferFunction == (isHLG ? .hlg : .bt709))
    }
  }

  @Test func `HDR that a codec cannot keep becomes SDR, with a warning`() async throws {
    let clip = try await ramp("yuv420p10le", tags: Self.tagsHLG)
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("cut.mp4")
    let warnings = try await export(try cut(clip), .highestQuality, .mp4, to: file)
    #expect(warnings.map(\.kind) == [.dynamicRange])
    #expect(try await probe(file)["pix_fmt"] == "yuv420p")
    #expect(try await probe(file)["color_transfer"] == "bt709")
  }

  @Test(arguments: [(TransferFunction.hlg, 721), (.pq, 573)])
  func `white of SDR lies at 203 cd per m² in HDR`(
    transfer: TransferFunction, luma: Int
  ) async throws {
    // 64 + 876 · 0.75 and 64 + 876 · 0.5807.
    let white = try await FFmpegMedia(
      "mkv",
      [
        "-vf", "lutyuv=y=235:u=128:v=128,setparams=range=tv:\(Self.tags709)", "-c:v", "ffv1",
        "-pix_fmt", "yuv420p",
      ], video: .init(frameCount: 20)
    ).file()
    var composition = try cut(white)
    composition.render.transferFunction = transfer
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("white.mkv")
    _ = try await export(composition, .lossless, .mkv, to: file)
    for value in try await lumas(file) { #expect(abs(Int(value) - luma) <= 1) }
  }

  @Test(arguments: [
    (ExportPreset.hevcHighestQuality, ExportFileType.mp4), (.hevcHighestQuality, .mov),
    (.hevcHighestQuality, .mkv), (.lossless, .mkv), (.highestQuality, .webm),
  ])
  func `PQ states its mastering display in every file type`(
    preset: ExportPreset, type: ExportFileType
  ) async throws {
    var composition = try cut(try await ramp("yuv420p10le", tags: Self.tags709))
    composition.render.transferFunction = .pq
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("film.\(type.rawValue)")
    _ = try await export(composition, preset, type, to: file)
    #expect(try await probe(file)["color_transfer"] == "smpte2084")
    let display = try #require(
      try await MediaProbe.describe(file.path).videoTracks.first?.masteringDisplay)
    let numbers = display.split(separator: ":").compactMap { Int($0) }
    let expected = [
      35_400, 14_600, 8_500, 39_850, 6_550, 2_300, 15_635, 16_450, 10_000_000, 50,
    ]
    try #require(numbers.count == 10)
    // Matroska stores fractions.
    for (number, value) in zip(numbers, expected) { #expect(abs(number - value) <= 1) }
    let outcome = try await ChildProcess(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-read_intervals", "%+#1", "-show_entries",
        "stream_side_data:frame=side_data_list", "-of", "compact", file.path,
      ]
    ).check()
    #expect(outcome.outputText.contains("max_luminance="))
    for line in outcome.outputText.split(separator: "|") where line.hasPrefix("max_luminance=") {
      let parts = line.dropFirst("max_luminance=".count).split(separator: "/")
      let numbers = parts.compactMap { Double($0.filter { $0.isNumber || $0 == "." }) }
      #expect(numbers.count == 2 && abs(numbers[0] / numbers[1] - 1_000) < 0.01)
    }
    if [.mp4, .mov].contains(type) {
      let bytes = try Data(contentsOf: file)
      #expect(bytes.range(of: Data("mdcv".utf8)) != nil)
    }
    guard preset == .hevcHighestQuality else { return }
    let stream = folder.file("film.hevc")
    try await ChildProcess(
      "ffmpeg", ["-v", "error", "-i", file.path, "-c", "copy", "-f", "hevc", stream.path]
    ).check()
    let units = Self.units(of: try Data(contentsOf: stream))
    // Slices, parameter sets and SEI messages, of ITU-T H.265, table 7-1.
    #expect(Set(units.map { $0[0] >> 1 }).subtracting(Array(0...21)) == [32, 33, 34, 39])
    // Its annex D: 137 is the mastering display. Bytes behind a message may be 0, and then do not show here.
    let messages = units.filter { $0[0] >> 1 == 39 }
    #expect(messages.count { $0[2] == 137 } == 1)
    for message in messages { #expect(Self.isWhole(message)) }
  }

  /// The units of a byte stream, without bytes that prevent the emulation of start codes.
  private static func units(of stream: Data) -> [[UInt8]] {
    var units: [[UInt8]] = [], zeros = 0
    for byte in stream {
      if zeros >= 2, byte == 1 {
        if !units.isEmpty {
          units[units.count - 1].removeLast(min(zeros, units[units.count - 1].count))
        }
        units.append([])
        zeros = 0
      } else if zeros >= 2, byte == 3 {
        zeros = 0
      } else {
        if !units.isEmpty { units[units.count - 1].append(byte) }
        zeros = byte == 0 ? zeros + 1 : 0
      }
    }
    return units
  }

  /// Whether an SEI unit ends after messages with the lengths that they state.
  private static func isWhole(_ unit: [UInt8]) -> Bool {
    var place = 2
    while place + 1 < unit.count, unit[place] != 0x80 { place += 2 + Int(unit[place + 1]) }
    return place == unit.count - 1
  }

  @Test func `a dissolve of ramps has more than 8 bits`() async throws {
    let clip = try await ramp("yuv420p10le", tags: Self.tags709)
    var composition = try cut(clip)
    let range = TimeRange(start: .zero, duration: MediaTime(8, over: 30))
    composition.tracks.append(
      try Track(
        id: "w", mediaType: .video,
        segments: [Segment(target: range, media: .init(asset: "a", source: range))]))
    composition.instructions = [
      Instruction(
        range: range,
        layers: [
          Layer(track: "v", opacity: AnimatedValue(0.5)), Layer(track: "w"),
        ])
    ]
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("dissolve.mkv")
    _ = try await export(composition, .lossless, .mkv, to: file)
    #expect(try await probe(file)["pix_fmt"] == "yuv420p10le")
    #expect(try await lumas(file).count > 900)
  }
}
