import CutawayOverlays
import CutawayTime

extension LayerRemark {
  /// The animations of a layer and of the layers in it that begin after their layer has ended.
  ///
  /// The clock of a layer starts with its range. An animation that begins at the same time of the
  /// composition as its layer therefore begins at 0, not at the start of the range.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - path: Its keys and indices.
  ///   - clock: The clock around it.
  ///   - end: The end of the layer around, in the time of the tree.
  /// - Returns: At most one for each layer.
  static func lateAnimations(
    of layer: OverlayLayer, _ path: [String], _ clock: LayerClock, end: MediaTime
  ) -> [LayerRemark] {
    // Where a layer stands still or runs backwards, its clock has no end.
    guard layer.speed > 0 else { return [] }
    let own = clock.adding(layer)
    let start = layer.range.map { clock.outermost($0.start) } ?? clock.outermost(.zero)
    let end = min(end, layer.range.map { clock.outermost($0.end) } ?? end)
    // Of a layer without time, it is said that it is never visible.
    guard start < end else { return [] }
    let late = layer.animations.first { own.outermost($0.outerBegin) >= end }
    let remark = late.map { animation in
      LayerRemark(
        path: path,
        kind: .lateAnimation(
          animation.property, begin: animation.outerBegin, end: own.time(at: end)))
    }
    return (remark.map { [$0] } ?? [])
      + layer.layers.enumerated().flatMap { index, inner in
        lateAnimations(of: inner, path + ["layers", "\(index)"], own, end: end)
      }
  }
}

extension LayerAnimation {
  /// When the animation, or the outermost group that it is in, begins.
  fileprivate var outerBegin: MediaTime { groups.first?.begin ?? begin }
}
