import AVFoundation

/// A trimmer as written in 2025: Swift 6, strict concurrency, export(to:as:).
public actor Trimmer {
  public struct Cut: Sendable {
    public var url: URL
    public var range: CMTimeRange
    public init(url: URL, range: CMTimeRange) { (self.url, self.range) = (url, range) }
  }

  private(set) public var progress: Double = 0
  public init() {}

  public func export(_ cuts: [Cut], to output: URL, title: String) async throws {
    let composition = AVMutableComposition()
    for cut in cuts {
      let asset = AVURLAsset(url: cut.url)
      try await composition.insertTimeRange(cut.range, of: asset, at: composition.duration)
    }
    let video = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: composition)
    video.frameDuration = CMTime(value: 1, timescale: 30)
    let bounds = CGRect(origin: .zero, size: video.renderSize)
    let (root, picture, label) = (CALayer(), CALayer(), CALayer())
    (root.frame, picture.frame) = (bounds, bounds)
    root.isGeometryFlipped = true
    label.frame = CGRect(x: 0, y: bounds.height - 10, width: bounds.width, height: 10)
    label.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    root.addSublayer(picture)
    root.addSublayer(label)
    video.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: picture, in: root)

    guard
      let session = AVAssetExportSession(
        asset: composition, presetName: AVAssetExportPresetHighestQuality)
    else { throw AVError(.operationNotSupportedForAsset) }
    session.videoComposition = video
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierTitle
    item.value = title as NSString
    session.metadata = [item]
    try await session.export(to: output, as: .mp4)
    progress = 1
  }

  public nonisolated func images(of url: URL, at times: [CMTime]) async throws -> [CGImage] {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    var images: [CGImage] = []
    for await result in generator.images(for: times) { images.append(try result.image) }
    return images
  }
}
