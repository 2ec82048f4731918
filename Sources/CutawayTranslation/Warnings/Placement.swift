import CutawayModel

/// The paths of a frame's corners while its transform is constant or changes linearly.
struct Placement {
  private let size: PixelSize
  private let from: TransformMatrix
  private let to: TransformMatrix

  /// `nil` if the placement is uncertain: a rotation may lead anywhere.
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

  /// The rectangle around all placements.
  ///
  /// The corners move in straight lines, too.
  var bounds: Rectangle { boxes[0].union(boxes[1]) }

  /// Whether the frame never intersects the picture, because it stays on one side of it.
  func isAlwaysOutside(_ picture: PixelSize) -> Bool {
    let box = bounds
    return box.x >= Double(picture.width) || box.y >= Double(picture.height)
      || box.x + box.width <= 0 || box.y + box.height <= 0
  }

  /// Whether a rectangle always lies within the frame.
  func alwaysContains(_ box: Rectangle) -> Bool {
    if box.isEmpty { return true }
    if from == to { return contains(box, from) }
    // The edges of an axis-parallel frame move in straight lines; those of a rotating one do not.
    return [from, to].allSatisfy { $0.isUpright && contains(box, $0) }
  }

  /// Whether the frame always covers an output of a size completely, as the mixer computes it.
  ///
  /// The mixer treats an edge of an axis-parallel frame within a billionth of a pixel of the edge of
  /// the output as exact. It always blends the edges of other frames.
  func alwaysFills(_ output: PixelSize, showing picture: PixelSize) -> Bool {
    guard from.a * to.a > 0, from.d * to.d > 0 else { return false }
    let scale = (
      x: Double(output.width) / Double(picture.width),
      y: Double(output.height) / Double(picture.height)
    )
    func fills(_ origin: Double, _ end: Double, _ length: Int) -> Bool {
      min(origin, end) <= 5e-10 && max(origin, end) >= Double(length) - 5e-10
    }
    return [from, to].allSatisfy { (matrix: TransformMatrix) -> Bool in
      let right: Double = matrix.tx + matrix.a * Double(size.width)
      let bottom: Double = matrix.ty + matrix.d * Double(size.height)
      guard matrix.b == 0, matrix.c == 0 else { return false }
      return fills(matrix.tx * scale.x, right * scale.x, output.width)
        && fills(matrix.ty * scale.y, bottom * scale.y, output.height)
    }
  }

  private func contains(_ box: Rectangle, _ matrix: TransformMatrix) -> Bool {
    guard let inverse = matrix.inverted else { return false }
    let corners = [
      (box.x, box.y), (box.x + box.width, box.y), (box.x, box.y + box.height),
      (box.x + box.width, box.y + box.height),
    ]
    // The tolerance for rounding is half a thousandth of a pixel.
    return corners.allSatisfy { corner in
      let (x, y) = inverse.apply(x: corner.0, y: corner.1)
      return (-0.0005...Double(size.width) + 0.0005).contains(x)
        && (-0.0005...Double(size.height) + 0.0005).contains(y)
    }
  }
}

extension TransformMatrix {
  /// Whether the transform only translates and scales, without mirroring.
  fileprivate var isUpright: Bool { b == 0 && c == 0 && a > 0 && d > 0 }
}
