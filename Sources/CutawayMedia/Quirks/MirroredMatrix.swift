import CutawayContainers
import CutawayElementBridge
package import CutawayQuirks
import CutawaySources

extension Quirk {
  /// qtdemux takes one of the mirrored matrices for none, so that the discoverer does not report
  /// the orientation.
  ///
  /// So the probe reads the matrices itself.
  package static let mirroredMatrix = Quirk(
    "qtdemux ignores a mirrored matrix",
    versions: [.before(1, 24, 13), .since(1, 25, 0, before: 1, 26, 0)],
    upstream:
      "fixed by c4d0f4bbd9 (merge request 8127, issue 4064, in 1.24.12), completed by 5c005733ea "
      + "and 71d8618daf",
    test: "a rotated video is shown upright")
}

extension MediaDescription.Video {
  /// Sets the orientation to that of the matrix in a header, if it is one of the eight.
  mutating func completeOrientation(from track: MovieHeader.Track) {
    guard Quirk.mirroredMatrix.applies, let stated = Orientation(matrix: track.matrix) else {
      return
    }
    orientation = stated
  }
}

extension Orientation {
  /// - Parameter matrix: `a, b, c, d` in 65,536ths: the images of a step to the right and of a step
  ///   down.
  fileprivate init?(matrix: [Int]) {
    let one = 65_536
    switch matrix {
    case [one, 0, 0, one]: self = .identity
    case [0, one, -one, 0]: self = .rotate90
    case [-one, 0, 0, -one]: self = .rotate180
    case [0, -one, one, 0]: self = .rotate270
    case [-one, 0, 0, one]: self = .flip
    case [0, -one, -one, 0]: self = .flipRotate90
    case [one, 0, 0, -one]: self = .flipRotate180
    case [0, one, one, 0]: self = .flipRotate270
    default: return nil
    }
  }
}
