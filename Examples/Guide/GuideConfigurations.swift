import AVFoundation

/// The editing guide's film with values in place of mutable classes, as in 2026; see
/// `exportGuideSynchronously`.
public func exportGuideByConfigurations(
  _ first: URL, _ second: URL, music: URL, to output: URL
) async throws {
  let composition = AVMutableComposition()
  guard
    let videoTrack = composition.addMutableTrack(
      withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid),
    let audioTrack = composition.addMutableTrack(
      withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
  else { throw AVError(.unknown) }

  var configuration = AVVideoComposition.Configuration()
  configuration.frameDuration = CMTime(value: 1, timescale: 30)
  for (index, url) in [first, second].enumerated() {
    guard let source = try await AVURLAsset(url: url).loadTracks(withMediaType: .video).first else {
      throw AVError(.noSourceTrack)
    }
    let (range, size, transform) = try await source.load(
      .timeRange, .naturalSize, .preferredTransform)
    let target = CMTimeRange(start: composition.duration, duration: range.duration)
    try videoTrack.insertTimeRange(range, of: source, at: target.start)
    let shown = CGRect(origin: .zero, size: size).applying(transform)
    configuration.renderSize = CGSize(
      width: max(configuration.renderSize.width, shown.width),
      height: max(configuration.renderSize.height, shown.height))
    var layer = AVVideoCompositionLayerInstruction.Configuration(assetTrack: videoTrack)
    layer.setTransform(transform, at: target.start)
    if index == 0 { layer.addOpacityRamp(.init(timeRange: target, start: 1, end: 0)) }
    configuration.instructions.append(
      AVVideoCompositionInstruction(
        configuration: .init(
          backgroundColor: index == 0 ? CGColor(red: 1, green: 0, blue: 0, alpha: 1) : nil,
          layerInstructions: [AVVideoCompositionLayerInstruction(configuration: layer)],
          timeRange: target)))
  }

  let size = configuration.renderSize
  let (parent, picture, watermark) = (CALayer(), CALayer(), CALayer())
  parent.frame = CGRect(origin: .zero, size: size)
  picture.frame = parent.bounds
  watermark.bounds = CGRect(x: 0, y: 0, width: size.width / 5, height: size.height / 10)
  watermark.position = CGPoint(x: size.width / 2, y: size.height / 4)
  watermark.backgroundColor = CGColor(red: 1, green: 1, blue: 0, alpha: 1)
  parent.addSublayer(picture)
  parent.addSublayer(watermark)
  configuration.animationTool = AVVideoCompositionCoreAnimationTool(
    configuration: .init(postProcessingAsVideoLayer: picture, containingLayer: parent))

  let whole = CMTimeRange(start: .zero, duration: composition.duration)
  guard let song = try await AVURLAsset(url: music).loadTracks(withMediaType: .audio).first else {
    throw AVError(.noSourceTrack)
  }
  try audioTrack.insertTimeRange(whole, of: song, at: .zero)
  let parameters = AVMutableAudioMixInputParameters(track: audioTrack)
  parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: whole)
  let audioMix = AVMutableAudioMix()
  audioMix.inputParameters = [parameters]

  guard
    let session = AVAssetExportSession(
      asset: composition, presetName: AVAssetExportPresetHighestQuality)
  else { throw AVError(.operationNotSupportedForAsset) }
  session.videoComposition = AVVideoComposition(configuration: configuration)
  session.audioMix = audioMix
  try await session.export(to: output, as: .mov)
}
