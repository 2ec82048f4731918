import AVFoundation

/// The editing guide's film with keys that load asynchronously, as in 2017; see
/// `exportGuideSynchronously`.
public final class GuideExporter {
  private let assets: [AVURLAsset]
  private let output: URL
  private var completion: ((Error?) -> Void)?

  public init(_ first: URL, _ second: URL, music: URL, to output: URL) {
    assets = [first, second, music].map { AVURLAsset(url: $0) }
    self.output = output
  }

  public func start(completion: @escaping (Error?) -> Void) {
    self.completion = completion
    let keys = ["tracks", "duration"]
    let group = DispatchGroup()
    for asset in assets {
      group.enter()
      asset.loadValuesAsynchronously(forKeys: keys) { group.leave() }
    }
    group.notify(queue: DispatchQueue.global()) { self.assetsAreLoaded(keys) }
  }

  private func assetsAreLoaded(_ keys: [String]) {
    for asset in assets {
      for key in keys {
        var error: NSError?
        switch asset.statusOfValue(forKey: key, error: &error) {
        case .loaded: continue
        case .failed, .cancelled, .unknown, .loading: return end(error)
        @unknown default: return end(error)
        }
      }
    }
    do {
      try export()
    } catch {
      end(error)
    }
  }

  private func export() throws {
    let composition = AVMutableComposition()
    let videoTrack = composition.addMutableTrack(
      withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)!
    let audioTrack = composition.addMutableTrack(
      withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)!
    let first = assets[0].tracks(withMediaType: .video)[0]
    let second = assets[1].tracks(withMediaType: .video)[0]
    try videoTrack.insertTimeRange(first.timeRange, of: first, at: CMTime.zero)
    try videoTrack.insertTimeRange(second.timeRange, of: second, at: first.timeRange.duration)
    try audioTrack.insertTimeRange(
      CMTimeRange(start: CMTime.zero, duration: composition.duration),
      of: assets[2].tracks(withMediaType: .audio)[0], at: CMTime.zero)

    let videoComposition = AVMutableVideoComposition()
    videoComposition.frameDuration = CMTimeMake(value: 1, timescale: 30)
    videoComposition.renderSize = Self.size(of: [first, second])
    let fading = AVMutableVideoCompositionInstruction()
    fading.timeRange = CMTimeRange(start: CMTime.zero, duration: first.timeRange.duration)
    fading.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let fadingLayer = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTrack)
    fadingLayer.setTransform(first.preferredTransform, at: CMTime.zero)
    fadingLayer.setOpacityRamp(
      fromStartOpacity: 1, toEndOpacity: 0, timeRange: fading.timeRange)
    fading.layerInstructions = [fadingLayer]
    let plain = AVMutableVideoCompositionInstruction()
    plain.timeRange = CMTimeRange(start: fading.timeRange.end, end: composition.duration)
    let plainLayer = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTrack)
    plainLayer.setTransform(second.preferredTransform, at: fading.timeRange.end)
    plain.layerInstructions = [plainLayer]
    videoComposition.instructions = [fading, plain]
    videoComposition.animationTool = Self.watermark(videoComposition.renderSize)

    let parameters = AVMutableAudioMixInputParameters(track: audioTrack)
    parameters.setVolumeRamp(
      fromStartVolume: 1, toEndVolume: 0,
      timeRange: CMTimeRange(start: CMTime.zero, duration: composition.duration))
    let audioMix = AVMutableAudioMix()
    audioMix.inputParameters = [parameters]

    guard
      let session = AVAssetExportSession(
        asset: composition, presetName: AVAssetExportPresetHighestQuality)
    else { return end(AVError(.operationNotSupportedForAsset)) }
    session.videoComposition = videoComposition
    session.audioMix = audioMix
    session.outputURL = output
    session.outputFileType = .mov
    session.exportAsynchronously { self.end(session.error) }
  }

  private func end(_ error: Error?) {
    completion?(error)
    completion = nil
  }

  private static func size(of tracks: [AVAssetTrack]) -> CGSize {
    let sizes = tracks.map { track -> CGSize in
      let size = track.naturalSize.applying(track.preferredTransform)
      return CGSize(width: abs(size.width), height: abs(size.height))
    }
    return CGSize(
      width: sizes.map { $0.width }.max() ?? 0, height: sizes.map { $0.height }.max() ?? 0)
  }

  private static func watermark(_ size: CGSize) -> AVVideoCompositionCoreAnimationTool {
    let (parent, video, watermark) = (CALayer(), CALayer(), CALayer())
    parent.frame = CGRect(origin: CGPoint.zero, size: size)
    video.frame = parent.frame
    watermark.bounds = CGRect(x: 0, y: 0, width: size.width / 5, height: size.height / 10)
    watermark.position = CGPoint(x: size.width / 2, y: size.height / 4)
    watermark.backgroundColor = CGColor(red: 1, green: 1, blue: 0, alpha: 1)
    parent.addSublayer(video)
    parent.addSublayer(watermark)
    return AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: parent)
  }
}
