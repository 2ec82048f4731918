import CutawayModel
import CutawayTime

extension VideoCompositionContent {
  /// The video composition that shows an asset as its tracks state.
  init(of asset: AVAsset, prototype: AVVideoCompositionInstruction?) {
    let tracks = asset.currentTracks.filter { $0.mediaType == .video && $0.isEnabled }
    let composition = asset as? AVComposition
    if let composition {
      renderSize = composition.sizeOfVideo
    } else {
      let sizes = tracks.map { track in
        CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform).size
      }
      renderSize = CGSize(
        width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).max() ?? 0)
    }
    let fastest = tracks.map(\.minFrameDuration).filter { $0.isNumeric && $0 > .zero }.min()
    frameDuration = fastest ?? CMTime(value: 1, timescale: 30)
    if tracks.count == 1 { timingTrack = tracks[0].trackID }
    var ends: Set<MediaTime> = [.zero]
    var spans: [(track: AVAssetTrack, range: TimeRange)] = []
    for track in tracks {
      for segment in track.currentSegments {
        guard let target = segment.timeMapping.target.exact else { continue }
        ends.formUnion([target.start, target.end])
        if !segment.isEmpty { spans.append((track, target)) }
      }
    }
    if let end = asset.duration.mediaTime, !tracks.isEmpty { ends.insert(end) }
    let times = ends.sorted()
    instructions = zip(times, times.dropFirst()).map { start, end in
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = CMTimeRange(TimeRange(start: start, end: end))
      instruction.backgroundColor = prototype?.backgroundColor
      instruction.enablePostProcessing = prototype?.enablePostProcessing ?? true
      instruction.layerInstructions = spans.filter { $0.range.contains(start) }.map { span in
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: span.track)
        if !span.track.preferredTransform.isIdentity {
          layer.setTransform(span.track.preferredTransform, at: CMTime(start))
        }
        return layer
      }
      return instruction
    }
  }
}
