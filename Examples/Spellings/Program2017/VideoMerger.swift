import AVFoundation

/// A merger as written in 2017: callbacks, semaphores and force unwraps.
public class VideoMerger: NSObject {
  public var transitionDuration = CMTimeMake(value: 10, timescale: 30)
  public var watermark: String?
  private var exporter: AVAssetExportSession?

  /// Loads the keys that are needed, and calls back when all are there.
  private func load(_ assets: [AVAsset], completion: @escaping (NSError?) -> Void) {
    let group = DispatchGroup()
    for asset in assets {
      group.enter()
      asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) { group.leave() }
    }
    group.notify(queue: DispatchQueue.global()) {
      for asset in assets {
        var error: NSError?
        if asset.statusOfValue(forKey: "tracks", error: &error) != .loaded {
          completion(error)
          return
        }
      }
      completion(nil)
    }
  }

  public func merge(
    _ urls: [URL], to output: URL, completion: @escaping (URL?, Error?) -> Void
  ) {
    let assets = urls.map {
      AVURLAsset(url: $0, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    }
    load(assets) { error in
      if let error = error { return completion(nil, error) }
      do {
        try self.build(assets, output: output, completion: completion)
      } catch {
        completion(nil, error)
      }
    }
  }

  private func build(
    _ assets: [AVURLAsset], output: URL, completion: @escaping (URL?, Error?) -> Void
  ) throws {
    let composition = AVMutableComposition()
    let videoTracks = [0, 1].map { _ in
      composition.addMutableTrack(
        withMediaType: AVMediaType.video, preferredTrackID: kCMPersistentTrackID_Invalid)!
    }
    let audioTracks = [0, 1].map { _ in
      composition.addMutableTrack(
        withMediaType: AVMediaType.audio, preferredTrackID: kCMPersistentTrackID_Invalid)!
    }
    let mix = AVMutableAudioMix()
    let parameters = audioTracks.map { AVMutableAudioMixInputParameters(track: $0) }
    var instructions: [AVMutableVideoCompositionInstruction] = []
    var cursor = CMTime.zero
    var size = CGSize.zero
    for (index, asset) in assets.enumerated() {
      let video = asset.tracks(withMediaType: AVMediaType.video).first!
      let range = CMTimeRangeMake(start: CMTime.zero, duration: asset.duration)
      try videoTracks[index % 2].insertTimeRange(range, of: video, at: cursor)
      if let audio = asset.tracks(withMediaType: AVMediaType.audio).first {
        try audioTracks[index % 2].insertTimeRange(range, of: audio, at: cursor)
      }
      let box = CGRect(origin: .zero, size: video.naturalSize).applying(video.preferredTransform)
      size = CGSize(width: max(size.width, box.width), height: max(size.height, box.height))

      // The clip alone, from the end of the transition into it to the start of the next one.
      let isFirst = index == 0, isLast = index == assets.count - 1
      let start = isFirst ? cursor : CMTimeAdd(cursor, transitionDuration)
      let end = CMTimeAdd(cursor, asset.duration)
      let fade = CMTimeSubtract(end, transitionDuration)
      let alone = AVMutableVideoCompositionInstruction()
      alone.timeRange = CMTimeRangeFromTimeToTime(start: start, end: isLast ? end : fade)
      let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTracks[index % 2])
      layer.setTransform(video.preferredTransform, at: cursor)
      alone.layerInstructions = [layer]
      instructions.append(alone)
      if !isLast {
        let both = AVMutableVideoCompositionInstruction()
        both.timeRange = CMTimeRangeMake(start: fade, duration: transitionDuration)
        let from = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTracks[index % 2])
        let to = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTracks[(index + 1) % 2])
        from.setOpacityRamp(fromStartOpacity: 1.0, toEndOpacity: 0.0, timeRange: both.timeRange)
        both.layerInstructions = [from, to]
        instructions.append(both)
        parameters[index % 2].setVolumeRamp(
          fromStartVolume: 1.0, toEndVolume: 0.0, timeRange: both.timeRange)
        parameters[(index + 1) % 2].setVolumeRamp(
          fromStartVolume: 0.0, toEndVolume: 1.0, timeRange: both.timeRange)
        cursor = fade
      }
    }
    mix.inputParameters = parameters

    let videoComposition = AVMutableVideoComposition()
    videoComposition.renderSize = size
    videoComposition.frameDuration = CMTimeMake(value: 1, timescale: 30)
    videoComposition.instructions = instructions
    if watermark != nil { addWatermark(to: videoComposition, size: size) }

    guard
      let exporter = AVAssetExportSession(
        asset: composition, presetName: AVAssetExportPresetHighestQuality)
    else { throw NSError(domain: "VideoMerger", code: 0, userInfo: nil) }
    self.exporter = exporter
    exporter.outputURL = output
    exporter.outputFileType = AVFileType.mp4
    exporter.shouldOptimizeForNetworkUse = true
    exporter.videoComposition = videoComposition
    exporter.audioMix = mix
    exporter.exportAsynchronously {
      switch exporter.status {
      case .completed: completion(output, nil)
      case .failed, .cancelled: completion(nil, exporter.error)
      default: break
      }
    }
  }

  private func addWatermark(to videoComposition: AVMutableVideoComposition, size: CGSize) {
    let parent = CALayer()
    let video = CALayer()
    parent.frame = CGRect(x: 0, y: 0, width: size.width, height: size.height)
    video.frame = CGRect(x: 0, y: 0, width: size.width, height: size.height)
    let badge = CALayer()
    badge.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    badge.frame = CGRect(x: size.width - 30, y: 10, width: 20, height: 20)
    let text = CATextLayer()
    text.string = watermark
    text.font = "Helvetica" as CFTypeRef
    text.fontSize = 14
    text.alignmentMode = .center
    text.foregroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    text.frame = CGRect(x: 0, y: 0, width: size.width, height: 20)
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = 0
    fade.toValue = 1
    fade.duration = 0.5
    fade.beginTime = AVCoreAnimationBeginTimeAtZero
    fade.isRemovedOnCompletion = false
    fade.fillMode = .forwards
    text.add(fade, forKey: "fade")
    parent.addSublayer(video)
    parent.addSublayer(badge)
    parent.addSublayer(text)
    videoComposition.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: video, in: parent)
  }

  /// Merges, and waits for it.
  public func mergeAndWait(_ urls: [URL], to output: URL) throws {
    let semaphore = DispatchSemaphore(value: 0)
    var failure: Error?
    merge(urls, to: output) { _, error in
      failure = error
      semaphore.signal()
    }
    semaphore.wait()
    if let failure = failure { throw failure }
  }

  public static func thumbnail(of url: URL, at seconds: Double) -> CGImage? {
    let generator = AVAssetImageGenerator(asset: AVAsset(url: url))
    generator.appliesPreferredTrackTransform = true
    generator.requestedTimeToleranceBefore = CMTime.zero
    generator.requestedTimeToleranceAfter = CMTime.zero
    let time = CMTimeMakeWithSeconds(seconds, preferredTimescale: 600)
    return try? generator.copyCGImage(at: time, actualTime: nil)
  }
}
