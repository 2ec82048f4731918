import CutawayModel

/// Where a frame's corners go while its transform stays or goes a straight way.
struct Placement {
  private let size: PixelSize
  private let from: TransformMatrix
  private let to: TransformMatrix

  /// `nil` where it cannot be told: a turn may lead anywhere.
  init?(
    _ transform: ValueSpan<LayerTransform>?, _ video: MediaDescription.Video,
    in renderSize: PixelSize
  ) {
    guard transform?.isStraight != false else { return nil }
    size = video.size
    from = (transform?.from ?? LayerTransform()).matrix(for: video, in: renderSize)
    to = (transform?.to ?? LayerTransform()).matrix(for: video, in: renderSize)
  }

  private var boxes: [Rectangle] { [from.boundingBox(of: size), to.boundingBox(of: size)] }

  /// Around all places that it takes: corners go straight, too.
  var bounds: Rectangle { boxes[0].union(boxes[1]) }

  /// Whether nothing of it ever lies in the picture: it stays on one side of it.
  func isAlwaysOutside(_ picture: PixelSize) -> Bool {
    let box = bounds
    return box.x >= Double(picture.width) || box.y >= Double(picture.height)
      || box.x + box.width <= 0 || box.y + box.height <= 0
  }

  /// Whether a rectangle always lies within it.
  func alwaysContains(_ box: Rectangle) -> Bool {
    if box.isEmpty { return true }
    if from == to { return contains(box, from) }
    // An upright frame's edges go straight; those of a turning one do not.
    return [from, to].allSatisfy { $0.isUpright && contains(box, $0) }
  }

  private func contains(_ box: Rectangle, _ matrix: TransformMatrix) -> Bool {
    guard let inverse = matrix.inverted else { return false }
    let corners = [
      (box.x, box.y), (box.x + box.width, box.y), (box.x, box.y + box.height),
      (box.x + box.width, box.y + box.height),
    ]
    // Half a thousandth of a pixel is what rounding may cost.
    return corners.allSatisfy { corner in
      let (x, y) = inverse.apply(x: corner.0, y: corner.1)
      return (-0.0005...Double(size.width) + 0.0005).contains(x)
        && (-0.0005...Double(size.height) + 0.0005).contains(y)
    }
  }
}

extension TransformMatrix {
  /// Whether it only moves and scales.
  fileprivate var isUpright: Bool { b == 0 && c == 0 && a > 0 && d > 0 }

  /// The transform back; `nil` where everything falls onto a line.
  fileprivate var inverted: TransformMatrix? {
    let area = determinant
    guard area != 0, area.isFinite else { return nil }
    return TransformMatrix(
      a: d / area, b: -b / area, c: -c / area, d: a / area,
      tx: (c * ty - d * tx) / area, ty: (b * tx - a * ty) / area)
  }
}

extension Rectangle {
  fileprivate func union(_ other: Rectangle) -> Rectangle {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rectangle(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  func intersection(_ other: Rectangle) -> Rectangle {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rectangle(
      x: left, y: top, width: min(x + width, other.x + other.width) - left,
      height: min(y + height, other.y + other.height) - top)
  }
}
