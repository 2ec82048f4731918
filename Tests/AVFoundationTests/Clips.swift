import AVFoundation
import CutawayTime
import TestSupport
import Testing

/// Tiny files whose frames show their clip and number, and whose samples carry their position.
enum Clips {
  /// A film of 320 × 180 at 30 frames per second with sound; numbers 1 to 9 differ.
  static func film(_ clip: UInt8, frames: Int = 60) async throws -> AVURLAsset {
    let media = TestMedia(
      .mov, video: .init(frameCount: frames, clip: clip),
      audio: .init(codec: .pcm, sound: .ticks, clip: clip))
    return AVURLAsset(url: try await media.file())
  }

  /// The same without sound, in a size and an orientation.
  static func silent(
    _ clip: UInt8, width: Int = 320, height: Int = 180, frames: Int = 60,
    orientation: PictureOrientation = .identity, rate: FrameRate = .fps30
  ) async throws -> AVURLAsset {
    let media = TestMedia(
      video: .init(
        width: width, height: height, frameRate: rate, frameCount: frames,
        orientation: orientation, clip: clip))
    return AVURLAsset(url: try await media.file())
  }

  /// Sound only.
  static func sound(
    _ clip: UInt8, seconds: Int64 = 2, _ sound: TestSound = .ticks
  ) async throws -> AVURLAsset {
    let media = TestMedia(
      .wav, video: nil,
      audio: .init(codec: .pcm, sound: sound, duration: MediaTime(seconds), clip: clip))
    return AVURLAsset(url: try await media.file())
  }
}

/// A time in frames of 1/30 s.
func f(_ frames: Int) -> CMTime { CMTime(value: CMTimeValue(frames), timescale: 30) }

/// A range in frames of 1/30 s, from a start to an end.
func f(_ start: Int, _ end: Int) -> CMTimeRange {
  CMTimeRange(start: f(start), end: f(end))
}

extension AVAsset {
  func video() throws -> AVAssetTrack {
    try #require(currentVideo.first)
  }
  func audio() throws -> AVAssetTrack {
    try #require((self as AVAsset).tracks(withMediaType: .audio).first)
  }
  private var currentVideo: [AVAssetTrack] { (self as AVAsset).tracks(withMediaType: .video) }
}

extension AVMutableComposition {
  /// A new track.
  @discardableResult func add(_ type: AVMediaType = .video, id: CMPersistentTrackID = 0) throws
    -> AVMutableCompositionTrack
  {
    try #require(addMutableTrack(withMediaType: type, preferredTrackID: id))
  }
}

/// An instruction with layers, from the topmost.
func instruction(
  _ range: CMTimeRange, _ layers: [AVVideoCompositionLayerInstruction],
  background: CGColor? = nil
) -> AVMutableVideoCompositionInstruction {
  let instruction = AVMutableVideoCompositionInstruction()
  instruction.timeRange = range
  instruction.layerInstructions = layers
  instruction.backgroundColor = background
  return instruction
}

/// A video composition of 320 × 180 at 30 frames per second.
func videoComposition(
  _ instructions: [any AVVideoCompositionInstructionProtocol],
  size: CGSize = CGSize(width: 320, height: 180)
) -> AVMutableVideoComposition {
  let video = AVMutableVideoComposition()
  video.renderSize = size
  video.frameDuration = f(1)
  video.instructions = instructions
  return video
}

/// A layer of a track with a transform.
func layer(
  _ track: AVAssetTrack, _ transform: CGAffineTransform = .identity
) -> AVMutableVideoCompositionLayerInstruction {
  let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
  if !transform.isIdentity { layer.setTransform(transform, at: .zero) }
  return layer
}

/// A frame as clip and number, for messages.
struct Shown: Equatable, CustomStringConvertible {
  let clip: Int, frame: Int
  init(_ clip: Int, _ frame: Int) { (self.clip, self.frame) = (clip, frame) }
  init?(_ code: FrameCode?) {
    guard let code else { return nil }
    self.init(Int(code.clip), Int(code.frame))
  }
  var description: String { "\(clip):\(frame)" }
}
