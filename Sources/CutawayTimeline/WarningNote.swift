public import CutawayGraph
public import CutawayModel

/// A warning, where it is and in the list below.
public struct WarningNote: Sendable, Hashable {
  /// From 1, as its mark and its line in the list say.
  public var number: Int
  public var warning: Composition.Warning
  /// The time and the rows that it is about.
  public var frame: Rectangle
  /// The middle of its mark.
  public var mark: Drawing.Point

  /// More are counted, not listed.
  static let listedAtMost = 12
  /// How far marks in one row are apart at least.
  private static let markDistance = 18.0

  static func all(
    _ warnings: [Composition.Warning], of composition: Composition, in rows: [TrackRow],
    ruler: Rectangle, _ scale: TimeScale
  ) -> [WarningNote] {
    /// The right end of the last mark at a height.
    var taken: [Double: Double] = [:]
    return warnings.enumerated().map { index, warning in
      let row = composition.track(of: warning).flatMap { id in rows.first { $0.track == id } }
      let frame = (row?.frame ?? videoArea(rows, ruler)).part(of: warning.range, scale)
      let y = frame.maxY - 13
      let x = max(frame.x + 11, (taken[y] ?? -.infinity) + markDistance)
      taken[y] = x
      return WarningNote(
        number: index + 1, warning: warning, frame: frame, mark: Drawing.Point(x, y))
    }
  }

  /// Around all rows of video.
  private static func videoArea(_ rows: [TrackRow], _ ruler: Rectangle) -> Rectangle {
    let video = rows.filter { $0.mediaType == .video }
    let top = video.first?.frame.y ?? ruler.maxY, bottom = video.last?.frame.maxY ?? ruler.maxY
    return Rectangle(x: ruler.x, y: top, width: ruler.width, height: bottom - top)
  }
}

extension Composition {
  /// The track that a warning is about, if it is about one.
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
