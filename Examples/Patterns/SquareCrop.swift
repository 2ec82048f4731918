import AVFoundation

/// Cuts the square in the middle out of a film, whichever way the camera was held.
public struct SquareCrop {
  public enum Failure: Error {
    case noVideoTrack
    case cannotExport
  }

  /// The side of the square in pixels; that of the film if `nil`.
  public var side: CGFloat?

  public init(side: CGFloat? = nil) {
    self.side = side
  }

  public func export(_ input: URL, to output: URL) async throws {
    let asset = AVURLAsset(url: input)
    guard let track = try await asset.loadTracks(withMediaType: .video).first else {
      throw Failure.noVideoTrack
    }
    let (naturalSize, preferredTransform, minFrameDuration) = try await track.load(
      .naturalSize, .preferredTransform, .minFrameDuration)

    let square = min(naturalSize.width, naturalSize.height)
    // The crop rectangle has the coordinates of the frame as it is stored.
    let cropRectangle = CGRect(
      x: (naturalSize.width - square) / 2, y: (naturalSize.height - square) / 2,
      width: square, height: square)
    let shown = cropRectangle.applying(preferredTransform)
    let renderSide = side ?? square
    let transform =
      preferredTransform
      .concatenating(CGAffineTransform(translationX: -shown.minX, y: -shown.minY))
      .concatenating(CGAffineTransform(scaleX: renderSide / square, y: renderSide / square))

    let layerInstruction = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    layerInstruction.setCropRectangle(cropRectangle, at: .zero)
    layerInstruction.setTransform(transform, at: .zero)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: try await asset.load(.duration))
    instruction.layerInstructions = [layerInstruction]
    let videoComposition = AVMutableVideoComposition()
    videoComposition.renderSize = CGSize(width: renderSide, height: renderSide)
    videoComposition.frameDuration =
      minFrameDuration.isNumeric ? minFrameDuration : CMTime(value: 1, timescale: 30)
    videoComposition.instructions = [instruction]

    guard
      let session = AVAssetExportSession(
        asset: asset, presetName: AVAssetExportPresetHighestQuality)
    else { throw Failure.cannotExport }
    session.videoComposition = videoComposition
    session.shouldOptimizeForNetworkUse = true
    try await session.export(to: output, as: .mp4)
  }
}
