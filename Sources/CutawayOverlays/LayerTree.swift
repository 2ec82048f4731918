public import CutawayTime

/// The layers over, under and around a picture, from the bottom to the top.
///
/// It is the counterpart of the layers of Core Animation's tool for video compositions. Coordinates
/// are pixels of the render size from its top left corner, y downwards. Times are those of the
/// composition.
package struct LayerTree: Sendable, Hashable, Codable {
  /// The size of the coordinate system, which is that of the picture.
  package var size: PixelSize
  /// From the bottom to the top.
  package var layers: [OverlayLayer]
  /// The duration of a frame, which texts need that show its number.
  package var frameDuration: MediaTime

  /// Creates a tree, with 30 frames per second by default.
  package init(
    size: PixelSize, layers: [OverlayLayer] = [], frameDuration: MediaTime = MediaTime(1, over: 30)
  ) {
    self.size = size
    self.layers = layers
    self.frameDuration = frameDuration
  }
}

/// A layer: a box, a text, an image, a shape or a gradient, with layers in it.
///
/// Everything is a value: the appearance at any time is computed without state. A layer's clock starts at 0 at the start of its ``range``, or at its ``timeOffset``;
/// without a range, a speed and an offset it is the clock around it.
public struct OverlayLayer: Sendable, Hashable, Codable {
  /// A name for messages and for the timeline picture.
  public var id: String?
  /// What the layer shows.
  public var content: LayerContent
  /// When the layer exists, in the clock around it; `nil` is always.
  public var range: TimeRange?
  /// The rate of the layer's clock relative to that around it; 0 freezes the layer.
  ///
  /// The clock is (time around − start of the range) · speed + ``timeOffset``. It does not change
  /// ``range``, ``enter`` and ``exit``, which are in the clock around.
  public var speed: Double
  /// The time of the layer's clock at the start of its range.
  public var timeOffset: MediaTime

  /// The width; `nil` is that of the content or, without one, that of the layer around.
  public var width: LayerLength?
  /// The height; `nil` is that of the content or, without one, that of the layer around.
  public var height: LayerLength?
  /// Where the layer lies in the layer around it.
  public var position: LayerPosition
  /// The point of the layer that lies at the position, and about which it scales and rotates; 0 and 1
  /// are its edges.
  public var anchorPoint: Point
  /// The order among its siblings: the smallest is the lowest.
  ///
  /// Equal ones keep their order.
  public var zPosition: Double
  /// A transform about the anchor point, after scale and rotation and before the offset.
  public var transform: TransformMatrix
  /// Scales about the anchor point, horizontal and vertical; (1, 1) by default.
  public var scale: AnimatedValue<Point>
  /// Degrees clockwise about the anchor point.
  public var rotation: AnimatedValue<Double>
  /// A displacement in pixels of the layer around.
  public var offset: AnimatedValue<Point>
  /// The point of the layer's coordinates that lies at its corner, as the origin of `bounds`.
  ///
  /// It scrolls the layers in it, its mask, and a shape that is a path.
  public var origin: Point
  /// A transform of each of the layers in it, about the anchor point of this one.
  public var sublayerTransform: TransformMatrix
  /// Whether the coordinates in the layer, and in the layers in it, grow upwards from its lower edge.
  ///
  /// The layer keeps its own place. Images, texts and the picture stay upright, and their gravity and
  /// alignment are those seen; shadows, gradients, shapes and rotations turn with the geometry.
  public var isGeometryFlipped: Bool

  /// The opacity of the layer with all layers in it, 0…1; 1 by default.
  public var opacity: AnimatedValue<Double>
  /// How the colours of the layer with all layers in it are mixed with those below it.
  public var blending: ColorBlending
  /// Whether the layer and all layers in it are invisible.
  public var isHidden: Bool
  /// The colour of the area behind the content.
  public var background: Color?
  /// The radius of the corners of background and border, in pixels, at most half the shorter side.
  public var cornerRadius: Double
  /// A line inside the edges, above the content and the layers.
  public var border: LayerBorder?
  /// A shadow below the layer, of everything that it draws.
  public var shadow: LayerShadow?
  /// Whether the layer clips its content and its layers to its area.
  public var masksToBounds: Bool
  /// A layer whose alpha is that of this layer; at most one.
  public var mask: [OverlayLayer]
  /// The layers in it, from the bottom to the top.
  public var layers: [OverlayLayer]
  /// Copies of the layer, drawn above it; `nil` makes none.
  public var copies: LayerCopies?

  /// How the layer appears at the start of its range.
  public var enter: LayerPassage?
  /// How the layer disappears at the end of its range.
  public var exit: LayerPassage?
  /// Core Animation's animations, applied in order, each to the values so far.
  public var animations: [LayerAnimation]

  /// Creates a layer that fills the layer around it.
  public init(
    id: String? = nil, _ content: LayerContent = .box, range: TimeRange? = nil,
    width: LayerLength? = nil, height: LayerLength? = nil, position: LayerPosition = .center
  ) {
    self.id = id
    self.content = content
    self.range = range
    self.width = width
    self.height = height
    self.position = position
    anchorPoint = Point(x: 0.5, y: 0.5)
    zPosition = 0
    transform = .identity
    scale = AnimatedValue()
    rotation = AnimatedValue()
    offset = AnimatedValue()
    (speed, timeOffset) = (1, .zero)
    (origin, sublayerTransform) = (Point(x: 0, y: 0), .identity)
    isGeometryFlipped = false
    opacity = AnimatedValue()
    (blending, isHidden) = (.normal, false)
    cornerRadius = 0
    masksToBounds = false
    mask = []
    layers = []
    animations = []
  }
}

/// A length: pixels, or a percentage of the layer around.
public enum LayerLength: Sendable, Hashable, Codable {
  /// Pixels of the render size.
  case pixels(Double)
  /// A percentage of the width of the layer around for horizontal lengths, of its height for vertical
  /// ones.
  case percent(Double)

  /// The length in pixels, given that of the layer around.
  public func pixels(of whole: Double) -> Double {
    switch self {
    case .pixels(let pixels): pixels
    case .percent(let percent): percent / 100 * whole
    }
  }
}

extension LayerLength: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A number of pixels.
  public init(integerLiteral pixels: Int) { self = .pixels(Double(pixels)) }

  /// A number of pixels.
  public init(floatLiteral pixels: Double) { self = .pixels(pixels) }
}

/// Where a layer lies in the layer around it.
public enum LayerPosition: Sendable, Hashable, Codable {
  /// The place of the anchor point, from the top left corner of the layer around.
  case point(x: LayerLength, y: LayerLength)
  /// The place of the top left corner, before any transform.
  case corner(x: LayerLength, y: LayerLength)
  /// At an edge, a corner or in the centre, with margins to the edges.
  case place(LayerPlace, marginX: LayerLength, marginY: LayerLength)

  /// In the centre.
  public static let center = LayerPosition.place(.center, marginX: 0, marginY: 0)
}

/// The nine places of a layer in the layer around it.
public enum LayerPlace: String, Sendable, Hashable, Codable, CaseIterable {
  /// The first row.
  case topLeft, top, topRight
  /// The middle row.
  case left, center, right
  /// The last row.
  case bottomLeft, bottom, bottomRight

  /// The parts of the free width and height before the layer: 0, 0.5 or 1.
  var parts: (x: Double, y: Double) {
    let index = Self.allCases.firstIndex(of: self) ?? 4
    return (Double(index % 3) / 2, Double(index / 3) / 2)
  }
}

/// A line along the edges of a layer, inside it.
public struct LayerBorder: Sendable, Hashable, Codable {
  /// The thickness in pixels.
  public var width: Double
  /// The colour.
  public var color: Color

  /// Creates a border, 1 pixel wide and black by default.
  public init(width: Double = 1, color: Color = .black) {
    self.width = width
    self.color = color
  }
}

/// A shadow of everything that a layer draws.
public struct LayerShadow: Sendable, Hashable, Codable {
  /// The displacement in pixels.
  public var offset: Point
  /// The standard deviation of the blur in pixels.
  public var radius: Double
  /// The opacity, 0…1.
  public var opacity: Double
  /// The colour.
  public var color: Color

  /// Creates a shadow, by default black at half its opacity, 3 pixels below and blurred by 3.
  public init(
    offset: Point = Point(x: 0, y: 3), radius: Double = 3, opacity: Double = 0.5,
    color: Color = .black
  ) {
    self.offset = offset
    self.radius = radius
    self.opacity = opacity
    self.color = color
  }
}

extension OverlayLayer {
  /// Whether the picture is visible in the layer, or in one in it.
  public var showsPicture: Bool {
    if case .video = content { return true }
    return layers.contains(where: \.showsPicture)
  }

  /// The layers of the particles that the layer emits.
  public var particles: [OverlayLayer] {
    if case .emitter(let emitter) = content { emitter.cells.map(\.layer) } else { [] }
  }

  /// The names of the images of the layer and of those in it, also of masks.
  public var images: [String] {
    let inner = animations.flatMap(\.images) + (mask + layers + particles).flatMap(\.images)
    if case .image(let image) = content { return [image.asset] + inner }
    return inner
  }

  /// The names of the subtitle assets of the layer and of those in it, also of masks.
  public var captions: [String] {
    let inner = (mask + layers + particles).flatMap(\.captions)
    if case .text(let text) = content, case .captions(let captions) = text.source {
      return [captions.asset] + inner
    }
    return inner
  }

  /// The waveforms of the layer and of those in it, also of masks.
  public var waveforms: [LayerWaveform] {
    let inner = (mask + layers + particles).flatMap(\.waveforms)
    if case .waveform(let waveform) = content { return [waveform] + inner }
    return inner
  }

  /// The layer with other contents, also of those in it and of images in animations.
  package func mappingContents(_ change: (LayerContent) -> LayerContent) -> OverlayLayer {
    mapping { layer in
      layer.content = change(layer.content)
      layer.animations = layer.animations.map { animation in
        animation.mappingImages { asset in
          if case .image(let image) = change(.image(LayerImage(asset: asset))) {
            image.asset
          } else {
            asset
          }
        }
      }
    }
  }

  /// The layer changed, with those in it.
  package func mapping(_ change: (inout OverlayLayer) -> Void) -> OverlayLayer {
    var layer = self
    change(&layer)
    if case .emitter(var emitter) = layer.content {
      for index in emitter.cells.indices {
        emitter.cells[index].layer = emitter.cells[index].layer.mapping(change)
      }
      layer.content = .emitter(emitter)
    }
    layer.layers = layer.layers.map { $0.mapping(change) }
    layer.mask = layer.mask.map { $0.mapping(change) }
    return layer
  }
}
