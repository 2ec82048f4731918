/// A source of particles.
///
/// Each particle is a function of the time, of ``seed`` and of its number. The numbers are not Apple's.
open class CAEmitterLayer: CALayer {
  /// The kinds of particles.
  open var emitterCells: [CAEmitterCell]?
  /// A factor of the cells' rates.
  open var birthRate: Float = 1
  /// A factor of the cells' lifetimes.
  open var lifetime: Float = 1
  /// A factor of the cells' velocities.
  open var velocity: Float = 1
  /// A factor of the cells' scales.
  open var scale: Float = 1
  /// A factor of the cells' spins.
  open var spin: Float = 1
  /// The centre of the source in the bounds.
  open var emitterPosition = CGPoint.zero
  /// The size of the source.
  open var emitterSize = CGSize.zero
  /// The depth of the source; not drawn.
  open var emitterZPosition: CGFloat = 0
  /// The depth of the source; not drawn.
  open var emitterDepth: CGFloat = 0
  /// The form of the source.
  open var emitterShape = CAEmitterLayerEmitterShape.point
  /// Where in the form particles are born; everywhere.
  open var emitterMode = CAEmitterLayerEmitterMode.volume
  /// How particles lie over each other; in the order of their cells.
  open var renderMode = CAEmitterLayerRenderMode.unordered
  /// What the random values depend on.
  open var seed: UInt32 = 0
  /// Whether particles keep their depth; not drawn.
  open var preservesDepth = false
}

/// A kind of particles.
///
/// A range r of a value v means v - r/2 to v + r/2.
open class CAEmitterCell: NSObject, CAMediaTiming {
  open var beginTime: CFTimeInterval = 0
  open var duration: CFTimeInterval = .infinity
  open var speed: Float = 1
  open var timeOffset: CFTimeInterval = 0
  open var repeatCount: Float = 0
  open var repeatDuration: CFTimeInterval = 0
  open var autoreverses = false
  open var fillMode = CAMediaTimingFillMode.removed
  /// The image: a `CGImage`.
  open var contents: Any?
  /// The visible part of the image.
  open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// The pixels of the image for one of the layer.
  open var contentsScale: CGFloat = 1
  /// A name.
  open var name: String?
  /// Whether particles are born.
  open var isEnabled = true
  /// Particles per second.
  open var birthRate: Float = 0
  /// Seconds.
  open var lifetime: Float = 0, lifetimeRange: Float = 0
  /// The direction in radians.
  open var emissionLongitude: CGFloat = 0, emissionLatitude: CGFloat = 0
  /// The range of directions in radians.
  open var emissionRange: CGFloat = 0
  /// Pixels per second.
  open var velocity: CGFloat = 0, velocityRange: CGFloat = 0
  /// Pixels per second, in each second.
  open var xAcceleration: CGFloat = 0, yAcceleration: CGFloat = 0, zAcceleration: CGFloat = 0
  /// The scale at birth.
  open var scale: CGFloat = 1, scaleRange: CGFloat = 0
  /// The change of the scale in each second.
  open var scaleSpeed: CGFloat = 0
  /// Radians per second.
  open var spin: CGFloat = 0, spinRange: CGFloat = 0
  /// The colour, which is multiplied; only its alpha is drawn.
  open var color: CGColor? = .white
  /// Ranges of the colour; only that of alpha is drawn.
  open var redRange: Float = 0, greenRange: Float = 0, blueRange: Float = 0, alphaRange: Float = 0
  /// Changes of the colour in each second; only that of alpha is drawn.
  open var redSpeed: Float = 0, greenSpeed: Float = 0, blueSpeed: Float = 0, alphaSpeed: Float = 0
  /// Particles of particles; not drawn.
  open var emitterCells: [CAEmitterCell]?

  /// Creates a kind without particles.
  public override init() {}
}

/// The form of a source of particles.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a form.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The forms of Core Animation.
  public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
  /// A horizontal line.
  public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
  /// A rectangle.
  public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
  /// An ellipse.
  public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
  /// Drawn as ``rectangle``.
  public static let cuboid = CAEmitterLayerEmitterShape(rawValue: "cuboid")
  /// Drawn as ``circle``.
  public static let sphere = CAEmitterLayerEmitterShape(rawValue: "sphere")
}

/// Where in a form particles are born.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a mode.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Everywhere in it.
  public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
  /// At its points; drawn as ``volume``.
  public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
  /// At its edge; drawn as ``volume``.
  public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
  /// On its surface; drawn as ``volume``.
  public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
}

/// How particles lie over each other.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a mode.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// In any order.
  public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
  /// The oldest at the bottom; drawn as ``unordered``.
  public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
  /// The oldest at the top; drawn as ``unordered``.
  public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
  /// By depth; drawn as ``unordered``.
  public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
  /// Added; drawn as ``unordered``.
  public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")
}
