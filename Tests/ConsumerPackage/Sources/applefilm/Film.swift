import AVFoundation

func film(of clips: [URL], music: URL, to output: URL) async throws {
  let composition = AVMutableComposition()
  let second = CMTime(value: 1, timescale: 1)
  var layers: [AVMutableVideoCompositionLayerInstruction] = []
  var size = CGSize.zero
  for url in clips {
    let asset = AVURLAsset(url: url)
    guard let source = try await asset.loadTracks(withMediaType: .video).first,
      let track = composition.addMutableTrack(
        withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
    else { continue }
    let (range, frame) = try await source.load(.timeRange, .naturalSize)
    let start = layers.isEmpty ? .zero : composition.duration - second
    try track.insertTimeRange(range, of: source, at: start)
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    layer.setOpacityRamp(
      fromStartOpacity: 1, toEndOpacity: 0,
      timeRange: CMTimeRange(start: start + range.duration - second, duration: second))
    layers.append(layer)
    size = CGSize(width: max(size.width, frame.width), height: max(size.height, frame.height))
  }
  let mix = AVMutableAudioMix()
  if let source = try await AVURLAsset(url: music).loadTracks(withMediaType: .audio).first,
    let track = composition.addMutableTrack(
      withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
  {
    let whole = CMTimeRange(start: .zero, duration: composition.duration)
    try track.insertTimeRange(whole, of: source, at: .zero)
    let volume = AVMutableAudioMixInputParameters(track: track)
    volume.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: whole)
    mix.inputParameters = [volume]
  }
  let instruction = AVMutableVideoCompositionInstruction()
  instruction.timeRange = CMTimeRange(start: .zero, duration: composition.duration)
  instruction.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  instruction.layerInstructions = layers
  let video = AVMutableVideoComposition()
  video.instructions = [instruction]
  video.renderSize = size
  video.frameDuration = CMTime(value: 1, timescale: 30)

  let picture = CALayer(), title = CATextLayer(), root = CALayer()
  root.frame = CGRect(origin: .zero, size: size)
  picture.frame = root.frame
  title.frame = CGRect(x: 0, y: size.height / 4, width: size.width, height: size.height / 8)
  title.string = "Summer"
  title.fontSize = size.height / 10
  title.alignmentMode = .center
  root.addSublayer(picture)
  root.addSublayer(title)
  video.animationTool = AVVideoCompositionCoreAnimationTool(
    postProcessingAsVideoLayer: picture, in: root)

  guard
    let session = AVAssetExportSession(
      asset: composition, presetName: AVAssetExportPresetHighestQuality)
  else { return }
  session.videoComposition = video
  session.audioMix = mix
  try await session.export(to: output, as: .mov)
}
