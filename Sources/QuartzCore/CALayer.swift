/// A layer of a tree over a picture.
///
/// In an export, the origin is at the bottom left, and y grows upwards, unless the root layer is
/// geometry-flipped. The tree is read when the export starts.
open class CALayer: NSObject, CAMediaTiming {
  // MARK: Time
  open var beginTime: CFTimeInterval = 0
  open var duration: CFTimeInterval = .infinity
  open var speed: Float = 1
  open var timeOffset: CFTimeInterval = 0
  open var repeatCount: Float = 0
  open var repeatDuration: CFTimeInterval = 0
  open var autoreverses = false
  open var fillMode = CAMediaTimingFillMode.removed

  // MARK: Geometry
  /// The area in the layer's own coordinates; its origin displaces the sublayers.
  open var bounds = CGRect.zero {
    didSet { bounds = bounds.standardized }
  }
  /// Where the anchor point lies in the superlayer.
  open var position = CGPoint.zero
  /// The point of the bounds at the position, 0…1.
  open var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  /// The depth of the anchor point; not drawn.
  open var anchorPointZ: CGFloat = 0
  /// The order among siblings, the smallest is the lowest.
  open var zPosition: CGFloat = 0
  /// The transform about the anchor point.
  open var transform = CATransform3D.identity
  /// A transform of all sublayers about the anchor point.
  open var sublayerTransform = CATransform3D.identity
  /// Whether y grows downwards in the layer.
  open var isGeometryFlipped = false
  /// The smallest upright rectangle around the transformed bounds, in the superlayer.
  ///
  /// Setting it sets position and the size of the bounds.
  open var frame: CGRect {
    get {
      let size = bounds.size
      let corner = CGPoint(x: -anchorPoint.x * size.width, y: -anchorPoint.y * size.height)
      return CGRect(origin: corner, size: size).applying(transform.affine)
        .offsetBy(dx: position.x, dy: position.y)
    }
    set {
      let frame = newValue.standardized
      // The sides of the bounds whose transformed box has the size of the frame.
      let matrix = transform.affine,
        turned = CGSize(width: abs(matrix.a), height: abs(matrix.d))
      let isUpright = matrix.b == 0 && matrix.c == 0 && turned.width > 0 && turned.height > 0
      bounds.size =
        isUpright
        ? CGSize(width: frame.width / turned.width, height: frame.height / turned.height)
        : frame.size
      let box = CGRect(
        origin: CGPoint(
          x: -anchorPoint.x * bounds.width, y: -anchorPoint.y * bounds.height), size: bounds.size
      ).applying(matrix)
      position = CGPoint(x: frame.minX - box.minX, y: frame.minY - box.minY)
    }
  }

  // MARK: Tree
  /// The layer around it.
  public private(set) weak var superlayer: CALayer?
  private var children: [CALayer]?
  private var maskLayer: CALayer?
  /// The layers in it, from the back to the front.
  open var sublayers: [CALayer]? {
    get { children }
    set {
      for layer in children ?? [] { layer.superlayer = nil }
      children = newValue
      for layer in newValue ?? [] { layer.superlayer = self }
    }
  }
  /// A layer whose alpha is that of this layer, in the coordinates of the bounds.
  open var mask: CALayer? {
    get { maskLayer }
    set {
      maskLayer?.superlayer = nil
      maskLayer = newValue
      newValue?.superlayer = self
    }
  }
  /// Whether the layer clips its contents and its sublayers to its bounds.
  open var masksToBounds = false
  /// What the program keeps under keys of its own.
  var values: [String: Any] = [:]
  /// A name, for messages.
  open var name: String?
  /// A delegate; exports do not call it.
  open weak var delegate: (any CALayerDelegate)?

  // MARK: Contents
  /// An image: a `CGImage`.
  open var contents: Any?
  /// How the contents fill the bounds.
  open var contentsGravity = CALayerContentsGravity.resize
  /// The pixels of the contents for one of the layer.
  open var contentsScale: CGFloat = 1
  /// The visible part of the contents, 0…1.
  open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// The part of the contents that is stretched, 0…1.
  open var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// How the contents are made smaller.
  open var minificationFilter = CALayerContentsFilter.linear
  /// How the contents are made larger.
  open var magnificationFilter = CALayerContentsFilter.linear
  /// A hint.
  open var isOpaque = false
  /// Whether a new size draws the contents again.
  open var needsDisplayOnBoundsChange = false

  // MARK: Look
  /// The colour of the bounds.
  open var backgroundColor: CGColor?
  /// The radius of the corners of background and border.
  open var cornerRadius: CGFloat = 0
  /// The corners that are round.
  open var maskedCorners: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
  /// The form of corners; drawn as circles.
  open var cornerCurve = CALayerCornerCurve.circular
  /// The thickness of the border, inside the bounds.
  open var borderWidth: CGFloat = 0
  /// The colour of the border.
  open var borderColor: CGColor? = .black
  /// The opacity of the layer with its sublayers.
  open var opacity: Float = 1
  /// Whether the layer and its sublayers are invisible.
  open var isHidden = false
  /// Whether the back is visible.
  open var isDoubleSided = true
  /// Whether the layer and its sublayers fade as one.
  open var allowsGroupOpacity = true
  /// Filters; not drawn.
  open var filters: [Any]?
  /// The name of a blend mode, such as `multiplyBlendMode`; another filter is not drawn.
  open var compositingFilter: Any?
  /// Filters of what lies below; not drawn.
  open var backgroundFilters: [Any]?
  /// A hint.
  open var shouldRasterize = false
  /// The scale of ``shouldRasterize``.
  open var rasterizationScale: CGFloat = 1
  /// Whether edges are smooth; they always are.
  open var allowsEdgeAntialiasing = true
  /// The colour of the shadow.
  open var shadowColor: CGColor? = .black
  /// The opacity of the shadow.
  open var shadowOpacity: Float = 0
  /// The displacement of the shadow.
  open var shadowOffset = CGSize(width: 0, height: -3)
  /// The standard deviation of the shadow.
  open var shadowRadius: CGFloat = 3
  /// The form of the shadow; that of the layer without one.
  open var shadowPath: CGPath?
  /// Values for unknown keys; without effect.
  open var style: [AnyHashable: Any]?
  /// Actions; without effect.
  open var actions: [String: any CAAction]?

  // MARK: Animations
  private var animations: [(key: String?, animation: CAAnimation)] = []

  /// Creates a layer without size.
  public override init() {}

  /// Creates a copy of a layer's values, without its sublayers.
  public init(layer: Any) {
    super.init()
    guard let layer = layer as? CALayer else { return }
    (bounds, position, anchorPoint, zPosition) = (
      layer.bounds, layer.position, layer.anchorPoint, layer.zPosition
    )
    (transform, opacity, isHidden) = (layer.transform, layer.opacity, layer.isHidden)
    (contents, contentsGravity, backgroundColor) = (
      layer.contents, layer.contentsGravity, layer.backgroundColor
    )
    (cornerRadius, borderWidth, borderColor) = (
      layer.cornerRadius, layer.borderWidth, layer.borderColor
    )
  }

  /// No layer is read from an archive.
  public required init?(coder: NSCoder) { nil }

  /// Adds a copy of an animation; one with the same key is replaced.
  open func add(_ anim: CAAnimation, forKey key: String?) {
    let copy = anim.copy() as? CAAnimation ?? anim
    if copy.duration <= 0 { copy.duration = CATransaction.animationDuration() }
    if let key, let index = animations.firstIndex(where: { $0.key == key }) {
      animations.remove(at: index)
    }
    animations.append((key, copy))
  }

  /// Removes an animation.
  open func removeAnimation(forKey key: String) { animations.removeAll { $0.key == key } }

  /// Removes all animations.
  open func removeAllAnimations() { animations = [] }

  /// The keys of the animations, in the order in which they were added.
  open func animationKeys() -> [String]? {
    animations.isEmpty ? nil : animations.compactMap(\.key)
  }

  /// The animation of a key.
  open func animation(forKey key: String) -> CAAnimation? {
    animations.first { $0.key == key }?.animation
  }

  /// All animations, in the order in which they were added.
  package var allAnimations: [CAAnimation] { animations.map(\.animation) }

  /// Without an effect: there are no implicit animations.
  open func action(forKey event: String) -> (any CAAction)? { nil }

  /// The default of a property; `nil`.
  open class func defaultValue(forKey key: String) -> Any? { nil }

  /// Whether a property needs a new drawing; `false`.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  // MARK: Drawing

  /// Draws the contents; a subclass may do so.
  open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }
  /// Provides the contents; a subclass may set ``contents``.
  open func display() { delegate?.display(self) }
  private var wantsDisplay = false
  /// Marks the contents for ``displayIfNeeded()``.
  open func setNeedsDisplay() { wantsDisplay = true }
  /// Marks the contents for ``displayIfNeeded()``.
  open func setNeedsDisplay(_ r: CGRect) { wantsDisplay = true }
  /// Whether the contents are marked.
  open func needsDisplay() -> Bool { wantsDisplay }
  /// Provides marked contents.
  open func displayIfNeeded() {
    if wantsDisplay { display() }
    wantsDisplay = false
  }
  /// Without an effect.
  open func setNeedsLayout() {}
  /// Lays out the sublayers.
  open func layoutIfNeeded() { layoutSublayers() }
  /// Lays out the sublayers; a subclass may do so.
  open func layoutSublayers() {}
  /// The size of the bounds.
  open func preferredFrameSize() -> CGSize { bounds.size }

  /// The layer itself.
  open func model() -> Self { self }
  /// `nil`: no layer of an export is on a screen.
  open func presentation() -> Self? { nil }
}

/// A delegate of a layer.
public protocol CALayerDelegate: AnyObject {
  /// Provides the contents.
  func display(_ layer: CALayer)
  /// Draws the contents.
  func draw(_ layer: CALayer, in ctx: CGContext)
}

extension CALayerDelegate {
  /// Nothing.
  public func display(_ layer: CALayer) {}
  /// Nothing.
  public func draw(_ layer: CALayer, in ctx: CGContext) {}
}

/// An action; there are none.
public protocol CAAction {}

extension CALayer {
  /// The transform in the plane.
  public func affineTransform() -> CGAffineTransform { transform.affine }
  /// Sets a transform in the plane.
  public func setAffineTransform(_ m: CGAffineTransform) {
    transform = CATransform3DMakeAffineTransform(m)
  }
  /// Whether an odd number of layers from this one to the root is flipped.
  public func contentsAreFlipped() -> Bool {
    (superlayer?.contentsAreFlipped() ?? false) != isGeometryFlipped
  }

  // MARK: Tree

  /// Adds a layer at the front.
  public func addSublayer(_ layer: CALayer) {
    layer.removeFromSuperlayer()
    sublayers = (sublayers ?? []) + [layer]
  }
  /// Adds a layer at a place.
  public func insertSublayer(_ layer: CALayer, at idx: UInt32) {
    layer.removeFromSuperlayer()
    var list = sublayers ?? []
    list.insert(layer, at: min(Int(idx), list.count))
    sublayers = list
  }
  /// Adds a layer below another one; at the back without it.
  public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    layer.removeFromSuperlayer()
    let index = sublayers?.firstIndex { $0 === sibling } ?? 0
    insertSublayer(layer, at: UInt32(index))
  }
  /// Adds a layer above another one; at the front without it.
  public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    layer.removeFromSuperlayer()
    let index = sublayers?.firstIndex { $0 === sibling }.map { $0 + 1 } ?? sublayers?.count ?? 0
    insertSublayer(layer, at: UInt32(index))
  }
  /// Replaces a layer by another one.
  public func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard let index = sublayers?.firstIndex(where: { $0 === oldLayer }) else { return }
    newLayer.removeFromSuperlayer()
    var list = sublayers ?? []
    list[min(index, list.count - 1)] = newLayer
    sublayers = list
  }
  /// Removes the layer from the one around it.
  public func removeFromSuperlayer() {
    guard let around = superlayer else { return }
    if around.mask === self { around.mask = nil }
    around.sublayers = around.sublayers?.filter { $0 !== self }
  }

  // MARK: Coordinates

  /// From the layer's coordinates to those of the layer around it.
  package var matrixToSuperlayer: CGAffineTransform {
    let size = bounds.size
    let inner = CGAffineTransform(
      translationX: -bounds.minX - anchorPoint.x * size.width,
      y: -bounds.minY - anchorPoint.y * size.height)
    return inner.concatenating(transform.affine)
      .concatenating(CGAffineTransform(translationX: position.x, y: position.y))
  }

  private var matrixToRoot: CGAffineTransform {
    var matrix = matrixToSuperlayer
    if isGeometryFlipped {
      // The inside is mirrored about the middle of the bounds.
      let mirror = CGAffineTransform(
        a: 1, b: 0, c: 0, d: -1, tx: 0, ty: bounds.minY + bounds.maxY)
      matrix = mirror.concatenating(matrix)
    }
    guard let around = superlayer else { return matrix }
    return matrix.concatenating(around.matrixOfSublayers).concatenating(around.matrixToRoot)
  }

  /// The transform of sublayers about the anchor point.
  private var matrixOfSublayers: CGAffineTransform {
    let (x, y) = (
      bounds.minX + anchorPoint.x * bounds.width, bounds.minY + anchorPoint.y * bounds.height
    )
    return CGAffineTransform(translationX: -x, y: -y).concatenating(sublayerTransform.affine)
      .concatenating(CGAffineTransform(translationX: x, y: y))
  }

  /// A point of another layer in the coordinates of this one; `nil` is the root.
  public func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint {
    p.applying(l?.matrixToRoot ?? .identity).applying(matrixToRoot.inverted())
  }
  /// A point of this layer in the coordinates of another one; `nil` is the root.
  public func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint {
    p.applying(matrixToRoot).applying(l?.matrixToRoot.inverted() ?? .identity)
  }
  /// A rectangle of another layer in the coordinates of this one.
  public func convert(_ r: CGRect, from l: CALayer?) -> CGRect {
    r.applying(l?.matrixToRoot ?? .identity).applying(matrixToRoot.inverted())
  }
  /// A rectangle of this layer in the coordinates of another one.
  public func convert(_ r: CGRect, to l: CALayer?) -> CGRect {
    r.applying(matrixToRoot).applying(l?.matrixToRoot.inverted() ?? .identity)
  }
  /// A time of the outermost layer's clock in that of this layer.
  public func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    let around = superlayer.map { $0.convertTime(t, from: l) } ?? t
    return (around - beginTime) * Double(speed) + timeOffset
  }
  /// A time of this layer's clock in that of the outermost layer; a clock that stands has one time.
  public func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    let around = speed == 0 ? beginTime : (t - timeOffset) / Double(speed) + beginTime
    return superlayer.map { $0.convertTime(around, to: l) } ?? around
  }
}

/// The round corners of a layer.
public struct CACornerMask: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Creates a mask.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The smallest x and y.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  /// The largest x and the smallest y.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// The smallest x and the largest y.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  /// The largest x and y.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
}

/// How contents fill the bounds.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a gravity.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Unscaled, in the centre or at edges; top is the largest y.
  public static let center = CALayerContentsGravity(rawValue: "center")
  /// Unscaled, at the top.
  public static let top = CALayerContentsGravity(rawValue: "top")
  /// Unscaled, at the bottom.
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  /// Unscaled, at the left.
  public static let left = CALayerContentsGravity(rawValue: "left")
  /// Unscaled, at the right.
  public static let right = CALayerContentsGravity(rawValue: "right")
  /// Unscaled, in a corner.
  public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
  /// Unscaled, in a corner.
  public static let topRight = CALayerContentsGravity(rawValue: "topRight")
  /// Unscaled, in a corner.
  public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
  /// Unscaled, in a corner.
  public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
  /// Each axis scales on its own.
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  /// Fits, centred.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// Covers, centred.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

/// How contents are scaled; always smoothly.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a filter.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The filters of Core Animation.
  public static let linear = CALayerContentsFilter(rawValue: "linear")
  /// The nearest pixel; drawn as linear.
  public static let nearest = CALayerContentsFilter(rawValue: "nearest")
  /// With smaller copies; drawn as linear.
  public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}

/// The form of corners.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a form.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Circles.
  public static let circular = CALayerCornerCurve(rawValue: "circular")
  /// Smooth curves; drawn as circles.
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}
