package import CutawayDiagnostics
package import CutawayModel
package import CutawayTime
import CutawayTranslation

/// A warning on the timeline and in the list below it.
package struct WarningNote: Sendable, Hashable {
  /// The number on the mark and in the list, from 1.
  package var number: Int
  /// The likely mistake that the note shows.
  package var warning: Warning
  /// The affected time range; everything, if the warning has none.
  package var range: TimeRange
  /// The time range and the rows that the warning concerns.
  package var frame: Rectangle
  /// The centre of the mark.
  package var mark: Drawing.Point

  /// The maximum number of listed warnings.
  ///
  /// Further ones are counted.
  static let listedAtMost = 12
  /// The minimum distance between marks in one row.
  private static let markDistance = 18.0

  static func all(
    _ warnings: [Warning], of composition: Composition, in rows: [TrackRow],
    _ overlays: [OverlayRow], ruler: Rectangle, _ scale: TimeScale
  ) -> [WarningNote] {
    /// The x coordinate of the last mark at a height.
    var taken: [Double: Double] = [:]
    return warnings.enumerated().map { index, warning in
      let row = composition.track(of: warning).flatMap { id in rows.first { $0.track == id } }
      let range = warning.range ?? TimeRange(start: .zero, duration: composition.duration)
      let layer = overlays.first { warning.path.starts(with: ["overlays", "\($0.index)"]) }
      let whole = row?.frame ?? layer?.frame ?? videoArea(rows, ruler)
      let body = layer.flatMap { $0.body.width > 0 ? $0.body : nil }
      let frame = body ?? whole.part(of: range, scale), y = frame.maxY - 13
      // The name of a layer is at its left end.
      let start = body.map { max($0.x + 11, $0.maxX - 60) } ?? frame.x + 11
      let x = max(start, (taken[y] ?? -.infinity) + markDistance)
      taken[y] = x
      return WarningNote(
        number: index + 1, warning: warning, range: range, frame: frame, mark: Drawing.Point(x, y))
    }
  }

  /// The area of all rows of video.
  private static func videoArea(_ rows: [TrackRow], _ ruler: Rectangle) -> Rectangle {
    let video = rows.filter { $0.mediaType == .video }
    let top = video.first?.frame.y ?? ruler.maxY, bottom = video.last?.frame.maxY ?? ruler.maxY
    return Rectangle(x: ruler.x, y: top, width: ruler.width, height: bottom - top)
  }
}

extension Composition {
  /// The track that a warning concerns, if it concerns a single one.
  fileprivate func track(of warning: Warning) -> Track.ID? {
    let path = warning.path
    guard path.count >= 2, let index = Int(path[1]) else { return nil }
    if path[0] == "tracks" { return tracks.indices.contains(index) ? tracks[index].id : nil }
    guard path.count >= 4, path[2] == "layers", let layer = Int(path[3]),
      instructions.indices.contains(index), instructions[index].layers.indices.contains(layer)
    else { return nil }
    return instructions[index].layers[layer].track
  }
}
