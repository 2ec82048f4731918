import AVFoundation
import TestSupport
import Testing

/// Symbols of Apple's that programs use and that no other test uses.
@Suite(.serialized) struct MustSymbolTests {
  func composition() async throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    try await composition.insertTimeRange(f(0, 10), of: Clips.film(1), at: .zero)
    return composition
  }

  @Test(
    arguments: [
      (
        AVAssetExportPreset960x540, CGSize(width: 1920, height: 1080),
        CGSize(width: 960, height: 540)
      ),
      (
        AVAssetExportPreset1920x1080, CGSize(width: 3840, height: 2160),
        CGSize(width: 1920, height: 1080)
      ),
      (
        AVAssetExportPreset1920x1080, CGSize(width: 640, height: 360),
        CGSize(width: 640, height: 360)
      ),
      (
        AVAssetExportPreset3840x2160, CGSize(width: 640, height: 360),
        CGSize(width: 640, height: 360)
      ),
      (
        AVAssetExportPresetHEVC1920x1080, CGSize(width: 3840, height: 2160),
        CGSize(width: 1920, height: 1080)
      ),
    ] as [(String, CGSize, CGSize)])
  func `R80: a preset fits the picture into its size`(
    preset: String, size: CGSize, result: CGSize
  ) async throws {
    let composition = try await composition()
    let video = videoComposition(
      [instruction(f(0, 10), [layer(try composition.video())])], size: size)
    let file = try await Exported(composition, video, range: f(0, 3), preset: preset, as: .mp4)
    defer { file.remove() }
    let track = try AVURLAsset(url: file.url).video()
    // Even sides, a pixel more or less.
    #expect(abs(track.naturalSize.width - result.width) <= 2)
    #expect(abs(track.naturalSize.height - result.height) <= 2)
    // swift-format-ignore: NeverForceUnwrap
    let format = try #require(track.formatDescriptions.first) as! CMFormatDescription
    let isHEVC = preset == AVAssetExportPresetHEVC1920x1080
    #expect(
      CMFormatDescriptionGetMediaSubType(format)
        == (isHEVC ? kCMVideoCodecType_HEVC : kCMVideoCodecType_H264))
  }

  @Test func `the qualities low, medium and highest make larger and larger files`() async throws {
    let composition = try await composition()
    var sizes: [Int] = []
    for preset in [
      AVAssetExportPresetLowQuality, AVAssetExportPresetMediumQuality,
      AVAssetExportPresetHighestQuality,
    ] {
      let file = try await Exported(composition, preset: preset, as: .mp4)
      defer { file.remove() }
      sizes.append(try Data(contentsOf: file.url).count)
      #expect(abs(AVURLAsset(url: file.url).duration.seconds - 1.0 / 3) < 1e-6, "\(preset)")
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 3, "\(sizes)")
  }

  @Test func `an export within an actor takes its isolation`() async throws {
    let composition = try await composition()
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    try await Exporter().run(composition.copy() as? AVComposition, to: folder.file("out.mp4"))
    #expect(abs(AVURLAsset(url: folder.file("out.mp4")).duration.seconds - 1.0 / 3) < 1e-6)
  }

  actor Exporter {
    func run(_ asset: AVComposition?, to url: URL) async throws {
      let session = try #require(
        asset.flatMap {
          AVAssetExportSession(asset: $0, presetName: AVAssetExportPreset640x480)
        })
      try await session.export(to: url, as: .mp4, isolation: self)
    }
  }

  @Test func `key values are loaded by name, and their status is a value`() async throws {
    let asset = AVURLAsset(url: try await Clips.film(1).url)
    let status: AVKeyValueStatus = asset.statusOfValue(forKey: "duration", error: nil)
    #expect(status == .unknown || status == .loaded)
    await withCheckedContinuation { continuation in
      asset.loadValuesAsynchronously(
        forKeys: ["duration", "tracks"], completionHandler: { continuation.resume() })
    }
    #expect(asset.statusOfValue(forKey: "duration", error: nil) == AVKeyValueStatus.loaded)
    #expect(AVKeyValueStatus(rawValue: 0) == .unknown && AVKeyValueStatus.failed.rawValue == 3)
    #expect(AVKeyValueStatus.loaded.rawValue == 2 && AVKeyValueStatus.cancelled.rawValue == 4)
  }

  @Test func `file types of sound are those of Apple`() async throws {
    #expect(AVFileType.mp3.rawValue == "public.mp3")
    #expect(AVFileType.wav.rawValue == "com.microsoft.waveform-audio")
    let session = try #require(
      AVAssetExportSession(
        asset: try await composition(), presetName: AVAssetExportPresetAppleM4A))
    #expect(!session.supportedFileTypes.contains(.mp3))
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    await #expect(throws: (any Error).self) {
      try await session.export(to: folder.file("out.mp3"), as: .mp3)
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func `an item of an asset keeps it`() async throws {
    let composition = try await composition()
    let item = AVPlayerItem(asset: composition)
    #expect(item.asset === composition && item.duration == f(10))
    let other = AVPlayerItem(asset: composition, automaticallyLoadedAssetKeys: ["tracks"])
    #expect(other.asset === composition)
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy !== item && copy.asset === composition)
  }

  @Test func `autoreleasepool hands on results and errors`() throws {
    #expect(autoreleasepool { 7 } == 7)
    #expect(autoreleasepool(invoking: { "a" }) == "a")
    struct Failure: Error {}
    #expect(throws: Failure.self) { try autoreleasepool { throw Failure() } }
  }

  @Test func `Foundation's gaps are filled`() {
    let folder = URL.documentsDirectory
    #expect(folder.isFileURL && folder.path.hasPrefix("/"))
    #expect(
      FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first?.path
        .trimmingCharacters(in: ["/"]) == folder.path.trimmingCharacters(in: ["/"]))
    #expect(ProcessInfo().processIdentifier == ProcessInfo.processInfo.processIdentifier)
    let seconds: CFTimeInterval = 1.5
    #expect(seconds == 1.5)
  }

  @Test func `times compare and add by operators`() {
    let (a, b) = (CMTime(value: 1, timescale: 2), CMTime(value: 300, timescale: 600))
    #expect(a == b && a <= b && !(a < b) && !(a != b))
    #expect(a + b == CMTime(value: 1, timescale: 1) && a - b == .zero)
    #expect(CMTime(value: 1, timescale: 3) < a && a < .positiveInfinity && .negativeInfinity < a)
    let scale: CMTimeScale = 600
    #expect(CMTime(seconds: 0.5, preferredTimescale: scale).value == 300)
  }

  @Test func `a property animation is made by its key path`() {
    let animation = CAPropertyAnimation(keyPath: "opacity")
    #expect(animation.keyPath == "opacity" && !animation.isAdditive)
    #expect(CAPropertyAnimation(keyPath: nil).keyPath == nil)
  }
}
