import AVFoundation

/// The editing guide's film with `async` and `load`, as in 2021; see `exportGuideSynchronously`.
public func exportGuide(
  _ first: URL, _ second: URL, music: URL, to output: URL
) async throws {
  let composition = AVMutableComposition()
  guard
    let videoTrack = composition.addMutableTrack(
      withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid),
    let audioTrack = composition.addMutableTrack(
      withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
  else { throw AVError(.unknown) }

  // The clips.
  var instructions: [AVMutableVideoCompositionInstruction] = []
  var renderSize = CGSize.zero
  for url in [first, second] {
    let asset = AVURLAsset(url: url)
    guard let source = try await asset.loadTracks(withMediaType: .video).first else {
      throw AVError(.noSourceTrack)
    }
    let (range, size, transform) = try await source.load(
      .timeRange, .naturalSize, .preferredTransform)
    let start = instructions.last?.timeRange.end ?? .zero
    try videoTrack.insertTimeRange(range, of: source, at: start)
    let shown = CGRect(origin: .zero, size: size).applying(transform)
    renderSize = CGSize(
      width: max(renderSize.width, shown.width), height: max(renderSize.height, shown.height))
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTrack)
    layer.setTransform(transform, at: start)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: start, duration: range.duration)
    instruction.layerInstructions = [layer]
    instructions.append(instruction)
  }
  if let fading = instructions.first?.layerInstructions.first
    as? AVMutableVideoCompositionLayerInstruction
  {
    instructions[0].backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    fading.setOpacityRamp(
      fromStartOpacity: 1, toEndOpacity: 0, timeRange: instructions[0].timeRange)
  }
  let videoComposition = AVMutableVideoComposition()
  videoComposition.instructions = instructions
  videoComposition.renderSize = renderSize
  videoComposition.frameDuration = CMTime(value: 1, timescale: 30)

  // The music.
  let whole = CMTimeRange(start: .zero, duration: try await composition.load(.duration))
  guard let song = try await AVURLAsset(url: music).loadTracks(withMediaType: .audio).first else {
    throw AVError(.noSourceTrack)
  }
  try audioTrack.insertTimeRange(whole, of: song, at: .zero)
  let parameters = AVMutableAudioMixInputParameters(track: audioTrack)
  parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: whole)
  let audioMix = AVMutableAudioMix()
  audioMix.inputParameters = [parameters]

  // The watermark.
  let (parent, picture, watermark) = (CALayer(), CALayer(), CALayer())
  parent.frame = CGRect(origin: .zero, size: renderSize)
  picture.frame = parent.bounds
  watermark.frame = CGRect(
    x: renderSize.width * 0.4, y: renderSize.height * 0.2, width: renderSize.width * 0.2,
    height: renderSize.height * 0.1)
  watermark.backgroundColor = CGColor(red: 1, green: 1, blue: 0, alpha: 1)
  parent.addSublayer(picture)
  parent.addSublayer(watermark)
  videoComposition.animationTool = AVVideoCompositionCoreAnimationTool(
    postProcessingAsVideoLayer: picture, in: parent)

  guard
    let session = AVAssetExportSession(
      asset: composition, presetName: AVAssetExportPresetHighestQuality)
  else { throw AVError(.operationNotSupportedForAsset) }
  session.outputURL = output
  session.outputFileType = .mov
  session.videoComposition = videoComposition
  session.audioMix = audioMix
  await session.export()
  if let error = session.error { throw error }
}
