import Cutaway
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Video and audio of exported files as a player decodes them.
@Suite(.serialized) struct StreamTests {
  @Test(arguments: ExportFileType.allCases.filter { !$0.isImageSequence })
  func `audio and video start together and last as long as the composition`(
    fileType: ExportFileType
  ) async throws {
    let preset: ExportPreset = fileType == .m4a ? .appleM4A : .highestQuality
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("film.\(fileType.pathExtensions[0])")
    let session = ExportSession(try await Edit.twoSeconds(), preset: preset)
    try await session.export(to: file.path, as: fileType)
    try await checkSound(of: file, isWhole: !fileType.audioCodecs.contains(.aac))
    if fileType.hasVideo { try await checkPicture(of: file) }
    #expect(try folder.names() == [file.lastPathComponent])
  }

  @Test(arguments: [
    (ExportFileType.mkv, AudioCodec.opus), (.mkv, .vorbis), (.mkv, .flac), (.mkv, .pcm),
    (.mov, .pcm), (.webm, .vorbis), (.ogg, .vorbis), (.ogg, .flac),
  ])
  func `every audio codec starts in sync with the video`(
    fileType: ExportFileType, codec: AudioCodec
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("film.\(fileType.rawValue)")
    var settings = ExportSession.Settings()
    settings.encoding.audioCodec = codec
    let session = ExportSession(try await Edit.twoSeconds(), settings: settings)
    try await session.export(to: file.path, as: fileType)
    try await checkSound(of: file)
  }

  @Test(arguments: [
    (ExportFileType.mkv, VideoCodec.vp8), (.mkv, .vp9), (.mkv, .hevc), (.mkv, .proRes422),
    (.mkv, .ffv1), (.mp4, .av1), (.mp4, .hevc), (.mov, .proRes422), (.ts, .hevc),
    (.webm, .vp8), (.webm, .av1), (.fmp4, .hevc),
  ])
  func `every video codec keeps every frame and its time`(
    fileType: ExportFileType, codec: VideoCodec
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("film.\(fileType.pathExtensions[0])")
    var settings = ExportSession.Settings()
    settings.encoding.videoCodec = codec
    settings.encoding.speed = .fastest
    let session = ExportSession(try await Edit.twoSeconds(), settings: settings)
    try await session.export(to: file.path, as: fileType)
    try await checkPicture(of: file)
    let description = try await MediaProbe.describe(file.path)
    #expect(description.videoTracks.map(\.codec).first?.contains(codec.spokenName) == true)
  }

  @Test(arguments: [ExportFileType.png, .jpeg])
  func `an image sequence has one file per frame`(fileType: ExportFileType) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var settings = ExportSession.Settings()
    settings.timeRange = TimeRange(start: MediaTime(1), duration: MediaTime(1, over: 3))
    let session = ExportSession(try await Edit.twoSeconds(), settings: settings)
    try await session.export(to: folder.file("frame-%03d.x").path, as: fileType)
    #expect(try folder.names() == (0..<10).map { "frame-00\($0).x" })
    for number in [0, 9] {
      let picture = try await RawVideo.read(folder.file("frame-00\(number).x"))
      #expect(picture.frameNumbers() == [45 + number])
    }
  }

  @Test func `a JPEG has the colours that readers of JFIF expect`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var composition = try await Edit.twoSeconds([.video])
    composition.instructions = [
      Instruction(
        range: TimeRange(start: .zero, duration: MediaTime(2)),
        background: Color(red: 250, green: 20, blue: 60))
    ]
    var settings = ExportSession.Settings()
    settings.timeRange = TimeRange(start: .zero, duration: MediaTime(1, over: 30))
    for type in [ExportFileType.png, .jpeg] {
      try await ExportSession(composition, settings: settings)
        .export(to: folder.file("%d.\(type.pathExtensions[0])").path, as: type)
    }
    // An independent reader, because GStreamer's may compensate for faults of its encoder.
    for name in ["0.png", "0.jpg"] {
      let pixel = try await ChildProcess(
        "ffmpeg",
        ["-v", "error", "-i", folder.file(name).path, "-vf", "format=rgb24,crop=1:1:160:90"]
          + ["-f", "rawvideo", "-"]
      ).check().output
      for (value, expected) in zip(pixel, [250, 20, 60]) {
        #expect(abs(Int(value) - expected) <= 6, "\(name): \(Array(pixel))")
      }
    }
  }

  @Test(arguments: [(ExportFileType.webm, AudioCodec.opus), (.webm, .vorbis), (.mkv, .aac)])
  func `each audio block is marked as a key frame`(
    fileType: ExportFileType, codec: AudioCodec
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("film.\(fileType.rawValue)")
    var settings = ExportSession.Settings()
    settings.encoding.audioCodec = codec
    try await ExportSession(try await Edit.twoSeconds(), settings: settings)
      .export(to: file.path, as: fileType)
    let blocks = MatroskaBlocks(try Data(contentsOf: file)).blocks
    let pictures = blocks.filter { $0.track == 1 }, sound = blocks.filter { $0.track == 2 }
    #expect(sound.allSatisfy { $0.isKey })
    // Vorbis blocks are in groups, which need no mark.
    #expect(codec == .vorbis || sound.count > 80)
    // The marks of video are those of the muxer.
    #expect(pictures.count >= 59 && pictures.count { $0.isKey } == 1)
  }

  @Test(arguments: [(8_000, AudioCodec.aac), (44_100, .opus), (96_000, .opus), (192_000, .aac)])
  func `sound of any sample rate is converted to one that the codec supports`(
    rate: Int, codec: AudioCodec
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var settings = ExportSession.Settings()
    settings.encoding.audioCodec = codec
    let file = folder.file("film.mkv")
    let session = ExportSession(
      try await Edit.twoSeconds([.audio], sampleRate: rate), settings: settings)
    try await session.export(to: file.path, as: .mkv)
    let sound = try await RawAudio.read(file)
    let difference = Double(sound.count) / Double(sound.sampleRate) - 2
    #expect(abs(difference) < 1_100 / Double(min(rate, 48_000)))
  }

  /// Ticks come with each third frame, and the sound starts at frame 15.
  private func checkSound(of file: URL, isWhole: Bool = true) async throws {
    let sound = try await RawAudio.read(file)
    let ticks = ToneCode.read(sound.channels[0], sampleRate: sound.sampleRate)
    try #require(ticks.count >= 18)
    for tick in ticks.dropFirst() { #expect(tick.offset == 24_000) }
    // A lossy encoder blurs an abrupt start.
    #expect(abs(ticks[0].offset - 24_000) <= 1)
    // Some containers can end with a whole packet only, and qtdemux leaves out the last one where an
    // edit list hides the first: SoundStartTests asks others.
    #expect(abs(sound.count - 96_000) <= (isWhole ? 2 : 1_024))
  }

  private func checkPicture(of file: URL) async throws {
    let picture = try await RawVideo.read(file)
    #expect(picture.frameNumbers() == Array(15..<75))
  }
}

extension VideoCodec {
  /// A part of its name in GStreamer.
  fileprivate var spokenName: String {
    switch self {
    case .h264: "H.264"
    case .hevc: "H.265"
    case .vp8: "VP8"
    case .vp9: "VP9"
    case .av1: "AV1"
    case .proRes422, .proRes4444: "ProRes"
    case .ffv1: "FFMpeg v1"
    case .png, .jpeg: ""
    }
  }
}
