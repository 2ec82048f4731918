import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
import CutawaySources

/// What the matrix of a track header says about the picture: an orientation, and the shape of a pixel.
///
/// The size that a matrix states does not count, because a composition places pictures by their pixels.
struct MatrixPlacement {
  /// `identity` if the matrix slants the picture or turns it by another angle.
  let orientation: Orientation
  /// Width and height of a stored pixel, before the orientation.
  let shape: (x: Int, y: Int)
  /// Whether the matrix is one of the eight orientations.
  let isPlain: Bool

  /// Creates the placement.
  ///
  /// - Parameter matrix: `a, b, c, d` in 65,536ths: the images of a step to the right and of a step down.
  init(matrix: [Int]) {
    guard matrix.count == 4 else {
      (orientation, shape, isPlain) = (.identity, (1, 1), true)
      return
    }
    let stated: Orientation? =
      switch matrix.map({ $0.signum() }) {
      case [1, 0, 0, 1]: .identity
      case [0, 1, -1, 0]: .rotate90
      case [-1, 0, 0, -1]: .rotate180
      case [0, -1, 1, 0]: .rotate270
      case [-1, 0, 0, 1]: .flip
      case [0, -1, -1, 0]: .flipRotate90
      case [1, 0, 0, -1]: .flipRotate180
      case [0, 1, 1, 0]: .flipRotate270
      default: nil
      }
    orientation = stated ?? .identity
    let x = abs(matrix[0]) + abs(matrix[1]), y = abs(matrix[2]) + abs(matrix[3])
    // Less than a thousandth is rounding, and more than eight is no shape of pixels.
    let isShape = stated != nil && abs(x - y) * 1_000 > max(x, y) && max(x, y) < min(x, y) * 8
    shape = isShape ? (x, y) : (1, 1)
    isPlain = stated != nil && x == 65_536 && y == 65_536
  }
}

extension MatrixPlacement {
  /// Announces the shape of the pixels on the pad of a demuxer, if the matrix of the track states one.
  static func announceShape(of track: MovieHeader.Track, on pad: UnsafeMutablePointer<GstPad>) {
    let (x, y) = MatrixPlacement(matrix: track.matrix).shape
    if x == y { return }
    changeCaps(on: pad) { caps in
      var width: Int32 = 1, height: Int32 = 1
      let own = gst_caps_copy(caps)
      guard let own, let fields = gst_caps_get_structure(own, 0) else { return nil }
      if gst_structure_get_fraction(fields, "pixel-aspect-ratio", &width, &height) == 0
        || width < 1 || height < 1
      {
        (width, height) = (1, 1)
      }
      let ratio = Double(width) * Double(x) / (Double(height) * Double(y))
      var numerator: Int32 = 1, denominator: Int32 = 1
      gst_util_double_to_fraction(ratio, &numerator, &denominator)
      gst_swift_set_fraction(fields, "pixel-aspect-ratio", numerator, denominator)
      return own
    }
  }
}
