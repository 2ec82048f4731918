import Cutaway
import CutawayKeyframes
import CutawayModel
import CutawayOverlays
import CutawayTime

/// Translates a tree of Core Animation's layers into one of the model.
///
/// The model's origin is at the top left of each layer, with y downwards. Core Animation's y grows upwards
/// in a layer, unless an odd number of layers from it to the root is flipped.
struct LayerTranslation {
  /// The size of the picture.
  let size: CGSize
  /// The layers that show the picture.
  let pictures: [CALayer]
  /// The images of the tree.
  private(set) var assets: [Asset] = []

  init(size: CGSize, pictures: [CALayer]) { (self.size, self.pictures) = (size, pictures) }

  /// The coordinates in which a layer lies.
  struct Space {
    /// The bounds of the layer around.
    var bounds: CGRect
    /// Whether y grows downwards in it.
    var isFlipped: Bool

    /// The sign of y against that of the model.
    var sign: Double { isFlipped ? 1 : -1 }

    /// A place of the space in that of the model.
    func place(_ point: CGPoint) -> Point {
      Point(x: x(Double(point.x)), y: y(Double(point.y)))
    }

    func x(_ x: Double) -> Double { x - Double(bounds.minX) }

    func y(_ y: Double) -> Double {
      isFlipped ? y - Double(bounds.minY) : Double(bounds.maxY) - y
    }

    /// A transform of the space in that of the model, about the same point.
    func matrix(_ transform: CGAffineTransform) -> TransformMatrix {
      var matrix = transform.matrix
      if !isFlipped { (matrix.b, matrix.c, matrix.ty) = (-matrix.b, -matrix.c, -matrix.ty) }
      return matrix
    }
  }

  /// The outermost layer, in a space of the picture's size with the origin at the bottom left.
  mutating func root(_ layer: CALayer) -> OverlayLayer {
    for picture in pictures where !contains(picture, in: layer) {
      Log.warnOnce(
        "a video layer of the animation tool is not in its tree: the picture is not shown there")
    }
    return translate(
      layer, in: Space(bounds: CGRect(origin: .zero, size: size), isFlipped: false))
  }

  private func contains(_ layer: CALayer, in root: CALayer) -> Bool {
    root === layer || (root.sublayers ?? []).contains { contains(layer, in: $0) }
  }

  /// A layer with all layers in it.
  mutating func translate(_ layer: CALayer, in around: Space) -> OverlayLayer {
    layer.layoutIfNeeded()
    layer.displayIfNeeded()
    let own = Space(
      bounds: layer.bounds, isFlipped: around.isFlipped != layer.isGeometryFlipped)
    var result = OverlayLayer(id: layer.name, content(of: layer, own))
    setPlace(of: layer, in: around, own, &result)
    setLook(of: layer, own, &result)
    setTime(of: layer, &result)
    result.layers = (layer.sublayers ?? []).map { translate($0, in: own) }
    if let mask = layer.mask { result.mask = [translate(mask, in: own)] }
    if let replicator = layer as? CAReplicatorLayer { replicate(replicator, own, &result) }
    for animation in layer.allAnimations {
      result.animations += animations(animation, of: layer, around, own, groups: [])
    }
    let sublayerMatrix = own.matrix(layer.sublayerTransform.affine)
    result.sublayerTransform = sublayerMatrix
    return result
  }

  // MARK: Geometry

  private func setPlace(
    of layer: CALayer, in around: Space, _ own: Space, _ result: inout OverlayLayer
  ) {
    let place = around.place(layer.position)
    result.position = .point(x: .pixels(place.x), y: .pixels(place.y))
    result.width = .pixels(Double(layer.bounds.width))
    result.height = .pixels(Double(layer.bounds.height))
    result.anchorPoint = anchor(layer.anchorPoint, own)
    result.zPosition = Double(layer.zPosition)
    if layer.transform.hasPerspective {
      Log.warnOnce("the perspective of a layer's transform (m34) is not drawn")
    }
    let matrix = around.matrix(layer.transform.affine)
    if matrix == .identity { return }
    // Animations of single components need scale, rotation and displacement apart.
    guard !animates(layer, "transform"), let parts = TransformParts(matrix) else {
      result.transform = matrix
      return
    }
    if parts.scale != Point(x: 1, y: 1) { result.scale = AnimatedValue(parts.scale) }
    if parts.degrees != 0 { result.rotation = AnimatedValue(parts.degrees) }
    if parts.offset != Point(x: 0, y: 0) { result.offset = AnimatedValue(parts.offset) }
  }

  func anchor(_ point: CGPoint, _ own: Space) -> Point {
    Point(x: Double(point.x), y: own.isFlipped ? Double(point.y) : 1 - Double(point.y))
  }

  // MARK: Look

  private mutating func setLook(of layer: CALayer, _ own: Space, _ result: inout OverlayLayer) {
    if layer.opacity != 1 {
      result.opacity = AnimatedValue(Double(min(max(layer.opacity, 0), 1)))
    }
    result.isHidden = layer.isHidden
    result.background = layer.backgroundColor.map { Color($0) }
    result.cornerRadius = Double(max(0, layer.cornerRadius))
    if layer.borderWidth > 0, let color = layer.borderColor {
      result.border = LayerBorder(width: Double(layer.borderWidth), color: Color(color))
    }
    if layer.shadowOpacity > 0 || animates(layer, "shadowOpacity"), let color = layer.shadowColor {
      result.shadow = LayerShadow(
        offset: Point(
          x: Double(layer.shadowOffset.width), y: own.sign * Double(layer.shadowOffset.height)),
        radius: Double(max(0, layer.shadowRadius)), opacity: Double(layer.shadowOpacity),
        color: Color(color))
    }
    // The bitmap of a text is as large as its layer.
    result.masksToBounds = layer.masksToBounds || layer is CATextLayer && layer.sublayers == nil
    if layer.compositingFilter != nil || layer.filters != nil || layer.backgroundFilters != nil {
      Log.warnOnce("filters of layers are not drawn (layer \(layer.name ?? "without a name"))")
    }
    if layer.maskedCorners.rawValue != 15, layer.cornerRadius > 0 {
      Log.warnOnce("maskedCorners is not drawn: all corners are round")
    }
  }

  private func animates(_ layer: CALayer, _ path: String) -> Bool {
    layer.allAnimations.contains { ($0 as? CAPropertyAnimation)?.keyPath == path }
  }

  // MARK: Time

  private func setTime(of layer: CALayer, _ result: inout OverlayLayer) {
    let begin = MediaTime(layerSeconds: layer.beginTime)
    let isEndless = !layer.duration.isFinite || layer.duration >= 1e6
    (result.speed, result.timeOffset) = (
      Double(layer.speed), MediaTime(layerSeconds: layer.timeOffset)
    )
    if begin == .zero, isEndless { return }
    let holds = [CAMediaTimingFillMode.forwards, .both].contains(layer.fillMode)
    let end =
      isEndless || holds
      ? MediaTime(1_000_000) : begin + MediaTime(layerSeconds: max(0, layer.duration))
    result.range = TimeRange(start: begin, end: max(begin, end))
  }

  // MARK: Content

  private mutating func content(of layer: CALayer, _ own: Space) -> LayerContent {
    if pictures.contains(where: { $0 === layer }) {
      return .video(gravity(layer.contentsGravity, own))
    }
    switch layer {
    case let layer as CATextLayer: return layer.text.map { .text($0) } ?? .box
    case let layer as CAShapeLayer: return shape(of: layer, own).map { .shape($0) } ?? .box
    case let layer as CAGradientLayer: return gradient(of: layer, own).map { .gradient($0) } ?? .box
    case let layer as CAEmitterLayer: return emitter(of: layer, own).map { .emitter($0) } ?? .box
    default: return image(layer.contents, of: layer, own).map { .image($0) } ?? .box
    }
  }

  /// The image of contents; `nil` without one.
  private mutating func image(_ contents: Any?, of layer: CALayer, _ own: Space) -> LayerImage? {
    let first = contents ?? firstContents(of: layer)
    let image = first.flatMap { CGImage(contents: $0) } ?? drawing(of: layer)
    guard let location = image?.location else { return nil }
    var result = LayerImage(
      asset: asset(at: location).id.description, gravity: gravity(layer.contentsGravity, own))
    result.contentsRect = part(layer.contentsRect, own)
    result.contentsCenter = part(layer.contentsCenter, own)
    result.scale = Double(max(layer.contentsScale, 0.01))
    return result
  }

  /// The first image of an animation of the contents, for layers without contents of their own.
  private func firstContents(of layer: CALayer) -> Any? {
    layer.allAnimations.lazy.compactMap { $0 as? CAKeyframeAnimation }
      .first { $0.keyPath == "contents" }?.values?.first
  }

  /// A part of an image, from the top left.
  func part(_ area: CGRect, _ own: Space) -> Rectangle {
    var part = Rectangle(area)
    if !own.isFlipped { part.y = 1 - part.y - part.height }
    return part
  }

  /// What a subclass draws; `nil` if it draws nothing.
  private func drawing(of layer: CALayer) -> CGImage? {
    let size = layer.bounds.size, scale = max(1, layer.contentsScale)
    let isOwn = type(of: layer) != CALayer.self && !(layer is CATransformLayer)
    guard isOwn || layer.delegate != nil, size.width >= 1, size.height >= 1,
      let context = unsafe CGContext(
        data: nil, width: Int(size.width * scale), height: Int(size.height * scale),
        bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else { return nil }
    context.scaleBy(x: scale, y: scale)
    layer.draw(in: context)
    guard let image = context.makeImage(), image.pixels.contains(where: { $0 != 0 }) else {
      return nil
    }
    return image
  }

  mutating func asset(at location: String) -> Asset {
    if let known = assets.first(where: { $0.location == location }) { return known }
    let name = location.hasPrefix("data:") ? "image-\(assets.count + 1)" : location
    let asset = Asset(id: Asset.ID(name), location: location)
    assets.append(asset)
    return asset
  }

  /// A gravity of the model; bottom is the smallest y.
  private func gravity(_ gravity: CALayerContentsGravity, _ own: Space) -> LayerImage.Gravity {
    var name = gravity.rawValue
    if own.isFlipped {
      name =
        name.hasPrefix("top")
        ? name.replacing("top", with: "bottom") : name.replacing("bottom", with: "top")
    }
    return LayerImage.Gravity(rawValue: name) ?? .resize
  }

  private func shape(of layer: CAShapeLayer, _ own: Space) -> LayerShape? {
    guard let path = layer.path else { return nil }
    let dashes = layer.lineDashPattern?.map(\.doubleValue) ?? []
    let stroke = layer.strokeColor.map { color in
      LayerShape.Stroke(
        color: Color(color), width: Double(layer.lineWidth), start: Double(layer.strokeStart),
        end: Double(layer.strokeEnd), cap: .init(rawValue: layer.lineCap.rawValue) ?? .butt,
        join: .init(rawValue: layer.lineJoin.rawValue) ?? .miter, dash: dashes,
        dashPhase: Double(layer.lineDashPhase), miterLimit: Double(layer.miterLimit))
    }
    var shape = LayerShape(
      .path(svg(path, own)), fill: layer.fillColor.map { Color($0) }, stroke: stroke)
    shape.isEvenOdd = layer.fillRule == .evenOdd
    return shape
  }

  /// A path in the model's coordinates.
  func svg(_ path: CGPath, _ own: Space) -> String {
    let zero = own.place(.zero)
    return path.svg(
      CGAffineTransform(
        a: 1, b: 0, c: 0, d: CGFloat(own.sign), tx: CGFloat(zero.x), ty: CGFloat(zero.y)))
  }

  private func gradient(of layer: CAGradientLayer, _ own: Space) -> LayerGradient? {
    let colors = (layer.colors ?? []).compactMap { CGColor(value: $0) }.map { Color($0) }
    guard colors.count > 1 else { return nil }
    let kind: LayerGradient.Kind =
      layer.type == .radial ? .radial : layer.type == .conic ? .conic : .axial
    return LayerGradient(
      colors: colors, locations: layer.locations?.map(\.doubleValue) ?? [], kind: kind,
      from: anchor(layer.startPoint, own), to: anchor(layer.endPoint, own))
  }

  private mutating func emitter(of layer: CAEmitterLayer, _ own: Space) -> LayerEmitter? {
    let cells = (layer.emitterCells ?? []).filter { $0.isEnabled }.compactMap { cell in
      self.cell(cell, of: layer, own)
    }
    if cells.isEmpty { return nil }
    let shape: LayerEmitter.Shape =
      switch layer.emitterShape {
      case .line: .line
      case .rectangle, .cuboid: .rectangle
      case .circle, .sphere: .circle
      default: .point
      }
    return LayerEmitter(shape: shape, cells: cells, seed: Int(layer.seed))
  }

  private mutating func cell(
    _ cell: CAEmitterCell, of layer: CAEmitterLayer, _ own: Space
  ) -> LayerEmitter.Cell? {
    guard let image = cell.contents.flatMap({ CGImage(contents: $0) }),
      let location = image.location
    else { return nil }
    func range(_ value: Double, _ range: Double, _ factor: Double = 1) -> ClosedRange<Double> {
      let half = abs(range) / 2
      return max(0, (value - half) * factor)...max(0, (value + half) * factor)
    }
    func signed(_ value: Double, _ range: Double) -> ClosedRange<Double> {
      (value - abs(range) / 2)...(value + abs(range) / 2)
    }
    var particle = OverlayLayer(.image(LayerImage(asset: asset(at: location).id.description)))
    particle.width = .pixels(Double(image.width) / Double(max(cell.contentsScale, 0.01)))
    particle.height = .pixels(Double(image.height) / Double(max(cell.contentsScale, 0.01)))
    let life = range(
      Double(cell.lifetime), Double(cell.lifetimeRange), Double(layer.lifetime))
    var result = LayerEmitter.Cell(
      particle, rate: Double(cell.birthRate * layer.birthRate), lifetime: life)
    let turn = 180 / Double.pi, angle = own.sign * Double(cell.emissionLongitude) * turn
    result.direction = signed(angle, Double(cell.emissionRange) * turn)
    result.velocity = range(
      Double(cell.velocity), Double(cell.velocityRange), Double(layer.velocity))
    result.acceleration = Point(
      x: Double(cell.xAcceleration), y: own.sign * Double(cell.yAcceleration))
    result.scale = range(Double(cell.scale), Double(cell.scaleRange), Double(layer.scale))
    result.scaleSpeed = Double(cell.scaleSpeed)
    result.spin = signed(
      own.sign * Double(cell.spin) * turn * Double(layer.spin), Double(cell.spinRange) * turn)
    let alpha = Double(cell.color?.alpha ?? 1), half = Double(cell.alphaRange) / 2
    result.opacity = max(0, min(1, alpha - half))...max(0, min(1, alpha + half))
    result.opacitySpeed = Double(cell.alphaSpeed)
    if let end = cell.duration.isFinite ? cell.beginTime + cell.duration : nil {
      result.range = TimeRange(
        start: MediaTime(layerSeconds: cell.beginTime), end: MediaTime(layerSeconds: end))
    }
    return result
  }

  private func replicate(
    _ layer: CAReplicatorLayer, _ own: Space, _ result: inout OverlayLayer
  ) {
    // The sublayers are copied, about the centre of the layer; its own background is not.
    guard let parts = TransformParts(own.matrix(layer.instanceTransform.affine)) else {
      return Log.warnOnce("an instanceTransform with shear is not drawn")
    }
    var group = OverlayLayer(.box)
    group.layers = result.layers
    group.copies = LayerCopies(
      count: max(0, layer.instanceCount), offset: parts.offset, rotation: parts.degrees,
      scale: parts.scale, opacity: max(0, 1 + Double(layer.instanceAlphaOffset)),
      delay: MediaTime(layerSeconds: layer.instanceDelay))
    result.layers = [group]
  }
}

/// A transform as scale, rotation and displacement, in this order; `nil` if it has shear.
struct TransformParts {
  let scale: Point
  let degrees: Double
  let offset: Point

  init?(_ matrix: TransformMatrix) {
    let angle = atan2(matrix.b, matrix.a), (sine, cosine) = (sin(angle), cos(angle))
    // What remains after the rotation is undone.
    let x = matrix.a * cosine + matrix.b * sine
    let (shear, y) = (matrix.c * cosine + matrix.d * sine, matrix.d * cosine - matrix.c * sine)
    guard abs(shear) < 1e-9 * max(1, abs(y)) else { return nil }
    scale = Point(x: x, y: y)
    degrees = angle * 180 / .pi
    offset = Point(x: matrix.tx, y: matrix.ty)
  }
}

extension MediaTime {
  /// Seconds of a layer or an animation, rounded to nanoseconds; 1e-100 is 0.
  init(layerSeconds seconds: Double) {
    guard seconds.isFinite else {
      self = MediaTime(seconds < 0 ? -1_000_000 : 1_000_000)
      return
    }
    self.init(nanoseconds: Int64((min(max(seconds, -1e6), 1e6) * 1e9).rounded()))
  }
}

extension CGImage {
  /// The image of a layer's contents: a `CGImage`, or an image of UIKit or AppKit.
  convenience init?(contents: Any) {
    let image = contents as? CGImage ?? (contents as? any CGImageConvertible)?.cgImage
    guard let image else { return nil }
    self.init(width: image.width, height: image.height, pixels: image.pixels, file: image.file)
  }
}

extension CGColor {
  /// The colour of a value: a `CGColor`, or a colour of UIKit or AppKit; `nil` for others.
  convenience init?(value: Any) {
    let color = value as? CGColor ?? (value as? any CGColorConvertible)?.cgColor
    guard let color else { return nil }
    let (red, green, blue, alpha) = color.rgba
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }
}
