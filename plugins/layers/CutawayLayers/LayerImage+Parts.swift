import CutawayDrawing
import CutawayKeyframes
import CutawayOverlays

extension LayerImage.Gravity {
  /// The area that content of a size covers in a layer of another size.
  func area(
    width: Double, height: Double, in layerWidth: Double, _ layerHeight: Double
  ) -> Rectangle {
    let fits = (layerWidth / width, layerHeight / height)
    let scale: (Double, Double) =
      switch self {
      case .resize: fits
      case .resizeAspect: (min(fits.0, fits.1), min(fits.0, fits.1))
      case .resizeAspectFill: (max(fits.0, fits.1), max(fits.0, fits.1))
      default: (1, 1)
      }
    let size = (width * scale.0, height * scale.1), place = place
    return Rectangle(
      x: (layerWidth - size.0) * place.x, y: (layerHeight - size.1) * place.y, width: size.0,
      height: size.1)
  }

  /// Whether the content has the scale of the layer.
  var scales: Bool {
    switch self {
    case .resize, .resizeAspect, .resizeAspectFill: true
    default: false
    }
  }

  /// The parts of the free width and height before the content.
  private var place: (x: Double, y: Double) {
    switch self {
    case .topLeft: (0, 0)
    case .top: (0.5, 0)
    case .topRight: (1, 0)
    case .left: (0, 0.5)
    case .resize, .resizeAspect, .resizeAspectFill, .center: (0.5, 0.5)
    case .right: (1, 0.5)
    case .bottomLeft: (0, 1)
    case .bottom: (0.5, 1)
    case .bottomRight: (1, 1)
    }
  }
}

extension LayerImage {
  /// The size of the visible part of an image of some pixels, in pixels of the layer.
  func size(width: Double, height: Double) -> (width: Double, height: Double) {
    let scale = max(scale, 1e-6)
    return (width * contentsRect.width / scale, height * contentsRect.height / scale)
  }

  /// The parts of the image, 0…1, and where they are drawn if the whole covers an area.
  ///
  /// - Parameters:
  ///   - area: The area of the visible part in the layer.
  ///   - own: The size of the visible part where it is not scaled.
  /// - Returns: One part, or nine if some of it keeps its size.
  func parts(
    in area: Rectangle, own: (width: Double, height: Double)
  ) -> [(part: Rectangle, area: Rectangle)] {
    let (rect, center) = (contentsRect, contentsCenter)
    if !gravity.scales || center == Rectangle(x: 0, y: 0, width: 1, height: 1) {
      return [(rect, area)]
    }
    /// The cuts of an axis, as parts of the visible part, and in the area.
    func cuts(
      _ start: Double, _ length: Double, _ own: Double, _ whole: Double
    ) -> [(part: Double, place: Double)] {
      let start = min(max(start, 0), 1), end = min(max(start + length, start), 1)
      let (before, after) = (start * own, (1 - end) * own)
      // Corners that do not fit shrink.
      let scale = before + after > whole ? whole / (before + after) : 1
      return [(0, 0), (start, before * scale), (end, whole - after * scale), (1, whole)]
    }
    let columns = cuts(center.x, center.width, own.width, area.width)
    let rows = cuts(center.y, center.height, own.height, area.height)
    return zip(rows, rows.dropFirst()).flatMap { top, bottom in
      zip(columns, columns.dropFirst()).map { left, right in
        (
          Rectangle(
            x: rect.x + left.part * rect.width, y: rect.y + top.part * rect.height,
            width: (right.part - left.part) * rect.width,
            height: (bottom.part - top.part) * rect.height),
          Rectangle(
            x: area.x + left.place, y: area.y + top.place, width: right.place - left.place,
            height: bottom.place - top.place)
        )
      }
    }.filter { !$0.0.isEmpty && !$0.1.isEmpty }
  }
}

extension Canvas.Area {
  init(_ area: Rectangle, scaledBy scale: (x: Double, y: Double) = (1, 1)) {
    self.init(
      x: area.x * scale.x, y: area.y * scale.y, width: area.width * scale.x,
      height: area.height * scale.y)
  }
}

extension PresentedLayer {
  /// The transform that turns the layer's image, its text or the picture upright.
  var upright: TransformMatrix { isFlipped ? .flip(height: height) : .identity }
}
