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
  /// Sets the orientation to that of the matrix in a header, and the size to that of the clean aperture and of the
  /// shape of pixels that the matrix states.
  ///
  /// Whatever else qtdemux makes of a matrix that also scales or slants is replaced: it takes some for rotations.
  mutating func completeOrientation(from track: MovieHeader.Track) {
    let placement = MatrixPlacement(matrix: track.matrix)
    if Quirk.mirroredMatrix.applies || !placement.isPlain { orientation = placement.orientation }
    if let clean = track.cleanAperture, size.height == clean.storedHeight {
      // The width is that in square pixels.
      let width = Double(size.width) * Double(clean.width) / Double(clean.storedWidth)
      size = PixelSize(width: max(1, Int(width.rounded())), height: clean.height)
    }
    let (x, y) = placement.shape
    if x != y {
      size.width = max(1, Int((Double(size.width) * Double(x) / Double(y)).rounded()))
    }
  }
}
