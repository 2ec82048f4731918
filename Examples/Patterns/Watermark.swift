@preconcurrency import AVFoundation
import UIKit

/// Puts a frame, a logo and a name that pulsates over a film.
public final class Watermark {
  private let logo: UIImage
  private let name: String

  public init(logo: UIImage, name: String) {
    self.logo = logo
    self.name = name
  }

  /// Exports a film; the handler gets `nil` if it failed.
  public func makeCard(
    fromVideoAt videoURL: URL, to exportURL: URL, onComplete: @escaping @Sendable (URL?) -> Void
  ) {
    let asset = AVURLAsset(url: videoURL)
    let composition = AVMutableComposition()
    guard
      let compositionTrack = composition.addMutableTrack(
        withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid),
      let assetTrack = asset.tracks(withMediaType: .video).first
    else { return onComplete(nil) }
    do {
      let timeRange = CMTimeRange(start: .zero, duration: asset.duration)
      try compositionTrack.insertTimeRange(timeRange, of: assetTrack, at: .zero)
      if let audioAssetTrack = asset.tracks(withMediaType: .audio).first,
        let compositionAudioTrack = composition.addMutableTrack(
          withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
      {
        try compositionAudioTrack.insertTimeRange(timeRange, of: audioAssetTrack, at: .zero)
      }
    } catch { return onComplete(nil) }

    compositionTrack.preferredTransform = assetTrack.preferredTransform
    let isPortrait = assetTrack.preferredTransform.b != 0
    let natural = assetTrack.naturalSize
    let videoSize = isPortrait ? CGSize(width: natural.height, height: natural.width) : natural

    let videoComposition = AVMutableVideoComposition()
    videoComposition.renderSize = videoSize
    videoComposition.frameDuration = CMTime(value: 1, timescale: 30)
    videoComposition.animationTool = animationTool(for: videoSize)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: composition.duration)
    let layerInstruction = AVMutableVideoCompositionLayerInstruction(assetTrack: compositionTrack)
    layerInstruction.setTransform(assetTrack.preferredTransform, at: .zero)
    instruction.layerInstructions = [layerInstruction]
    videoComposition.instructions = [instruction]

    guard
      let export = AVAssetExportSession(
        asset: composition, presetName: AVAssetExportPresetHighestQuality)
    else { return onComplete(nil) }
    export.videoComposition = videoComposition
    export.outputFileType = .mov
    export.outputURL = exportURL
    export.exportAsynchronously {
      switch export.status {
      case .completed: onComplete(exportURL)
      default: onComplete(nil)
      }
    }
  }

  private func animationTool(for size: CGSize) -> AVVideoCompositionCoreAnimationTool {
    let bounds = CGRect(origin: .zero, size: size)
    let backgroundLayer = CALayer()
    backgroundLayer.frame = bounds
    backgroundLayer.backgroundColor = UIColor.orange.cgColor
    let videoLayer = CALayer()
    videoLayer.frame = bounds.insetBy(dx: 10, dy: 10)
    let overlayLayer = CALayer()
    overlayLayer.frame = bounds
    addLogo(to: overlayLayer, videoSize: size)
    add(text: name, to: overlayLayer, videoSize: size)
    let outputLayer = CALayer()
    outputLayer.frame = bounds
    outputLayer.addSublayer(backgroundLayer)
    outputLayer.addSublayer(videoLayer)
    outputLayer.addSublayer(overlayLayer)
    return AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: videoLayer, in: outputLayer)
  }

  private func addLogo(to layer: CALayer, videoSize: CGSize) {
    let aspect = logo.size.width / logo.size.height
    let width = videoSize.width / 4
    let logoLayer = CALayer()
    logoLayer.frame = CGRect(x: 16, y: 16, width: width, height: width / aspect)
    logoLayer.contents = logo.cgImage
    logoLayer.opacity = 0.5
    layer.addSublayer(logoLayer)
  }

  private func add(text: String, to layer: CALayer, videoSize: CGSize) {
    let attributedText = NSAttributedString(
      string: text,
      attributes: [
        .font: UIFont(name: "Helvetica-Bold", size: 28) ?? UIFont.boldSystemFont(ofSize: 28),
        .foregroundColor: UIColor.green,
        .strokeColor: UIColor.white,
        .strokeWidth: -3,
      ])
    let textLayer = CATextLayer()
    textLayer.string = attributedText
    textLayer.shouldRasterize = true
    textLayer.rasterizationScale = UIScreen.main.scale
    textLayer.backgroundColor = UIColor.clear.cgColor
    textLayer.alignmentMode = .center
    textLayer.frame = CGRect(
      x: 0, y: videoSize.height * 0.2, width: videoSize.width, height: 40)
    textLayer.displayIfNeeded()

    let scaleAnimation = CABasicAnimation(keyPath: "transform.scale")
    scaleAnimation.fromValue = 0.8
    scaleAnimation.toValue = 1.2
    scaleAnimation.duration = 0.5
    scaleAnimation.repeatCount = .greatestFiniteMagnitude
    scaleAnimation.autoreverses = true
    scaleAnimation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    scaleAnimation.beginTime = AVCoreAnimationBeginTimeAtZero
    scaleAnimation.isRemovedOnCompletion = false
    textLayer.add(scaleAnimation, forKey: "scale")
    layer.addSublayer(textLayer)
  }
}
