import CutawayOverlays
import CutawayTime

/// Content of fixed sizes.
struct FixedSizes: LayerMeasuring {
  /// Text has 100 × 40 pixels, or a width of two lines; images have 60 × 30.
  func size(of content: LayerContent, width: Double?) -> LayerSize? {
    switch content {
    case .text:
      width.map { LayerSize(width: $0, height: $0 < 100 ? 80 : 40) }
        ?? LayerSize(width: 100, height: 40)
    case .image: LayerSize(width: 60, height: 30)
    default: nil
    }
  }
}

extension OverlayLayer {
  /// The layer alone in a picture of 400 × 200 pixels, after some seconds; `nil` if it is invisible.
  func shown(at seconds: MediaTime) -> PresentedLayer? {
    LayerTree(size: PixelSize(width: 400, height: 200), layers: [self])
      .presentation(at: seconds, measuring: FixedSizes()).first
  }

  /// The place of a point of the layer in the picture.
  func place(_ x: Double, _ y: Double, at seconds: MediaTime = .zero) -> Point? {
    shown(at: seconds).map {
      let place = $0.matrix.apply(x: x, y: y)
      return Point(x: place.x, y: place.y)
    }
  }

  /// A layer of 100 × 40 pixels, with its position as a point.
  static func box(
    _ x: Double = 200, _ y: Double = 100, _ change: (inout OverlayLayer) -> Void = { _ in }
  ) -> OverlayLayer {
    var layer = OverlayLayer(
      width: .pixels(100), height: .pixels(40), position: .point(x: .pixels(x), y: .pixels(y)))
    change(&layer)
    return layer
  }
}

func isClose(_ a: Point?, _ x: Double, _ y: Double) -> Bool {
  a.map { abs($0.x - x) < 1e-9 && abs($0.y - y) < 1e-9 } ?? false
}

extension LayerValue {
  /// A value of a kind, which differs from all defaults.
  static func example(_ kind: Kind) -> LayerValue {
    switch kind {
    case .number: .number(0.25)
    case .point: .point(Point(x: 0.25, y: 0.75))
    case .color: .color(Color(red: 9, green: 8, blue: 7))
    case .matrix: .matrix(.scale(x: 2, y: 3))
    case .rectangle: .rectangle(Rectangle(x: 0.25, y: 0.5, width: 0.5, height: 0.25))
    case .flag: .flag(true)
    case .path: .path("M 0 0 L 9 9")
    case .image: .image("b")
    case .colors: .colors([Color(red: 9, green: 8, blue: 7), .white])
    case .numbers: .numbers([0.25, 0.5])
    }
  }
}
