import AVFoundation

func inset(
  _ upper: AVURLAsset, over lower: AVURLAsset
) async throws -> (AVMutableComposition, AVMutableVideoComposition) {
  func seconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }
  let whole = CMTimeRange(start: .zero, duration: seconds(5))
  let composition = AVMutableComposition()
  var layers: [AVMutableVideoCompositionLayerInstruction] = []
  for asset in [upper, lower] {
    let source = try await asset.loadTracks(withMediaType: .video)[0]
    let track = composition.addMutableTrack(
      withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)!
    try track.insertTimeRange(whole, of: source, at: .zero)
    layers.append(AVMutableVideoCompositionLayerInstruction(assetTrack: track))
  }
  layers[0].setTransformRamp(
    fromStart: CGAffineTransform(a: 0.25, b: 0, c: 0, d: 0.25, tx: 0, ty: 0),
    toEnd: CGAffineTransform(a: 0.25, b: 0, c: 0, d: 0.25, tx: 960, ty: 0),
    timeRange: CMTimeRange(start: seconds(1), duration: seconds(2)))
  let instruction = AVMutableVideoCompositionInstruction()
  instruction.timeRange = whole
  instruction.layerInstructions = layers
  let video = AVMutableVideoComposition()
  video.instructions = [instruction]
  video.renderSize = CGSize(width: 1280, height: 720)
  video.frameDuration = CMTime(value: 1, timescale: 30)
  return (composition, video)
}
