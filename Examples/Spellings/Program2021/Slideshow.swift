import AVFoundation

/// A joiner as written in 2021: async and await, load, one composition of whole clips.
public struct ClipJoiner {
  public enum JoinError: Error { case noVideo, cannotExport }

  public var musicURL: URL?
  public init() {}

  public func join(
    _ urls: [URL], to output: URL, preset: String = AVAssetExportPresetHighestQuality
  )
    async throws
  {
    let composition = AVMutableComposition()
    guard
      let videoTrack = composition.addMutableTrack(
        withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
    else { throw JoinError.cannotExport }
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTrack)
    var renderSize = CGSize.zero
    var end = CMTime.zero
    for url in urls {
      let asset = AVURLAsset(url: url)
      guard let source = try await asset.loadTracks(withMediaType: .video).first else {
        throw JoinError.noVideo
      }
      let (size, transform, range) = try await source.load(
        .naturalSize, .preferredTransform, .timeRange)
      try videoTrack.insertTimeRange(range, of: source, at: end)
      let box = CGRect(origin: .zero, size: size).applying(transform)
      if renderSize == .zero { renderSize = box.size }
      // Fit each clip into the size of the first.
      let scale = min(renderSize.width / box.width, renderSize.height / box.height)
      let fitted = transform.concatenating(CGAffineTransform(translationX: -box.minX, y: -box.minY))
        .concatenating(CGAffineTransform(scaleX: scale, y: scale))
        .concatenating(
          CGAffineTransform(
            translationX: (renderSize.width - box.width * scale) / 2,
            y: (renderSize.height - box.height * scale) / 2))
      layer.setTransform(fitted, at: end)
      end = end + range.duration
    }
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: end)
    instruction.layerInstructions = [layer]
    let videoComposition = AVMutableVideoComposition()
    videoComposition.instructions = [instruction]
    videoComposition.renderSize = renderSize
    videoComposition.frameDuration = CMTime(value: 1, timescale: 30)

    guard let session = AVAssetExportSession(asset: composition, presetName: preset) else {
      throw JoinError.cannotExport
    }
    if let musicURL = musicURL {
      let music = AVURLAsset(url: musicURL)
      if let source = try await music.loadTracks(withMediaType: .audio).first,
        let track = composition.addMutableTrack(
          withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
      {
        let length = try await music.load(.duration)
        try track.insertTimeRange(
          CMTimeRange(start: .zero, duration: CMTimeMinimum(length, end)), of: source, at: .zero)
        let parameters = AVMutableAudioMixInputParameters(track: track)
        parameters.setVolume(0.5, at: .zero)
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        session.audioMix = mix
      }
    }
    session.outputURL = output
    session.outputFileType = .mp4
    session.videoComposition = videoComposition
    await session.export()
    switch session.status {
    case .completed: return
    case .failed, .cancelled: throw session.error ?? JoinError.cannotExport
    case .unknown, .waiting, .exporting: throw JoinError.cannotExport
    @unknown default: throw JoinError.cannotExport
    }
  }

  public func thumbnails(of url: URL, count: Int) async throws -> [CGImage] {
    let asset = AVURLAsset(url: url)
    let duration = try await asset.load(.duration)
    let generator = AVAssetImageGenerator(asset: asset)
    generator.maximumSize = CGSize(width: 160, height: 160)
    return try (0..<count).map { index in
      let time = CMTimeMultiplyByFloat64(duration, multiplier: Double(index) / Double(count))
      return try generator.copyCGImage(at: time, actualTime: nil)
    }
  }
}
