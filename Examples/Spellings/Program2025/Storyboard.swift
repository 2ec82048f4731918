import AVFoundation

/// A split screen as written for the SDK of 2026: values in place of mutable classes, a compositor that is
/// `Sendable`, typed states of the export.
public struct Storyboard: Sendable {
  /// A film and the seconds that are shown of it.
  public struct Shot: Sendable {
    public let url: URL
    public let range: CMTimeRange
    public init(_ url: URL, _ range: CMTimeRange) { (self.url, self.range) = (url, range) }
  }

  public enum Arrangement: Sendable {
    /// One after the other, each faded into the next.
    case sequence(overlap: CMTime)
    /// Side by side, by a compositor of the program.
    case splitScreen
  }

  public enum Failure: Error, Equatable {
    case noVideo(URL)
    case noTrack
    case presetUnavailable
  }

  public var shots: [Shot]
  public var arrangement: Arrangement
  public var size = CGSize(width: 640, height: 360)
  public var frameRate: CMTimeScale = 30

  public init(_ shots: [Shot], _ arrangement: Arrangement) {
    (self.shots, self.arrangement) = (shots, arrangement)
  }

  /// Exports, and reports the states.
  @concurrent
  public func export(
    to output: URL, as fileType: AVFileType = .mp4,
    onState: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws {
    let (composition, video, mix) = try await edit()
    guard
      let session = AVAssetExportSession(
        asset: composition, presetName: AVAssetExportPresetHighestQuality)
    else { throw Failure.presetUnavailable }
    session.videoComposition = video
    session.audioMix = mix
    async let states: Void = report(session, onState)
    try await session.export(to: output, as: fileType)
    await states
  }

  private func report(
    _ session: AVAssetExportSession, _ onState: @escaping @Sendable (Double) -> Void
  ) async {
    for await state in session.states(updateInterval: 0.1) {
      switch state {
      case .pending, .waiting: continue
      case .exporting(let progress): onState(progress.fractionCompleted)
      @unknown default: continue
      }
    }
  }

  /// Images of the edit without exporting it.
  @concurrent
  public func preview(at times: [CMTime]) async throws -> [(time: CMTime, image: CGImage)] {
    let (composition, video, _) = try await edit()
    let generator = AVAssetImageGenerator(asset: composition)
    generator.videoComposition = video
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    var images: [(time: CMTime, image: CGImage)] = []
    for await result in generator.images(for: times) {
      switch result {
      case .success(_, let image, let actual): images.append((actual, image))
      case .failure(_, let error): throw error
      }
    }
    return images
  }

  // MARK: The edit

  private func edit() async throws -> (AVMutableComposition, AVVideoComposition, AVAudioMix) {
    let composition = AVMutableComposition()
    var configuration = AVVideoComposition.Configuration()
    configuration.frameDuration = CMTime(value: 1, timescale: frameRate)
    configuration.renderSize = size
    var parameters: [AVMutableAudioMixInputParameters] = []
    var placed: [Placed] = []
    for shot in shots {
      let start = nextStart(after: placed)
      let asset = AVURLAsset(url: shot.url)
      guard let source = try await asset.loadTracks(withMediaType: .video).first else {
        throw Failure.noVideo(shot.url)
      }
      guard
        let track = composition.addMutableTrack(
          withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
      else { throw Failure.noTrack }
      try track.insertTimeRange(shot.range, of: source, at: start)
      let (frame, transform) = try await source.load(.naturalSize, .preferredTransform)
      let target = CMTimeRange(start: start, duration: shot.range.duration)
      placed.append(Placed(trackID: track.trackID, target: target, frame: frame, transform: transform))
      if let sound = try await asset.loadTracks(withMediaType: .audio).first,
        let track = composition.addMutableTrack(
          withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
      {
        try track.insertTimeRange(shot.range, of: sound, at: start)
        let volume = AVMutableAudioMixInputParameters(track: track)
        volume.setVolume(1 / Float(shots.count), at: .zero)
        parameters.append(volume)
      }
    }
    switch arrangement {
    case .sequence:
      configuration.instructions = [sequence(of: placed, end: composition.duration)]
    case .splitScreen:
      configuration.customVideoCompositorClass = SplitScreen.self
      configuration.instructions = [
        SplitInstruction(
          CMTimeRange(start: .zero, duration: composition.duration), placed.map(\.trackID))
      ]
    }
    let mix = AVMutableAudioMix()
    mix.inputParameters = parameters
    return (composition, AVVideoComposition(configuration: configuration), mix)
  }

  private struct Placed {
    var trackID: CMPersistentTrackID
    var target: CMTimeRange
    var frame: CGSize
    var transform: CGAffineTransform
  }

  private func nextStart(after placed: [Placed]) -> CMTime {
    guard case .sequence(let overlap) = arrangement, let last = placed.last else { return .zero }
    return last.target.end - overlap
  }

  private func sequence(of placed: [Placed], end: CMTime) -> AVVideoCompositionInstruction {
    var layers: [AVVideoCompositionLayerInstruction] = []
    for (index, shot) in placed.enumerated() {
      var layer = AVVideoCompositionLayerInstruction.Configuration(trackID: shot.trackID)
      layer.setTransform(fit(shot), at: .zero)
      if placed.indices.contains(index + 1) {
        let next = placed[index + 1].target
        layer.addOpacityRamp(
          .init(
            timeRange: CMTimeRange(start: next.start, end: shot.target.end), start: 1, end: 0))
      }
      layers.append(AVVideoCompositionLayerInstruction(configuration: layer))
    }
    return AVVideoCompositionInstruction(
      configuration: .init(
        layerInstructions: layers, timeRange: CMTimeRange(start: .zero, duration: end)))
  }

  private func fit(_ shot: Placed) -> CGAffineTransform {
    let box = CGRect(origin: .zero, size: shot.frame).applying(shot.transform)
    let scale = min(size.width / box.width, size.height / box.height)
    return shot.transform
      .concatenating(CGAffineTransform(translationX: -box.minX, y: -box.minY))
      .concatenating(CGAffineTransform(scaleX: scale, y: scale))
      .concatenating(
        CGAffineTransform(
          translationX: (size.width - box.width * scale) / 2,
          y: (size.height - box.height * scale) / 2))
  }
}

/// An instruction of the split screen.
final class SplitInstruction: NSObject, AVVideoCompositionInstructionProtocol, @unchecked Sendable {
  let timeRange: CMTimeRange
  let enablePostProcessing = false
  let containsTweening = false
  let requiredSourceTrackIDs: [NSValue]?
  let passthroughTrackID = kCMPersistentTrackID_Invalid

  init(_ range: CMTimeRange, _ tracks: [CMPersistentTrackID]) {
    timeRange = range
    requiredSourceTrackIDs = tracks.map { NSNumber(value: $0) }
  }
}

/// Puts the middle column of each source beside those of the others.
final class SplitScreen: NSObject, AVVideoCompositing, @unchecked Sendable {
  let sourcePixelBufferAttributes: [String: Any]? = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
  ]
  let requiredPixelBufferAttributesForRenderContext: [String: Any] = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
  ]
  private let queue = DispatchQueue(label: "split")

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    queue.async {
      guard let output = request.renderContext.newPixelBuffer() else {
        return request.finish(with: AVError(.unknown))
      }
      let sources = request.sourceTrackIDs.map { request.sourceFrame(byTrackID: $0.int32Value) }
      self.draw(sources, into: output)
      request.finish(withComposedVideoFrame: output)
    }
  }

  func cancelAllPendingVideoCompositionRequests() { queue.sync {} }

  private func draw(_ sources: [CVPixelBuffer?], into output: CVPixelBuffer) {
    CVPixelBufferLockBaseAddress(output, [])
    defer { CVPixelBufferUnlockBaseAddress(output, []) }
    guard let target = CVPixelBufferGetBaseAddress(output), !sources.isEmpty else { return }
    let (width, height) = (CVPixelBufferGetWidth(output), CVPixelBufferGetHeight(output))
    let rowBytes = CVPixelBufferGetBytesPerRow(output)
    memset(target, 0, rowBytes * height)
    let column = width / sources.count
    for (index, source) in sources.enumerated() {
      guard let source else { continue }
      CVPixelBufferLockBaseAddress(source, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(source, .readOnly) }
      guard let base = CVPixelBufferGetBaseAddress(source) else { continue }
      let count = min(column, CVPixelBufferGetWidth(source))
      let first = (CVPixelBufferGetWidth(source) - count) / 2
      for row in 0..<min(height, CVPixelBufferGetHeight(source)) {
        memcpy(
          target + row * rowBytes + index * column * 4,
          base + row * CVPixelBufferGetBytesPerRow(source) + first * 4, count * 4)
      }
    }
  }
}
