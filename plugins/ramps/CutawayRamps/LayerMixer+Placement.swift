import CutawayElementKit
import CutawayKeyframes

extension LayerMixer.Input {
  /// Scales and moves a layer that `matrix` has transformed, and that has square pixels before.
  ///
  /// The width follows from the shape of a pixel, and the height stays.
  func place(
    _ matrix: TransformMatrix, _ frame: Rectangle, _ pixel: Fraction
  ) -> TransformMatrix {
    if xpos == 0, ypos == 0, width <= 0, height <= 0, pixel.numerator == pixel.denominator {
      return matrix
    }
    let shape = Double(pixel.numerator) / Double(pixel.denominator)
    let matrix = TransformMatrix.scale(x: shape, y: 1).concatenating(matrix)
    var frame = frame
    frame.width *= shape
    let box = (
      width: width > 0 ? Double(width) : frame.width.rounded(.down),
      height: height > 0 ? Double(height) : frame.height
    )
    var scale = (x: box.width / frame.width, y: box.height / frame.height)
    if sizingPolicy == .keepAspectRatio {
      scale.x = min(scale.x, scale.y)
      scale.y = scale.x
    }
    let margin = (
      x: (box.width - frame.width * scale.x) / 2, y: (box.height - frame.height * scale.y) / 2
    )
    return matrix.concatenating(
      TransformMatrix(
        a: scale.x, b: 0, c: 0, d: scale.y, tx: Double(xpos) + margin.x,
        ty: Double(ypos) + margin.y))
  }
}
