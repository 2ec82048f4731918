import CutawayTime

/// The properties of a layer at an instant, which animations change.
struct LayerState {
  var content: LayerContent
  var opacity: Double
  var background: Color?
  var cornerRadius: Double
  var border: LayerBorder?
  var shadow: LayerShadow?
  private(set) var zPosition: Double
  private var anchorPoint: Point
  private var scale: Point
  private var rotation: Double
  private var offset: Point
  private(set) var origin: Point
  private(set) var isHidden: Bool
  private var transform: TransformMatrix
  private var sublayerTransform: TransformMatrix
  /// The position and the size, which depend on the layer around.
  var geometry = Geometry()
  private let layer: OverlayLayer

  /// The position of the anchor point and the size, in pixels.
  struct Geometry {
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0

    subscript(property: LayerProperty) -> LayerValue? {
      get {
        switch property {
        case .position: .point(Point(x: x, y: y))
        case .positionX: .number(x)
        case .positionY: .number(y)
        case .width: .number(width)
        case .height: .number(height)
        default: nil
        }
      }
      set {
        switch (property, newValue) {
        case (.position, .point(let point)?): (x, y) = (point.x, point.y)
        case (.positionX, .number(let number)?): x = number
        case (.positionY, .number(let number)?): y = number
        case (.width, .number(let number)?): width = number.limited(to: 0...1e6)
        case (.height, .number(let number)?): height = number.limited(to: 0...1e6)
        default: break
        }
      }
    }
  }

  /// The values of a layer at a time of its clock, before its animations.
  init(_ layer: OverlayLayer, at time: MediaTime) {
    self.layer = layer
    content = layer.content
    opacity = layer.opacity.held(at: time) ?? 1
    background = layer.background
    cornerRadius = layer.cornerRadius
    border = layer.border
    shadow = layer.shadow
    zPosition = layer.zPosition
    anchorPoint = layer.anchorPoint
    scale = layer.scale.held(at: time) ?? Point(x: 1, y: 1)
    rotation = layer.rotation.held(at: time) ?? 0
    offset = layer.offset.held(at: time) ?? Point(x: 0, y: 0)
    (origin, isHidden) = (layer.origin, layer.isHidden)
    (transform, sublayerTransform) = (layer.transform, layer.sublayerTransform)
  }

  /// The size of the layer in the layer around.
  func measure(in around: LayerSize, measuring measure: some LayerMeasuring) -> LayerSize {
    let width = layer.width?.pixels(of: around.width)
    let height = layer.height?.pixels(of: around.height)
    if let width, let height { return LayerSize(width: max(0, width), height: max(0, height)) }
    var own = measure.size(of: content, width: width) ?? content.usualSize(in: around)
    if width == nil, let widest = widestText(in: around), own.width > widest {
      let wrapped = measure.size(of: content, width: widest) ?? own
      own = LayerSize(width: min(widest, wrapped.width.rounded(.up)), height: wrapped.height)
    }
    if content.keepsShape, own.width > 0, own.height > 0 {
      if let width { own.height *= width / own.width }
      if let height { own.width *= height / own.height }
    }
    return LayerSize(width: max(0, width ?? own.width), height: max(0, height ?? own.height))
  }

  /// The width in which a text without a width wraps: its own, and that in which it stays within the layer around; `nil` has
  /// none.
  private func widestText(in around: LayerSize) -> Double? {
    guard case .text(let text) = content, text.wraps else { return nil }
    let limits = [text.maximumWidth?.pixels(of: around.width), freeWidth(in: around)]
    return limits.compactMap { $0 }.min().flatMap { $0 > 0 ? $0 : nil }
  }

  /// The width between the margins of a layer that has a place; `nil` has none.
  ///
  /// A layer that moves may be wider, such as a text that runs through the picture.
  private func freeWidth(in around: LayerSize) -> Double? {
    guard case .place(let place, let margin, _) = layer.position, layer.offset.entries.isEmpty,
      layer.animations.isEmpty
    else { return nil }
    // In the middle, the horizontal margin moves nothing, and is often meant for the vertical one only.
    let stated = margin.pixels(of: around.width)
    let space = place.parts.x == 0.5 ? min(stated, around.width / 20) : stated
    return around.width - 2 * max(0, space)
  }

  /// Places a layer of a size in the layer around.
  mutating func place(_ size: LayerSize, in around: LayerSize) {
    (geometry.width, geometry.height) = (size.width, size.height)
    let anchor = (x: anchorPoint.x * size.width, y: anchorPoint.y * size.height)
    switch layer.position {
    case .point(let x, let y):
      (geometry.x, geometry.y) = (x.pixels(of: around.width), y.pixels(of: around.height))
    case .corner(let x, let y):
      geometry.x = x.pixels(of: around.width) + anchor.x
      geometry.y = y.pixels(of: around.height) + anchor.y
    case .place(let place, let marginX, let marginY):
      func start(_ part: Double, _ whole: Double, _ own: Double, _ margin: Double) -> Double {
        margin + part * (whole - own - 2 * margin)
      }
      let parts = place.parts
      geometry.x =
        start(parts.x, around.width, size.width, marginX.pixels(of: around.width)) + anchor.x
      geometry.y =
        start(parts.y, around.height, size.height, marginY.pixels(of: around.height)) + anchor.y
    }
  }

  /// Moves, fades and scales the layer towards the outer end of a passage.
  ///
  /// - Parameters:
  ///   - passage: The passage.
  ///   - away: How far the layer is from its place: 1 is the outer end.
  ///   - isExit: Whether the layer moves away.
  ///   - around: The size of the layer around.
  mutating func apply(
    _ passage: LayerPassage, away: Double, isExit: Bool, in around: LayerSize
  ) {
    if passage.fades { opacity *= min(max(1 - away, 0), 1) }
    if let outer = passage.scale {
      let factor = 1 + (outer - 1) * away
      scale = Point(x: scale.x * factor, y: scale.y * factor)
    }
    guard let slide = passage.slide else { return }
    let left = geometry.x - anchorPoint.x * geometry.width
    let top = geometry.y - anchorPoint.y * geometry.height
    // The ways out of the layer around, over each of its edges.
    let toLeft = left + geometry.width, toRight = around.width - left
    let toTop = top + geometry.height, toBottom = around.height - top
    // A layer enters over the edge opposite to its direction, and leaves over the one ahead.
    let way: (x: Double, y: Double, length: Double, whole: Double) =
      switch (slide, isExit) {
      case (.right, false), (.left, true): (-1, 0, toLeft, around.width)
      case (.left, false), (.right, true): (1, 0, toRight, around.width)
      case (.down, false), (.up, true): (0, -1, toTop, around.height)
      case (.up, false), (.down, true): (0, 1, toBottom, around.height)
      }
    let length = (passage.distance?.pixels(of: way.whole) ?? max(0, way.length)) * away
    offset = Point(x: offset.x + way.x * length, y: offset.y + way.y * length)
  }

  /// Turns the layer about its anchor point.
  mutating func turn(by degrees: Double) { rotation += degrees }

  /// Where the anchor point lies in the layer around.
  var anchor: Point { Point(x: geometry.x + offset.x, y: geometry.y + offset.y) }

  /// The transform from the layer, whose top left corner is the origin, to the layer around.
  var matrix: TransformMatrix {
    let flip =
      layer.isGeometryFlipped ? TransformMatrix.flip(height: geometry.height) : .identity
    return flip.concatenating(
      .translation(x: -anchorPoint.x * geometry.width, y: -anchorPoint.y * geometry.height)
    ).concatenating(.scale(x: scale.x, y: scale.y)).concatenating(.rotation(degrees: rotation))
      .concatenating(transform)
      .concatenating(.translation(x: geometry.x + offset.x, y: geometry.y + offset.y))
  }

  /// From the coordinates of the layers in the layer to the layer, whose corner is the origin.
  var sublayerMatrix: TransformMatrix {
    sublayerTransform.about(x: anchorPoint.x * geometry.width, y: anchorPoint.y * geometry.height)
      .concatenating(scroll)
  }

  /// From the coordinates of the layer to those whose origin is the layer's corner.
  var scroll: TransformMatrix { .translation(x: -origin.x, y: -origin.y) }
}

extension TransformMatrix {
  /// The transform that turns an area of a height upside down.
  package static func flip(height: Double) -> TransformMatrix {
    TransformMatrix(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
  }
}

extension LayerState {
  /// The value of a property; `nil` if the layer does not have it, or if it belongs to ``geometry``.
  subscript(property: LayerProperty) -> LayerValue? {
    get {
      switch property {
      case .opacity: .number(opacity)
      case .zPosition: .number(zPosition)
      case .anchorPoint: .point(anchorPoint)
      case .offset: .point(offset)
      case .offsetX: .number(offset.x)
      case .offsetY: .number(offset.y)
      case .scale: .point(scale)
      case .scaleX: .number(scale.x)
      case .scaleY: .number(scale.y)
      case .rotation: .number(rotation)
      case .transform: .matrix(transform)
      case .sublayerTransform: .matrix(sublayerTransform)
      case .origin: .point(origin)
      case .originX: .number(origin.x)
      case .originY: .number(origin.y)
      case .hidden: .flag(isHidden)
      case .background: .color(background ?? Color(red: 0, green: 0, blue: 0, alpha: 0))
      case .cornerRadius: .number(cornerRadius)
      case .borderWidth: .number(border?.width ?? 0)
      case .borderColor: .color(border?.color ?? .black)
      case .shadowOffset: .point((shadow ?? LayerShadow()).offset)
      case .shadowRadius: .number((shadow ?? LayerShadow()).radius)
      case .shadowOpacity: .number(shadow?.opacity ?? 0)
      case .shadowColor: .color((shadow ?? LayerShadow()).color)
      default: content[property]
      }
    }
    set {
      switch (property, newValue) {
      case (.opacity, .number(let number)?): opacity = number
      case (.zPosition, .number(let number)?): zPosition = number
      case (.anchorPoint, .point(let point)?): anchorPoint = point
      case (.offset, .point(let point)?): offset = point
      case (.offsetX, .number(let number)?): offset.x = number
      case (.offsetY, .number(let number)?): offset.y = number
      case (.scale, .point(let point)?): scale = point
      case (.scaleX, .number(let number)?): scale.x = number
      case (.scaleY, .number(let number)?): scale.y = number
      case (.rotation, .number(let number)?): rotation = number
      case (.transform, .matrix(let matrix)?): transform = matrix
      case (.sublayerTransform, .matrix(let matrix)?): sublayerTransform = matrix
      case (.origin, .point(let point)?): origin = point
      case (.originX, .number(let number)?): origin.x = number
      case (.originY, .number(let number)?): origin.y = number
      case (.hidden, .flag(let flag)?): isHidden = flag
      case (.background, .color(let color)?): background = color
      case (.cornerRadius, .number(let number)?): cornerRadius = number
      case (.borderWidth, .number(let number)?):
        change(&border, LayerBorder(width: 0)) { $0.width = number }
      case (.borderColor, .color(let color)?):
        change(&border, LayerBorder(width: 0)) { $0.color = color }
      case (.shadowOffset, .point(let point)?): changeShadow { $0.offset = point }
      case (.shadowRadius, .number(let number)?): changeShadow { $0.radius = number }
      case (.shadowOpacity, .number(let number)?): changeShadow { $0.opacity = number }
      case (.shadowColor, .color(let color)?): changeShadow { $0.color = color }
      default: content[property] = newValue
      }
    }
  }

  private mutating func changeShadow(_ body: (inout LayerShadow) -> Void) {
    change(&shadow, LayerShadow(opacity: 0), body)
  }

  /// Changes a value that may be missing, and is then invisible.
  private func change<Value>(
    _ value: inout Value?, _ missing: Value, _ body: (inout Value) -> Void
  ) {
    var changed = value ?? missing
    body(&changed)
    value = changed
  }
}
