import CutawayModel
import CutawayTime

extension Composition {
  /// Gives tracks of layers a segment with a transparent still, over which the layer is drawn.
  ///
  /// So a layer passes through crops, transforms, effects and compositors as a film does.
  ///
  /// - Parameters:
  ///   - size: The render size, which is that of the still.
  ///   - media: The descriptions of all assets.
  /// - Returns: The composition, and the descriptions with that of the still.
  func playingLayers(
    size: PixelSize, _ media: [Asset.ID: MediaDescription]
  ) -> (Composition, [Asset.ID: MediaDescription]) {
    let indices = tracks.indices.filter { tracks[$0].layer != nil && tracks[$0].segments.isEmpty }
    if indices.isEmpty { return (self, media) }
    var (result, media) = (self, media)
    let still = Asset(
      id: "layer \(size.width)x\(size.height)",
      generator: .color(Color(red: 0, green: 0, blue: 0, alpha: 0)))
    result.assets.append(still)
    media[still.id] = MediaDescription(
      duration: nil, videoTracks: [.init(size: size, frameDuration: nil, hasAlpha: true)])
    for index in indices {
      let range = tracks[index].layer?.range
      let start = max(.zero, range?.start ?? .zero), end = range?.end ?? duration
      guard start < end else { continue }
      let target = TimeRange(start: start, end: end)
      result.tracks[index].showStill(still.id, during: target)
    }
    return (result, media)
  }
}

extension Track {
  /// Replaces all segments by one with a still.
  fileprivate mutating func showStill(_ still: Asset.ID, during target: TimeRange) {
    let shown = Segment(
      target: target,
      media: .init(asset: still, source: TimeRange(start: .zero, duration: target.duration)))
    let gap = Segment(target: TimeRange(start: .zero, end: target.start))
    do throws(CompositionError) {
      try setSegments(target.start > .zero ? [gap, shown] : [shown])
    } catch {
      preconditionFailure("a gap and a still follow each other: \(error)")
    }
  }
}
