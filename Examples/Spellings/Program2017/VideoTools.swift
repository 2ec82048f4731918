import AVFoundation

/// Tools as written in 2017: rotations and crops that build on what is there, speed, sound, thumbnails.
public class VideoTools {
  public typealias Completion = (URL?, Error?) -> Void

  public enum ToolError: Error {
    case noVideo
    case noSession
    case failed
  }

  private let queue = DispatchQueue(label: "tools")
  private var sessions: [AVAssetExportSession] = []

  public init() {}

  // MARK: - Rotation and crop

  /// Rotates clockwise by a quarter turn, and crops a square from the middle.
  public func rotateAndCrop(_ url: URL, to output: URL, completion: @escaping Completion) {
    let asset = AVURLAsset(url: url, options: nil)
    asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) {
      guard let track = asset.tracks(withMediaType: AVMediaType.video).first else {
        return completion(nil, ToolError.noVideo)
      }
      let composition = AVMutableVideoComposition()
      composition.frameDuration = CMTimeMake(value: 1, timescale: 30)
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = CMTimeRangeMake(start: CMTime.zero, duration: asset.duration)
      let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
      layer.setTransform(track.preferredTransform, at: CMTime.zero)
      instruction.layerInstructions = [layer]
      composition.instructions = [instruction]
      let size = track.naturalSize.applying(track.preferredTransform)
      composition.renderSize = CGSize(width: abs(size.width), height: abs(size.height))
      self.rotate(composition)
      self.cropToSquare(composition)
      self.export(asset, composition, nil, to: output, completion: completion)
    }
  }

  private func rotate(_ composition: AVMutableVideoComposition) {
    let size = composition.renderSize
    let turn = CGAffineTransform(translationX: size.height, y: 0.0)
      .rotated(by: CGFloat(Double.pi / 2))
    append(turn, to: composition)
    composition.renderSize = CGSize(width: size.height, height: size.width)
  }

  private func cropToSquare(_ composition: AVMutableVideoComposition) {
    let size = composition.renderSize
    let side = min(size.width, size.height)
    let move = CGAffineTransform(
      translationX: -(size.width - side) / 2, y: -(size.height - side) / 2)
    append(move, to: composition)
    composition.renderSize = CGSize(width: side, height: side)
  }

  /// Reads the transform of each layer back, and sets it again with another one behind it.
  private func append(_ transform: CGAffineTransform, to composition: AVMutableVideoComposition) {
    for case let instruction as AVMutableVideoCompositionInstruction in composition.instructions {
      for case let layer as AVMutableVideoCompositionLayerInstruction
        in instruction.layerInstructions
      {
        var existing = CGAffineTransform.identity
        if layer.getTransformRamp(
          for: instruction.timeRange.start, start: &existing, end: nil, timeRange: nil)
        {
          layer.setTransform(existing.concatenating(transform), at: CMTime.zero)
        } else {
          layer.setTransform(transform, at: CMTime.zero)
        }
      }
    }
  }

  // MARK: - Speed

  /// Plays the middle third at half speed.
  public func slowDown(_ url: URL, to output: URL, completion: @escaping Completion) {
    let asset = AVURLAsset(url: url, options: nil)
    asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) {
      let composition = AVMutableComposition()
      let whole = CMTimeRangeMake(start: CMTime.zero, duration: asset.duration)
      do {
        try composition.insertTimeRange(whole, of: asset, at: CMTime.zero)
      } catch {
        return completion(nil, error)
      }
      let third = CMTimeMultiplyByRatio(asset.duration, multiplier: 1, divisor: 3)
      composition.scaleTimeRange(
        CMTimeRangeMake(start: third, duration: third),
        toDuration: CMTimeMultiply(third, multiplier: 2))
      self.export(composition, nil, nil, to: output, completion: completion)
    }
  }

  // MARK: - Sound

  /// Replaces the sound by music, which fades in and out.
  public func replaceSound(
    of url: URL, by music: URL, to output: URL, completion: @escaping Completion
  ) {
    let video = AVURLAsset(url: url, options: nil), song = AVURLAsset(url: music, options: nil)
    let group = DispatchGroup()
    for asset in [video, song] {
      group.enter()
      asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) { group.leave() }
    }
    group.notify(queue: queue) {
      guard let picture = video.tracks(withMediaType: AVMediaType.video).first,
        let sound = song.tracks(withMediaType: AVMediaType.audio).first
      else { return completion(nil, ToolError.noVideo) }
      let composition = AVMutableComposition()
      let pictureTrack = composition.addMutableTrack(
        withMediaType: AVMediaType.video, preferredTrackID: kCMPersistentTrackID_Invalid)
      let soundTrack = composition.addMutableTrack(
        withMediaType: AVMediaType.audio, preferredTrackID: kCMPersistentTrackID_Invalid)
      let length = CMTimeMinimum(video.duration, song.duration)
      let range = CMTimeRangeMake(start: CMTime.zero, duration: length)
      do {
        try pictureTrack?.insertTimeRange(range, of: picture, at: CMTime.zero)
        try soundTrack?.insertTimeRange(range, of: sound, at: CMTime.zero)
      } catch let error as NSError {
        return completion(nil, error)
      }
      pictureTrack?.preferredTransform = picture.preferredTransform
      let parameters = AVMutableAudioMixInputParameters(track: soundTrack)
      let quarter = CMTimeMultiplyByFloat64(length, multiplier: 0.25)
      parameters.setVolumeRamp(
        fromStartVolume: 0.0, toEndVolume: 1.0,
        timeRange: CMTimeRangeMake(start: CMTime.zero, duration: quarter))
      parameters.setVolumeRamp(
        fromStartVolume: 1.0, toEndVolume: 0.0,
        timeRange: CMTimeRangeMake(start: CMTimeSubtract(length, quarter), duration: quarter))
      let mix = AVMutableAudioMix()
      mix.inputParameters = [parameters]
      self.export(composition, nil, mix, to: output, completion: completion)
    }
  }

  // MARK: - Thumbnails

  /// Images at equal distances, in the order in which they are done.
  public func thumbnails(
    of url: URL, count: Int, completion: @escaping ([(time: CMTime, image: CGImage)]) -> Void
  ) {
    let asset = AVURLAsset(url: url, options: nil)
    let generator = AVAssetImageGenerator(asset: asset)
    generator.appliesPreferredTrackTransform = true
    generator.requestedTimeToleranceBefore = CMTime.zero
    generator.requestedTimeToleranceAfter = CMTime.zero
    generator.maximumSize = CGSize(width: 160, height: 160)
    let times = (0..<count).map { index -> NSValue in
      NSValue(time: CMTimeMultiplyByRatio(asset.duration, multiplier: Int32(index), divisor: Int32(count)))
    }
    var images: [(time: CMTime, image: CGImage)] = []
    var left = count
    let lock = NSLock()
    generator.generateCGImagesAsynchronously(forTimes: times) { requested, image, _, result, _ in
      lock.lock()
      defer { lock.unlock() }
      if result == .succeeded, let image = image { images.append((requested, image)) }
      left -= 1
      if left == 0 { completion(images) }
    }
  }

  // MARK: - Export

  private func export(
    _ asset: AVAsset, _ video: AVVideoComposition?, _ mix: AVAudioMix?, to output: URL,
    completion: @escaping Completion
  ) {
    guard
      let session = AVAssetExportSession(
        asset: asset, presetName: AVAssetExportPresetHighestQuality)
    else { return completion(nil, ToolError.noSession) }
    queue.async { self.sessions.append(session) }
    session.outputURL = output
    session.outputFileType = AVFileType.mp4
    session.shouldOptimizeForNetworkUse = true
    session.videoComposition = video
    session.audioMix = mix
    session.exportAsynchronously(completionHandler: {
      switch session.status {
      case AVAssetExportSession.Status.completed: completion(session.outputURL, nil)
      case .failed, .cancelled: completion(nil, session.error)
      default: completion(nil, ToolError.failed)
      }
    })
  }

  /// Cancels all exports.
  public func cancel() { queue.sync { sessions.forEach { $0.cancelExport() } } }
}
