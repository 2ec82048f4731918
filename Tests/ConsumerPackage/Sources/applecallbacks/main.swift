import AVFoundation
import Photos

// applecallbacks OUTPUT CLIP CLIP MUSIC: the editing guide's film in the spelling of 2017, with callbacks.

let paths = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
guard paths.count == 4 else { exit(64) }
let first = AVAsset(url: paths[1]), second = AVAsset(url: paths[2]), music = AVAsset(url: paths[3])

let group = DispatchGroup()
for asset in [first, second, music] {
  group.enter()
  asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) {
    var error: NSError?
    if asset.statusOfValue(forKey: "tracks", error: &error) == .failed { print(error as Any) }
    group.leave()
  }
}
group.wait()

let composition = AVMutableComposition()
let videoTrack = composition.addMutableTrack(
  withMediaType: AVMediaType.video, preferredTrackID: kCMPersistentTrackID_Invalid)
let audioTrack = composition.addMutableTrack(
  withMediaType: AVMediaType.audio, preferredTrackID: kCMPersistentTrackID_Invalid)
let firstTrack = first.tracks(withMediaType: AVMediaType.video)[0]
let secondTrack = second.tracks(withMediaType: AVMediaType.video)[0]
do {
  try videoTrack?.insertTimeRange(
    CMTimeRangeMake(start: CMTime.zero, duration: firstTrack.timeRange.duration), of: firstTrack,
    at: CMTime.zero)
  try videoTrack?.insertTimeRange(
    CMTimeRangeMake(start: CMTime.zero, duration: secondTrack.timeRange.duration), of: secondTrack,
    at: firstTrack.timeRange.duration)
  try audioTrack?.insertTimeRange(
    CMTimeRangeMake(start: CMTime.zero, duration: composition.duration),
    of: music.tracks(withMediaType: AVMediaType.audio)[0], at: CMTime.zero)
} catch {
  print(error)
}

let transform = firstTrack.preferredTransform
let isPortrait = transform.a == 0 && transform.d == 0 && abs(transform.b) == 1
let width = max(firstTrack.naturalSize.width, secondTrack.naturalSize.width)
let height = max(firstTrack.naturalSize.height, secondTrack.naturalSize.height)
let size = isPortrait ? CGSize(width: height, height: width) : CGSize(width: width, height: height)

let one = AVMutableVideoCompositionInstruction()
one.timeRange = CMTimeRangeMake(start: CMTime.zero, duration: firstTrack.timeRange.duration)
one.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
let fading = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTrack!)
fading.setTransform(firstTrack.preferredTransform, at: CMTime.zero)
fading.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: one.timeRange)
one.layerInstructions = [fading]
let two = AVMutableVideoCompositionInstruction()
two.timeRange = CMTimeRangeMake(
  start: firstTrack.timeRange.duration,
  duration: CMTimeAdd(firstTrack.timeRange.duration, secondTrack.timeRange.duration))
let plain = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTrack!)
plain.setTransform(secondTrack.preferredTransform, at: firstTrack.timeRange.duration)
two.layerInstructions = [plain]
let video = AVMutableVideoComposition()
video.instructions = [one, two]
video.renderSize = size
video.frameDuration = CMTimeMake(value: 1, timescale: 30)

let watermark = CALayer(), parent = CALayer(), picture = CALayer()
watermark.bounds = CGRect(x: 0, y: 0, width: size.width / 5, height: size.height / 10)
watermark.backgroundColor = CGColor(red: 1, green: 1, blue: 0, alpha: 1)
watermark.opacity = 0.8
parent.frame = CGRect(x: 0, y: 0, width: size.width, height: size.height)
picture.frame = CGRect(x: 0, y: 0, width: size.width, height: size.height)
parent.addSublayer(picture)
watermark.position = CGPoint(x: size.width / 2, y: size.height / 4)
parent.addSublayer(watermark)
video.animationTool = AVVideoCompositionCoreAnimationTool(
  postProcessingAsVideoLayer: picture, in: parent)

let session = AVAssetExportSession(
  asset: composition, presetName: AVAssetExportPresetHighestQuality)!
session.outputURL = paths[0]
session.outputFileType = AVFileType.mov
session.shouldOptimizeForNetworkUse = true
session.videoComposition = video
let done = DispatchSemaphore(value: 0)
session.exportAsynchronously {
  if session.status == .completed {
    PHPhotoLibrary.shared().performChanges({
      PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: session.outputURL!)
    }) { saved, error in
      print(saved ? "saved" : "not saved: \(error!)")
      done.signal()
    }
  } else {
    print(session.error!.localizedDescription)
    done.signal()
  }
}
done.wait()
exit(session.status == .completed ? 0 : 1)
