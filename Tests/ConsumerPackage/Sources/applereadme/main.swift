import AVFoundation

func seconds(_ value: Int64) -> CMTime {
  CMTime(value: value, timescale: 1)
}
let beach = AVURLAsset(
  url: URL(filePath: "media/beach.mp4"))
let city = AVURLAsset(
  url: URL(filePath: "media/city.mov"))

let composition = AVMutableComposition()
let a = composition.addMutableTrack(
  withMediaType: .video,
  preferredTrackID: kCMPersistentTrackID_Invalid)!
let b = composition.addMutableTrack(
  withMediaType: .video,
  preferredTrackID: kCMPersistentTrackID_Invalid)!
let clip = CMTimeRange(
  start: .zero, duration: seconds(5))
try a.insertTimeRange(
  clip,
  of: try await beach.loadTracks(
    withMediaType: .video)[0],
  at: .zero)
try b.insertTimeRange(
  clip,
  of: try await city.loadTracks(
    withMediaType: .video)[0],
  at: seconds(3))

let top = AVMutableVideoCompositionLayerInstruction(
  assetTrack: a)
top.setOpacityRamp(
  fromStartOpacity: 1, toEndOpacity: 0,
  timeRange: CMTimeRange(
    start: seconds(3), duration: seconds(2)))
let bottom = AVMutableVideoCompositionLayerInstruction(
  assetTrack: b)

let instruction = AVMutableVideoCompositionInstruction()
instruction.timeRange = CMTimeRange(
  start: .zero, duration: seconds(8))
instruction.layerInstructions = [top, bottom]

let video = AVMutableVideoComposition()
video.renderSize = CGSize(width: 1280, height: 720)
video.frameDuration = CMTime(value: 1, timescale: 30)
video.instructions = [instruction]
