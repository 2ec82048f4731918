import AVFoundation

/// The editing guide's film with synchronous properties, as in Swift 4.
///
/// Two clips in portrait follow each other. The first fades to red. Music fades out, and a watermark lies
/// over the picture.
public func exportGuideSynchronously(
  _ first: URL, _ second: URL, music: URL, to output: URL, completion: @escaping (Error?) -> Void
) {
  let assets = [AVURLAsset(url: first, options: nil), AVURLAsset(url: second, options: nil)]
  let song = AVURLAsset(url: music, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])

  // The composition.
  let composition = AVMutableComposition()
  guard
    let videoTrack = composition.addMutableTrack(
      withMediaType: AVMediaType.video, preferredTrackID: kCMPersistentTrackID_Invalid),
    let audioTrack = composition.addMutableTrack(
      withMediaType: AVMediaType.audio, preferredTrackID: kCMPersistentTrackID_Invalid)
  else { return completion(AVError(.unknown)) }
  let sources = assets.map { $0.tracks(withMediaType: AVMediaType.video)[0] }
  var start = CMTime.zero
  do {
    for source in sources {
      let range = CMTimeRangeMake(start: CMTime.zero, duration: source.timeRange.duration)
      try videoTrack.insertTimeRange(range, of: source, at: start)
      start = CMTimeAdd(start, range.duration)
    }
    try audioTrack.insertTimeRange(
      CMTimeRangeMake(start: CMTime.zero, duration: composition.duration),
      of: song.tracks(withMediaType: AVMediaType.audio)[0], at: CMTime.zero)
  } catch {
    return completion(error)
  }

  // The orientation: all clips must agree.
  let portrait = sources.map { source -> Bool in
    let transform = source.preferredTransform
    return transform.a == 0 && transform.d == 0
      && (transform.b == 1.0 || transform.b == -1.0)
      && (transform.c == 1.0 || transform.c == -1.0)
  }
  guard portrait[0] == portrait[1] else {
    return completion(AVError(.operationNotSupportedForAsset))
  }
  let widest = max(sources[0].naturalSize.width, sources[1].naturalSize.width)
  let highest = max(sources[0].naturalSize.height, sources[1].naturalSize.height)
  let renderSize =
    portrait[0] ? CGSize(width: highest, height: widest) : CGSize(width: widest, height: highest)

  // The instructions.
  let boundary = sources[0].timeRange.duration
  let firstInstruction = AVMutableVideoCompositionInstruction()
  firstInstruction.timeRange = CMTimeRangeMake(start: CMTime.zero, duration: boundary)
  firstInstruction.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  let firstLayer = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTrack)
  firstLayer.setTransform(sources[0].preferredTransform, at: CMTime.zero)
  firstLayer.setOpacityRamp(
    fromStartOpacity: 1.0, toEndOpacity: 0.0, timeRange: firstInstruction.timeRange)
  firstInstruction.layerInstructions = [firstLayer]
  let secondInstruction = AVMutableVideoCompositionInstruction()
  secondInstruction.timeRange = CMTimeRangeFromTimeToTime(
    start: boundary, end: composition.duration)
  let secondLayer = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTrack)
  secondLayer.setTransform(sources[1].preferredTransform, at: boundary)
  secondInstruction.layerInstructions = [secondLayer]
  let videoComposition = AVMutableVideoComposition()
  videoComposition.instructions = [firstInstruction, secondInstruction]
  videoComposition.renderSize = renderSize
  videoComposition.frameDuration = CMTimeMake(value: 1, timescale: 30)

  // The volume.
  let parameters = AVMutableAudioMixInputParameters(track: audioTrack)
  parameters.setVolumeRamp(
    fromStartVolume: 1.0, toEndVolume: 0.0,
    timeRange: CMTimeRangeMake(start: CMTime.zero, duration: composition.duration))
  let audioMix = AVMutableAudioMix()
  audioMix.inputParameters = [parameters]

  // The watermark.
  let watermarkLayer = CALayer()
  watermarkLayer.bounds = CGRect(
    x: 0, y: 0, width: renderSize.width / 5, height: renderSize.height / 10)
  watermarkLayer.backgroundColor = CGColor(red: 1, green: 1, blue: 0, alpha: 1)
  watermarkLayer.position = CGPoint(x: renderSize.width / 2, y: renderSize.height / 4)
  let parentLayer = CALayer(), videoLayer = CALayer()
  parentLayer.frame = CGRect(x: 0, y: 0, width: renderSize.width, height: renderSize.height)
  videoLayer.frame = CGRect(x: 0, y: 0, width: renderSize.width, height: renderSize.height)
  parentLayer.addSublayer(videoLayer)
  parentLayer.addSublayer(watermarkLayer)
  videoComposition.animationTool = AVVideoCompositionCoreAnimationTool(
    postProcessingAsVideoLayer: videoLayer, in: parentLayer)

  // The export.
  guard
    let exporter = AVAssetExportSession(
      asset: composition, presetName: AVAssetExportPresetHighestQuality)
  else { return completion(AVError(.operationNotSupportedForAsset)) }
  exporter.outputURL = output
  exporter.outputFileType = AVFileType.mov
  exporter.shouldOptimizeForNetworkUse = true
  exporter.videoComposition = videoComposition
  exporter.audioMix = audioMix
  exporter.exportAsynchronously(completionHandler: {
    DispatchQueue.global().async {
      completion(exporter.status == .completed ? nil : exporter.error)
    }
  })
}
