import AVFoundation
import TestSupport
import Testing

/// Rules 17, 28, 63 and 71: unusual sources.
@Suite(.serialized) struct SourceTests {
  static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

  /// A film of one colour with an alpha, made by `ffmpeg`.
  func film(alpha: Double) async throws -> (AVURLAsset, TemporaryDirectory) {
    let folder = try TemporaryDirectory()
    try await ChildProcess(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i",
        "color=0xFF0000@\(alpha):size=320x180:rate=30:duration=1,format=rgba", "-c:v", "prores_ks",
        "-profile:v", "4444", "-vf",
        "scale=out_color_matrix=bt709:out_range=tv," + FFmpegMedia.labels709, "-pix_fmt",
        "yuva444p10le", folder.file("film.mov").path,
      ]
    ).check()
    return (AVURLAsset(url: folder.file("film.mov")), folder)
  }

  @Test(arguments: [0.0, 0.5, 1])
  func `R17: the alpha of a source counts`(alpha: Double) async throws {
    let (asset, folder) = try await film(alpha: alpha)
    defer { folder.remove() }
    let composition = AVMutableComposition(), track = try composition.add()
    try track.insertTimeRange(f(0, 30), of: asset.video(), at: .zero)
    let over = layer(track)
    let video = videoComposition([instruction(f(0, 30), [over], background: Self.blue)])
    let whole = try await image(of: composition, video, at: f(3)).color(160, 90)
    // Source over background, in encoded values.
    func mixed(_ part: Double) -> RGB {
      RGB(red: Int(255 * part), green: 0, blue: Int(255 * (1 - part)))
    }
    #expect(whole.isNear(mixed(alpha)), "\(whole)")
    over.setOpacity(0.5, at: .zero)
    video.instructions = [instruction(f(0, 30), [over], background: Self.blue)]
    let half = try await image(of: composition, video, at: f(3)).color(160, 90)
    #expect(half.isNear(mixed(alpha / 2)), "\(half)")
  }

  /// A film of 240 × 180 stored pixels, each 4 : 3, so 320 × 180.
  func wide() async throws -> AVURLAsset {
    let media = FFmpegMedia(
      "mov", ["-vf", "setsar=4/3", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "30"],
      video: .init(width: 240, height: 180, frameCount: 60, clip: 5))
    return AVURLAsset(url: try await media.file())
  }

  @Test func `R28: frames are taken at their display size`() async throws {
    let asset = try await wide()
    #expect(try asset.video().naturalSize == CGSize(width: 320, height: 180))
    let composition = AVMutableComposition(), track = try composition.add()
    try track.insertTimeRange(f(0, 60), of: asset.video(), at: .zero)
    #expect(composition.naturalSize == CGSize(width: 320, height: 180))
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let video = videoComposition(
      [instruction(f(0, 60), [layer(track)], background: red)],
      size: CGSize(width: 400, height: 180))
    let picture = try await image(of: composition, video, at: f(9))
    #expect(try picture.shown(in: CGRect(x: 0, y: 0, width: 320, height: 180)) == Shown(5, 9))
    #expect(try picture.color(330, 90).isNear(RGB(red: 255, green: 0, blue: 0)))
    #expect(try !picture.color(310, 150).isNear(RGB(red: 255, green: 0, blue: 0)))
  }

  @Test func `R28: crops are in square pixels`() async throws {
    let composition = AVMutableComposition(), track = try composition.add()
    try await track.insertTimeRange(f(0, 60), of: wide().video(), at: .zero)
    let cropped = layer(track), red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    cropped.setCropRectangle(CGRect(x: 0, y: 0, width: 160, height: 180), at: .zero)
    let video = videoComposition([instruction(f(0, 60), [cropped], background: red)])
    let picture = try await image(of: composition, video, at: f(9))
    let ground = RGB(red: 255, green: 0, blue: 0)
    for x in [163, 240, 318] { #expect(try picture.color(x, 150).isNear(ground), "\(x)") }
    for x in [2, 80, 156] { #expect(try !picture.color(x, 150).isNear(ground), "\(x)") }
  }

  @Test func `R28: without a video composition an export has the display size`() async throws {
    let file = try await Exported(wide(), range: f(0, 5), as: .mp4)
    defer { file.remove() }
    #expect(try AVURLAsset(url: file.url).video().naturalSize == CGSize(width: 320, height: 180))
    #expect(try await file.frames() == (0..<5).map { Shown(5, $0) })
  }

  @Test func `R63: a track that is muted plays as silence and does not stop the export`()
    async throws
  {
    let composition = AVMutableComposition(), mix = AVMutableAudioMix()
    try await composition.add().insertTimeRange(f(0, 60), of: Clips.silent(1).video(), at: .zero)
    let (muted, heard) = (try composition.add(.audio), try composition.add(.audio))
    let sine = try await Clips.sound(1, .sine(hertz: 1000)).audio()
    try muted.insertTimeRange(f(0, 60), of: sine, at: .zero)
    try heard.insertTimeRange(f(0, 30), of: sine, at: f(30))
    let parameters = AVMutableAudioMixInputParameters(track: muted)
    parameters.setVolume(0, at: .zero)
    mix.inputParameters = [parameters]
    let file = try await Exported(composition, mix: mix, as: .mp4)
    defer { file.remove() }
    #expect(try await file.frames() == (0..<60).map { Shown(1, $0) })
    let sound = try await file.sound()
    #expect(abs(Double(sound.count) / Double(sound.sampleRate) - 2) < 0.06)
    #expect(sound.level(from: 0.1, to: 0.9) < 0.001)
    #expect(abs(sound.level(from: 1.2, to: 1.8) - 0.3536) < 0.02)
    // Alone it is silence of the same length.
    composition.removeTrack(heard)
    let silent = try await Exported(composition, mix: mix, as: .mp4)
    defer { silent.remove() }
    let silence = try await silent.sound()
    #expect(abs(Double(silence.count) / Double(silence.sampleRate) - 2) < 0.06)
    #expect(silence.level(from: 0, to: 2) < 0.001)
  }

  @Test func `R71: a custom compositor gets an additional layer as 32BGRA`() async throws {
    let composition = AVMutableComposition(), track = try composition.add()
    try await track.insertTimeRange(f(0, 30), of: Clips.silent(1).video(), at: .zero)
    let square = CALayer(), id = composition.unusedTrackID()
    square.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    square.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let video = videoComposition([
      OwnInstruction(f(0, 30), sources: [track.trackID, id], shown: id)
    ])
    video.customVideoCompositorClass = Additional.self
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      additionalLayer: square, asTrackID: id)
    #expect(video.isValid(for: composition, timeRange: f(0, 30), validationDelegate: nil))
    let picture = try await image(of: composition, video, at: f(3))
    // The origin of layers is at the bottom left.
    #expect(try picture.color(20, 160).isNear(RGB(red: 255, green: 0, blue: 0)))
    #expect(try picture.color(300, 20).isNear(.black))
    #expect(Additional.formats.all.allSatisfy { $0 == kCVPixelFormatType_32BGRA })
    #expect(!Additional.formats.all.isEmpty)
  }

  /// Hands on the frame that its instruction names.
  final class Additional: NSObject, AVVideoCompositing {
    static let formats = Kept<OSType>()
    let sourcePixelBufferAttributes: [String: Any]? = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
    ]
    let requiredPixelBufferAttributesForRenderContext: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
    ]
    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      guard let own = request.videoCompositionInstruction as? OwnInstruction,
        let frame = request.sourceFrame(byTrackID: own.shown)
      else { return request.finish(with: NSError(domain: "no frame of the layer", code: 1)) }
      Self.formats.add(CVPixelBufferGetPixelFormatType(frame))
      request.finish(withComposedVideoFrame: frame)
    }
  }
}
