@preconcurrency import AVFoundation

/// Joins two films by a transition that a compositor of the program draws.
public struct CustomCompositor {
  public enum Transition: Sendable { case crossDissolve, diagonalWipe }

  public enum Failure: Error { case noTrack, cannotExport }

  public var transition: Transition
  public var transitionDuration: CMTime
  public var frameDuration = CMTime(value: 1, timescale: 30)

  public init(_ transition: Transition, duration: CMTime) {
    self.transition = transition
    transitionDuration = duration
  }

  public func export(_ firstURL: URL, _ secondURL: URL, to output: URL) async throws {
    let composition = AVMutableComposition()
    var tracks: [AVMutableCompositionTrack] = []
    var ranges: [CMTimeRange] = []
    for url in [firstURL, secondURL] {
      guard let source = try await AVURLAsset(url: url).loadTracks(withMediaType: .video).first,
        let track = composition.addMutableTrack(
          withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
      else { throw Failure.noTrack }
      let range = try await source.load(.timeRange)
      let start = ranges.last.map { $0.end - transitionDuration } ?? .zero
      try track.insertTimeRange(range, of: source, at: start)
      tracks.append(track)
      ranges.append(CMTimeRange(start: start, duration: range.duration))
      composition.naturalSize = try await source.load(.naturalSize)
    }
    let overlap = ranges[0].intersection(ranges[1])
    let videoComposition = AVMutableVideoComposition()
    videoComposition.customVideoCompositorClass = TransitionCompositor.self
    videoComposition.renderSize = composition.naturalSize
    videoComposition.frameDuration = frameDuration
    let (first, second) = (tracks[0].trackID, tracks[1].trackID)
    videoComposition.instructions = [
      TransitionInstruction([first], CMTimeRange(start: .zero, end: overlap.start)),
      TransitionInstruction([first, second], overlap, transition),
      TransitionInstruction([second], CMTimeRange(start: overlap.end, end: ranges[1].end)),
    ]
    guard
      let session = AVAssetExportSession(
        asset: composition, presetName: AVAssetExportPresetHighestQuality)
    else { throw Failure.cannotExport }
    session.videoComposition = videoComposition
    try await session.export(to: output, as: .mp4)
  }
}

final class TransitionInstruction: NSObject, AVVideoCompositionInstructionProtocol {
  let timeRange: CMTimeRange
  let enablePostProcessing = false
  let containsTweening: Bool
  let requiredSourceTrackIDs: [NSValue]?
  let passthroughTrackID: CMPersistentTrackID
  let transition: CustomCompositor.Transition?

  /// Two tracks and a transition, or one track that passes through.
  init(
    _ trackIDs: [CMPersistentTrackID], _ timeRange: CMTimeRange,
    _ transition: CustomCompositor.Transition? = nil
  ) {
    self.timeRange = timeRange
    self.transition = transition
    containsTweening = transition != nil
    requiredSourceTrackIDs = trackIDs.map { $0 as NSNumber }
    passthroughTrackID = transition == nil ? trackIDs[0] : kCMPersistentTrackID_Invalid
  }
}

final class TransitionCompositor: NSObject, AVVideoCompositing, @unchecked Sendable {
  let sourcePixelBufferAttributes: [String: Any]? = [
    kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_32BGRA]
  ]
  let requiredPixelBufferAttributesForRenderContext: [String: Any] = [
    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
  ]
  private let renderingQueue = DispatchQueue(label: "compositor.rendering")
  private let renderContextQueue = DispatchQueue(label: "compositor.context")
  private var renderContext: AVVideoCompositionRenderContext?

  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {
    renderContextQueue.sync { renderContext = newRenderContext }
  }

  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    renderingQueue.async {
      guard let buffer = self.newRenderedPixelBuffer(for: request) else {
        return request.finish(with: NSError(domain: "TransitionCompositor", code: 1))
      }
      request.finish(withComposedVideoFrame: buffer)
    }
  }

  private func newRenderedPixelBuffer(
    for request: AVAsynchronousVideoCompositionRequest
  ) -> CVPixelBuffer? {
    guard let instruction = request.videoCompositionInstruction as? TransitionInstruction,
      let ids = instruction.requiredSourceTrackIDs as? [NSNumber], ids.count == 2,
      let from = request.sourceFrame(byTrackID: ids[0].int32Value),
      let to = request.sourceFrame(byTrackID: ids[1].int32Value),
      let output = renderContextQueue.sync(execute: { renderContext?.newPixelBuffer() })
    else { return nil }
    // 0 at the start of the transition, 1 at its end.
    let elapsed = request.compositionTime - instruction.timeRange.start
    let tween = elapsed.seconds / instruction.timeRange.duration.seconds
    let buffers = [from, to, output]
    for buffer in buffers { CVPixelBufferLockBaseAddress(buffer, []) }
    defer { for buffer in buffers { CVPixelBufferUnlockBaseAddress(buffer, []) } }
    let (width, height) = (CVPixelBufferGetWidth(output), CVPixelBufferGetHeight(output))
    for y in 0..<height {
      let rows = buffers.compactMap { buffer in
        CVPixelBufferGetBaseAddress(buffer)?.advanced(by: y * CVPixelBufferGetBytesPerRow(buffer))
          .assumingMemoryBound(to: UInt8.self)
      }
      guard rows.count == 3 else { return nil }
      if instruction.transition == .diagonalWipe {
        // The new film comes from the top left.
        let edge = (tween * 2 - Double(y) / Double(height)) * Double(width)
        let count = min(max(Int(edge.rounded()), 0), width) * 4
        memcpy(rows[2], rows[1], count)
        memcpy(rows[2] + count, rows[0] + count, width * 4 - count)
      } else {
        let weight = Int((tween * 256).rounded())
        for i in 0..<width * 4 {
          rows[2][i] = UInt8((Int(rows[0][i]) * (256 - weight) + Int(rows[1][i]) * weight) >> 8)
        }
      }
    }
    return output
  }
}
