import AVFoundation

/// Joins films on two tracks in turn; each dissolves into the next one, picture and sound.
public final class DissolveMerge {
  public enum Failure: Error {
    case noTrack
    case noVideo(URL)
    case cannotExport
  }

  public let urls: [URL]
  public let transitionDuration: CMTime
  public var renderSize = CGSize(width: 320, height: 180)
  public var frameDuration = CMTime(value: 1, timescale: 30)

  private let composition = AVMutableComposition()
  private let videoComposition = AVMutableVideoComposition()
  private let audioMix = AVMutableAudioMix()

  public init(urls: [URL], transitionDuration: CMTime) {
    self.urls = urls
    self.transitionDuration = transitionDuration
  }

  public func export(to output: URL, progress: (@Sendable (Float) -> Void)? = nil) async throws {
    try await buildTransitionComposition()
    guard
      let session = AVAssetExportSession(
        asset: composition, presetName: AVAssetExportPresetHighestQuality)
    else { throw Failure.cannotExport }
    session.outputURL = output
    session.outputFileType = .mp4
    session.videoComposition = videoComposition
    session.audioMix = audioMix
    session.audioTimePitchAlgorithm = .spectral
    await session.export()
    progress?(session.progress)
    if let error = session.error { throw error }
  }

  private func buildTransitionComposition() async throws {
    let videoTracks = (0..<2).compactMap { _ in
      composition.addMutableTrack(
        withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
    }
    let audioTracks = (0..<2).compactMap { _ in
      composition.addMutableTrack(
        withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
    }
    guard videoTracks.count == 2, audioTracks.count == 2 else { throw Failure.noTrack }

    // Place the clips, and compute the ranges that pass through and those of the transitions.
    var nextClipStart = CMTime.zero
    var passThroughRanges: [CMTimeRange] = []
    var transitionRanges: [CMTimeRange] = []
    for (index, url) in urls.enumerated() {
      let asset = AVURLAsset(
        url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
      guard let clipVideo = try await asset.loadTracks(withMediaType: .video).first else {
        throw Failure.noVideo(url)
      }
      let range = try await clipVideo.load(.timeRange)
      let alternating = index % 2
      try videoTracks[alternating].insertTimeRange(range, of: clipVideo, at: nextClipStart)
      if let clipAudio = try await asset.loadTracks(withMediaType: .audio).first {
        try audioTracks[alternating].insertTimeRange(range, of: clipAudio, at: nextClipStart)
      }
      var passThrough = CMTimeRange(start: nextClipStart, duration: range.duration)
      if index > 0 {
        passThrough.start = passThrough.start + transitionDuration
        passThrough.duration = passThrough.duration - transitionDuration
      }
      if index + 1 < urls.count {
        passThrough.duration = passThrough.duration - transitionDuration
      }
      passThroughRanges.append(passThrough)
      nextClipStart = CMTimeSubtract(CMTimeAdd(nextClipStart, range.duration), transitionDuration)
      if index + 1 < urls.count {
        transitionRanges.append(CMTimeRange(start: nextClipStart, duration: transitionDuration))
      }
    }

    var instructions: [AVMutableVideoCompositionInstruction] = []
    let mixParameters = audioTracks.map { AVMutableAudioMixInputParameters(track: $0) }
    for (index, passThrough) in passThroughRanges.enumerated() {
      let (current, next) = (index % 2, 1 - index % 2)
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = passThrough
      instruction.layerInstructions = [
        AVMutableVideoCompositionLayerInstruction(assetTrack: videoTracks[current])
      ]
      instructions.append(instruction)
      guard index < transitionRanges.count else { continue }

      let range = transitionRanges[index]
      let transition = AVMutableVideoCompositionInstruction()
      transition.timeRange = range
      let from = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTracks[current])
      from.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: range)
      let to = AVMutableVideoCompositionLayerInstruction(assetTrack: videoTracks[next])
      transition.layerInstructions = [from, to]
      instructions.append(transition)
      mixParameters[current].setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range)
      mixParameters[next].setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: range)
    }
    videoComposition.instructions = instructions
    videoComposition.frameDuration = frameDuration
    videoComposition.renderSize = renderSize
    audioMix.inputParameters = mixParameters
  }
}
