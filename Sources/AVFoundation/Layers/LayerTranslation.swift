import Cutaway
import CutawayApple
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
  /// The assets of images in memory.
  private var stills: [StillImage: Asset] = [:]
  /// By what colours of layers are multiplied: red, green, blue.
  var tint = (red: 1.0, green: 1.0, blue: 1.0)

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
  ///
  /// - Returns: The layer; if no layer shows the picture, there is black below it.
  mutating func root(_ layer: CALayer) -> [OverlayLayer] {
    let root = translate(
      layer, in: Space(bounds: CGRect(origin: .zero, size: size), isFlipped: false))
    if pictures.isEmpty || pictures.contains(where: { contains($0, in: layer) }) { return [root] }
    Log.warnOnce("no video layer of the animation tool is in its tree: the picture is not shown")
    var black = OverlayLayer(.box)
    (black.width, black.height) = (.pixels(Double(size.width)), .pixels(Double(size.height)))
    (black.anchorPoint, black.background) = (Point(x: 0, y: 0), .black)
    black.position = .point(x: .pixels(0), y: .pixels(0))
    return [black, root]
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
    if let replicator = layer as? CAReplicatorLayer {
      result.layers = copies(of: replicator, own)
    } else {
      result.layers = (layer.sublayers ?? []).map { translate($0, in: own) }
    }
    if let emitter = layer as? CAEmitterLayer, let source = source(of: emitter, own) {
      result.layers.insert(source, at: 0)
    }
    if let mask = layer.mask { result.mask = [translate(mask, in: own)] }
    for animation in layer.allAnimations {
      result.animations += animations(animation, of: layer, around, own, groups: [])
      result.layers.insert(contentsOf: fadings(animation, of: layer, own, groups: []), at: 0)
    }
    let sublayerMatrix = own.matrix(layer.sublayerTransform.affine)
    result.sublayerTransform = sublayerMatrix
    // What shows the picture has nothing below it.
    if !result.showsPicture { result.blending = layer.blending ?? .normal }
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
    result.background = layer.backgroundColor.map { color($0) }
    result.cornerRadius = Double(max(0, layer.cornerRadius))
    if layer.borderWidth > 0, let color = layer.borderColor {
      result.border = LayerBorder(width: Double(layer.borderWidth), color: self.color(color))
    }
    // What masks to its bounds clips its own shadow, too.
    if layer.shadowOpacity > 0 || animates(layer, "shadowOpacity"), !layer.masksToBounds,
      let color = layer.shadowColor
    {
      result.shadow = LayerShadow(
        offset: Point(
          x: Double(layer.shadowOffset.width), y: own.sign * Double(layer.shadowOffset.height)),
        radius: Double(max(0, layer.shadowRadius)), opacity: Double(layer.shadowOpacity),
        color: Color(color))
    }
    // The bitmap of a text is as large as its layer.
    result.masksToBounds = layer.masksToBounds || layer is CATextLayer && layer.sublayers == nil
    layer.settingsWithoutEffect.forEach(Log.warnOnce)
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
    case let layer as CATextLayer:
      if let drawn = ownDrawing(of: layer) {
        let image = isTinted ? drawn?.multiplied(by: tint) : drawn
        return image.map { .image(self.image($0, layer, own)) } ?? .box
      }
      guard var text = layer.text else { return .box }
      if isTinted { text.tint { color($0) } }
      return .text(text)
    case let layer as CAShapeLayer: return shape(of: layer, own).map { .shape($0) } ?? .box
    case let layer as CAGradientLayer: return gradient(of: layer, own).map { .gradient($0) } ?? .box
    case is CAEmitterLayer: return .box
    default: return image(layer.contents, of: layer, own).map { .image($0) } ?? .box
    }
  }

  /// The image of contents; `nil` without one.
  mutating func image(_ contents: Any?, of layer: CALayer, _ own: Space) -> LayerImage? {
    let first = contents ?? firstContents(of: layer)
    var image = first.flatMap { CGImage(contents: $0) } ?? drawing(of: layer)
    if isTinted { image = image?.multiplied(by: tint) }
    return image.map { self.image($0, layer, own) }
  }

  /// An image as the contents of a layer.
  private mutating func image(_ image: CGImage, _ layer: CALayer, _ own: Space) -> LayerImage {
    var image = image
    let factor =
      layer.magnificationFilter == .nearest
      ? image.enlargement(for: layer.bounds.size, part: layer.contentsRect) : 1
    if factor > 1 { image = image.enlarged(by: factor) }
    var result = LayerImage(
      asset: asset(of: image).id.description, gravity: gravity(layer.contentsGravity, own))
    result.contentsRect = part(layer.contentsRect, own)
    result.contentsCenter = part(layer.contentsCenter, own)
    result.scale = Double(max(layer.contentsScale, 0.01)) * Double(factor)
    return result
  }

  /// Whether colours are multiplied.
  private var isTinted: Bool { tint != (1, 1, 1) }

  /// A colour as copies of a replicator multiply it.
  func color(_ color: CGColor) -> Color { self.color(Color(color)) }

  private func color(_ color: Color) -> Color {
    guard isTinted else { return color }
    func part(_ value: UInt8, _ factor: Double) -> UInt8 {
      UInt8(min(max(Double(value) * factor, 0), 255).rounded())
    }
    return Color(
      red: part(color.red, tint.red), green: part(color.green, tint.green),
      blue: part(color.blue, tint.blue), alpha: color.alpha)
  }

  /// The first image of an animation of the contents, for layers without contents of their own.
  private func firstContents(of layer: CALayer) -> Any? {
    firstValue(of: "contents", in: layer)
  }

  /// The first value of an animation, for layers without a value of their own.
  private func firstValue(of path: String, in layer: CALayer) -> Any? {
    for case let animation as CAPropertyAnimation in layer.allAnimations
    where animation.keyPath == path {
      let keyframes = (animation as? CAKeyframeAnimation)?.values?.first
      let basic = animation as? CABasicAnimation
      if let value = keyframes ?? basic?.fromValue ?? basic?.toValue { return value }
    }
    return nil
  }

  /// A part of an image, from the top left.
  func part(_ area: CGRect, _ own: Space) -> Rectangle {
    var part = Rectangle(area)
    if !own.isFlipped { part.y = 1 - part.y - part.height }
    return part
  }

  /// What a subclass of a text layer draws; `nil` if that is only the text.
  private func ownDrawing(of layer: CATextLayer) -> CGImage?? {
    if type(of: layer) == CATextLayer.self { return nil }
    let own = picture(of: layer) { layer.draw(in: $0) }
    let text = picture(of: layer) { layer.drawText(in: $0) }
    return own == text ? nil : .some(own)
  }

  /// What a subclass draws; `nil` if it draws nothing.
  private func drawing(of layer: CALayer) -> CGImage? {
    let isOwn = type(of: layer) != CALayer.self && !(layer is CATransformLayer)
    guard isOwn || layer.delegate != nil else { return nil }
    return picture(of: layer) { layer.draw(in: $0) }
  }

  /// What is drawn into the bitmap of a layer; `nil` if that is nothing.
  private func picture(of layer: CALayer, _ draw: (CGContext) -> Void) -> CGImage? {
    let size = layer.bounds.size, scale = max(1, layer.contentsScale)
    guard size.width >= 1, size.height >= 1,
      let context = unsafe CGContext(
        data: nil, width: Int(size.width * scale), height: Int(size.height * scale),
        bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else { return nil }
    if layer.contentsAreFlipped() {
      context.translateBy(x: 0, y: CGFloat(context.height))
      context.scaleBy(x: 1, y: -1)
    }
    context.scaleBy(x: scale, y: scale)
    context.translateBy(x: -layer.bounds.minX, y: -layer.bounds.minY)
    draw(context)
    guard let image = context.makeImage(), image.pixels.contains(where: { $0 != 0 }) else {
      return nil
    }
    return image
  }

  /// The asset of an image: its file, or its pixels.
  mutating func asset(of image: CGImage) -> Asset {
    if let location = image.location {
      if let known = assets.first(where: { $0.location == location }) { return known }
      assets.append(Asset(id: Asset.ID(location), location: location))
    } else {
      let still = StillImage(
        size: PixelSize(width: image.width, height: image.height), pixels: image.pixels)
      if let known = stills[still] { return known }
      let asset = Asset(id: Asset.ID("image-\(assets.count + 1)"), image: still)
      stills[still] = asset
      assets.append(asset)
    }
    return assets[assets.count - 1]
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
    // Without a path, only its animation is seen.
    let own =
      layer.path.map { svg($0, own) } ?? (firstValue(of: "path", in: layer) == nil ? nil : "M0 0")
    guard let path = own else { return nil }
    let dashes = layer.lineDashPattern?.map(\.doubleValue) ?? []
    let stroke = layer.strokeColor.map { color in
      LayerShape.Stroke(
        color: self.color(color), width: Double(layer.lineWidth), start: Double(layer.strokeStart),
        end: Double(layer.strokeEnd), cap: .init(rawValue: layer.lineCap.rawValue) ?? .butt,
        join: .init(rawValue: layer.lineJoin.rawValue) ?? .miter, dash: dashes,
        dashPhase: Double(layer.lineDashPhase), miterLimit: Double(layer.miterLimit))
    }
    var shape = LayerShape(
      .path(path), fill: layer.fillColor.map { color($0) }, stroke: stroke)
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
    var colors = (layer.colors ?? []).compactMap { CGColor(value: $0) }.map { color($0) }
    var locations = layer.locations?.map(\.doubleValue) ?? []
    guard colors.count > 1, locations.isEmpty || locations.count == colors.count else { return nil }
    if isMirrored(layer, own) {
      colors.reverse()
      locations = locations.reversed().map { 1 - $0 }
    }
    let kind: LayerGradient.Kind =
      layer.type == .radial ? .radial : layer.type == .conic ? .conic : .axial
    return LayerGradient(
      colors: colors, locations: locations, kind: kind,
      from: anchor(layer.startPoint, own), to: anchor(layer.endPoint, own))
  }

  /// Whether a conic gradient turns against the model's direction, which is that of y downwards.
  func isMirrored(_ layer: CALayer, _ own: Space) -> Bool {
    (layer as? CAGradientLayer)?.type == .conic && !own.isFlipped
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
