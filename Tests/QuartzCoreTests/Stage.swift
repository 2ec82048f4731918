import AVFoundation
import TestSupport
import Testing

/// A black film of two seconds, 200 × 100 at 30 frames per second, with layers over it.
struct Stage {
  let root = CALayer()
  private let composition: AVMutableComposition
  private let video: AVMutableVideoComposition

  init() async throws {
    let media = TestMedia(video: .init(frameCount: 60, clip: 1))
    let asset = AVURLAsset(url: try await media.file())
    composition = AVMutableComposition()
    let track = try #require(
      composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    let source = try #require(asset.tracks(withMediaType: .video).first)
    let whole = CMTimeRange(start: .zero, duration: CMTime(value: 60, timescale: 30))
    try track.insertTimeRange(whole, of: source, at: .zero)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = whole
    video = AVMutableVideoComposition()
    video.renderSize = CGSize(width: 200, height: 100)
    video.frameDuration = CMTime(value: 1, timescale: 30)
    video.instructions = [instruction]
    root.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    let picture = CALayer()
    picture.frame = root.frame
    root.addSublayer(picture)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: picture, in: root)
  }

  /// The images of times in frames.
  func images(_ frames: Int...) async throws -> [CGImage] {
    let generator = AVAssetImageGenerator(asset: composition)
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    generator.videoComposition = video
    var result: [CGImage] = []
    let times = frames.map { CMTime(value: CMTimeValue($0), timescale: 30) }
    for await element in generator.images(for: times) { result.append(try element.image) }
    return result
  }

  func image(_ frame: Int = 0) async throws -> CGImage {
    try #require(try await images(frame).first)
  }

  /// A layer with a background.
  func add(
    _ frame: CGRect, _ color: CGColor = white, in parent: CALayer? = nil
  ) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    (parent ?? root).addSublayer(layer)
    return layer
  }

  static let white = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
  static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
}

extension CGImage {
  /// The brightness of a pixel in 0…1, with y from the bottom as layers count.
  func light(_ x: Int, _ y: Int) throws -> Double {
    let data = try #require(dataProvider?.data)
    let start = (height - 1 - y) * bytesPerRow + x * 4
    return (Double(data[start]) + Double(data[start + 1]) + Double(data[start + 2])) / 765
  }

  /// Which of red, green and blue are bright, with y from the bottom.
  func color(_ x: Int, _ y: Int) throws -> [Bool] {
    let data = try #require(dataProvider?.data)
    let start = (height - 1 - y) * bytesPerRow + x * 4
    return (0..<3).map { data[start + $0] > 128 }
  }

  /// The first and last row, from the bottom, in which columns have light.
  func litRows(_ columns: Range<Int>) throws -> ClosedRange<Int>? {
    let rows = try (0..<height).filter { y in
      try columns.contains { try light($0, y) > 0.3 }
    }
    guard let first = rows.first, let last = rows.last else { return nil }
    return first...last
  }
}
