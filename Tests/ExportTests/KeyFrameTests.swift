import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// The positions of key frames in an output with cuts.
@Suite(.serialized) struct KeyFrameTests {
  private let folder: TemporaryDirectory
  init() throws { folder = try TemporaryDirectory() }

  /// 6.34 seconds of alternating video and black at a frame rate.
  private func edit(_ rate: (Int64, Int64) = (25, 1)) async throws -> Composition {
    let film = try await TestMedia(.mov, video: .init(frameCount: 90)).file()
    var start = MediaTime.zero, segments: [Segment] = []
    for (index, hundredths) in [84, 60, 230, 260].enumerated() {
      let range = TimeRange(start: .zero, duration: MediaTime(Int64(hundredths), over: 100))
      segments.append(
        Segment(
          target: range.moved(by: start),
          media: index % 2 == 0 ? .init(asset: "film", source: range) : nil))
      start = start + range.duration
    }
    return Composition(
      render: RenderSettings(frameDuration: MediaTime(rate.1, over: rate.0)),
      assets: [Asset(id: "film", location: film.path)],
      tracks: [try Track(id: "v", mediaType: .video, segments: segments)])
  }

  private func keyTimes(of file: URL) async throws -> [Double] {
    let text = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,flags"]
        + ["-of", "csv=p=0", file.path]
    ).check().outputText
    return text.split(separator: "\n").filter { $0.contains("K") }
      .compactMap { Double($0.prefix { $0 != "," }) }
  }

  @Test(arguments: [
    ("x264enc", ExportFileType.mp4), ("x265enc", .mp4), ("av1enc", .mp4), ("vp8enc", .webm),
    ("vp9enc", .webm), ("openh264enc", .mp4),
  ])
  func `a requested key frame interval is exact, also at cuts`(
    encoder: String, type: ExportFileType
  ) async throws {
    defer { folder.remove() }
    try #require(VideoEncoder.all.contains { $0.factory == encoder && $0.isInstalled })
    var settings = ExportSession.Settings()
    settings.encoding.videoEncoder = encoder
    settings.encoding.keyFrameInterval = 25
    let file = folder.file("film.\(type.rawValue)")
    try await ExportSession(try await edit(), settings: settings).export(to: file.path, as: type)
    let times = try await keyTimes(of: file)
    #expect(times.count == 7)
    for (index, time) in times.enumerated() { #expect(abs(time - Double(index)) < 0.002) }
  }

  @Test func `key frames at fixed times are the same at every rate`() async throws {
    defer { folder.remove() }
    var settings = ExportSession.Settings()
    settings.encoding.fixedKeyFrames = MediaTime(1, over: 2)
    for (index, rate) in [(Int64(24), Int64(1)), (30, 1), (60, 1)].enumerated() {
      let file = folder.file("film\(index).mp4")
      try await ExportSession(try await edit(rate), settings: settings)
        .export(to: file.path, as: .mp4)
      let times = try await keyTimes(of: file)
      #expect(times.count == 13)
      for (index, time) in times.enumerated() { #expect(abs(time - Double(index) / 2) < 0.002) }
    }
    settings.encoding.keyFrameInterval = 10
    #expect(throws: ExportError.self) {
      try ExportSession.check(folder.file("x.mp4").path, .mp4, .highestQuality, settings)
    }
  }

  @Test func `without a requested interval, a cut is a key frame`() async throws {
    defer { folder.remove() }
    let file = folder.file("film.mp4")
    try await ExportSession(try await edit()).export(to: file.path, as: .mp4)
    // The encoder decides which cuts it detects. The one from black to video is certain.
    #expect(try await keyTimes(of: file).contains { abs($0 - 1.44) < 0.01 })
  }

  @Test(arguments: [(25, 1, nil), (30_000, 1001, nil), (25, 1, 25), (24_000, 1001, 72)])
  func `fragments start at key frames at the exact interval`(
    rate: Int64, per: Int64, interval: Int?
  ) async throws {
    defer { folder.remove() }
    var settings = ExportSession.Settings()
    settings.encoding.keyFrameInterval = interval
    let file = folder.file("film.mp4")
    try await ExportSession(try await edit((rate, per)), settings: settings)
      .export(to: file.path, as: .fmp4)
    let frame = Double(per) / Double(rate)
    let length = frame * Double(interval ?? Int((2 / frame).rounded()))
    let times = try await keyTimes(of: file)
    let count = Int((6.34 / length).rounded(.up))
    #expect(times.count == count)
    for (index, time) in times.enumerated() {
      #expect(abs(time - Double(index) * length) < 0.002)
    }
    let bytes = try Data(contentsOf: file)
    var fragments = 0, rest = bytes[...]
    while let place = rest.range(of: Data("moof".utf8)) {
      fragments += 1
      rest = rest[place.upperBound...]
    }
    #expect(fragments == count)
  }

  @Test func `AV1 keeps a requested bit rate`() async throws {
    defer { folder.remove() }
    var settings = ExportSession.Settings()
    settings.encoding.videoCodec = .av1
    settings.encoding.videoBitrate = 100_000
    let file = folder.file("film.mp4")
    let edit = try await Edit.composition(
      of: TestMedia(.mov, video: .init(width: 640, height: 360, frameCount: 90)),
      TimeRange(start: .zero, duration: MediaTime(3)), [.video], times: 2)
    try await ExportSession(edit, settings: settings).export(to: file.path, as: .mp4)
    #expect(try Data(contentsOf: file).count < 100_000 / 8 * 6 * 2)
  }
}
