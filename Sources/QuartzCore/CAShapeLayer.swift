/// A path that is filled and stroked.
open class CAShapeLayer: CALayer {
  /// The path, in the coordinates of the layer.
  open var path: CGPath?
  /// The colour of the inside.
  open var fillColor: CGColor? = .black
  /// How the inside is found.
  open var fillRule = CAShapeLayerFillRule.nonZero
  /// The colour of the line.
  open var strokeColor: CGColor?
  /// The part of the path at which the line starts, 0…1.
  open var strokeStart: CGFloat = 0
  /// The part of the path at which the line ends, 0…1.
  open var strokeEnd: CGFloat = 1
  /// The thickness of the line.
  open var lineWidth: CGFloat = 1
  /// The limit of pointed corners.
  open var miterLimit: CGFloat = 10
  /// The form of the line's ends.
  open var lineCap = CAShapeLayerLineCap.butt
  /// The form of the line's corners.
  open var lineJoin = CAShapeLayerLineJoin.miter
  /// Where the dashes start.
  open var lineDashPhase: CGFloat = 0
  /// The lengths of dashes and gaps, in turn.
  open var lineDashPattern: [NSNumber]?
}

/// How the inside of a path is found.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a rule.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// By the number of turns.
  public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
  /// By the number of crossings.
  public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

/// The form of a line's ends.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a form.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// At the end.
  public static let butt = CAShapeLayerLineCap(rawValue: "butt")
  /// A half circle around it.
  public static let round = CAShapeLayerLineCap(rawValue: "round")
  /// A half square around it.
  public static let square = CAShapeLayerLineCap(rawValue: "square")
}

/// The form of a line's corners.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a form.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Pointed.
  public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
  /// Round.
  public static let round = CAShapeLayerLineJoin(rawValue: "round")
  /// Cut off.
  public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// Colours that change into each other.
open class CAGradientLayer: CALayer {
  /// The colours: `CGColor`s.
  open var colors: [Any]?
  /// The place of each colour, 0…1; even without it.
  open var locations: [NSNumber]?
  /// The place of the first colour in the bounds, 0…1.
  open var startPoint = CGPoint(x: 0.5, y: 0)
  /// The place of the last colour in the bounds, 0…1.
  open var endPoint = CGPoint(x: 0.5, y: 1)
  /// The form.
  open var type = CAGradientLayerType.axial
}

/// The form of a gradient.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a form.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Along a line.
  public static let axial = CAGradientLayerType(rawValue: "axial")
  /// An ellipse.
  public static let radial = CAGradientLayerType(rawValue: "radial")
  /// Around a point.
  public static let conic = CAGradientLayerType(rawValue: "conic")
}

/// Copies of its sublayers.
open class CAReplicatorLayer: CALayer {
  /// The number of copies, the original included.
  open var instanceCount = 1
  /// How much later each copy's clock runs.
  open var instanceDelay: CFTimeInterval = 0
  /// The transform of each copy against the one before.
  open var instanceTransform = CATransform3DIdentity
  /// The colour by which that of the sublayers is multiplied.
  open var instanceColor: CGColor? = .white
  /// The change of the colour of each copy.
  open var instanceRedOffset: Float = 0
  /// The change of the colour of each copy.
  open var instanceGreenOffset: Float = 0
  /// The change of the colour of each copy.
  open var instanceBlueOffset: Float = 0
  /// The change of the opacity of each copy.
  open var instanceAlphaOffset: Float = 0
  /// Whether copies keep their depth; not drawn.
  open var preservesDepth = false
}

/// A layer whose sublayers keep their depth; drawn flat.
open class CATransformLayer: CALayer {}

/// A layer that shows a part of its sublayers.
open class CAScrollLayer: CALayer {
  /// Scrolls to a point.
  open func scroll(to p: CGPoint) { bounds.origin = p }
}

/// A layer that is drawn in tiles; it has no contents in an export.
open class CATiledLayer: CALayer {}
