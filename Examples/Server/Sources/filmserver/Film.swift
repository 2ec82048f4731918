import AVFoundation

/// Makes a film of two clips: the second dissolves into the first, both fit into 1280 × 720.
///
/// This file is the same on a Mac.
func makeFilm(of clips: [URL], to output: URL) async throws {
  let size = CGSize(width: 1280, height: 720)
  let dissolve = CMTime(value: 1, timescale: 1)
  let composition = AVMutableComposition()
  var layers: [AVMutableVideoCompositionLayerInstruction] = []
  var sounds: [AVMutableAudioMixInputParameters] = []
  for url in clips {
    let asset = AVURLAsset(url: url)
    guard let source = try await asset.loadTracks(withMediaType: .video).first,
      let track = composition.addMutableTrack(
        withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
    else { throw AVError(.noSourceTrack) }
    let (range, frame, transform) = try await source.load(
      .timeRange, .naturalSize, .preferredTransform)
    let overlap = CMTimeMinimum(dissolve, CMTimeMultiplyByRatio(range.duration, multiplier: 1, divisor: 2))
    let start = layers.isEmpty ? CMTime.zero : composition.duration - overlap
    try track.insertTimeRange(range, of: source, at: start)

    // Upright, as large as possible, in the middle.
    let shown = CGRect(origin: .zero, size: frame).applying(transform)
    let scale = min(size.width / shown.width, size.height / shown.height)
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    layer.setTransform(
      transform
        .concatenating(CGAffineTransform(translationX: -shown.minX, y: -shown.minY))
        .concatenating(CGAffineTransform(scaleX: scale, y: scale))
        .concatenating(
          CGAffineTransform(
            translationX: (size.width - shown.width * scale) / 2,
            y: (size.height - shown.height * scale) / 2)),
      at: .zero)
    let end = CMTimeRange(start: start + range.duration - overlap, duration: overlap)
    layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: end)
    layers.append(layer)

    if let sound = try await asset.loadTracks(withMediaType: .audio).first,
      let track = composition.addMutableTrack(
        withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
    {
      let length = try await sound.load(.timeRange).duration
      try track.insertTimeRange(
        CMTimeRange(start: .zero, duration: CMTimeMinimum(length, range.duration)), of: sound,
        at: start)
      let volume = AVMutableAudioMixInputParameters(track: track)
      volume.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: end)
      sounds.append(volume)
    }
  }
  let instruction = AVMutableVideoCompositionInstruction()
  instruction.timeRange = CMTimeRange(start: .zero, duration: composition.duration)
  instruction.layerInstructions = layers
  let video = AVMutableVideoComposition()
  video.instructions = [instruction]
  video.renderSize = size
  video.frameDuration = CMTime(value: 1, timescale: 30)
  let mix = AVMutableAudioMix()
  mix.inputParameters = sounds

  guard
    let session = AVAssetExportSession(
      asset: composition, presetName: AVAssetExportPresetHighestQuality)
  else { throw AVError(.operationNotSupportedForAsset) }
  session.videoComposition = video
  session.audioMix = mix
  session.shouldOptimizeForNetworkUse = true
  try await session.export(to: output, as: .mp4)
}
