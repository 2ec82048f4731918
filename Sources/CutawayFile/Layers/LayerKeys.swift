import CutawayModel
import CutawayTime

/// The values of a layer's keys, as a file has them.
struct LayerKeys: Sendable {
  var id: String?
  var text: LayerTextSource?
  var captions: LayerCaptions?
  var image: String?
  var isVideo = false
  var shape: LayerShape.Outline?
  var gradient: LayerGradient?
  var emitter: LayerEmitter?
  var waveform: LayerWaveform.Sound?
  /// The settings of a waveform, without its sound, its colour and its source.
  var wave = LayerWaveform(.mix)
  var layers: [OverlayLayer] = []
  var copies: LayerCopies?
  var font = LayerFont()
  var color = Color.white
  /// The settings of a text, without its content.
  var style = LayerText("")
  var rate: Double?
  var reveal: LayerTextReveal.Unit?
  /// The settings of a moving image.
  var motion = LayerImage(asset: "")
  var gravity = LayerImage.Gravity.resize
  var fill = Color.black
  var isEvenOdd = false
  var stroke: LayerShape.Stroke?
  var range: TimeRange?
  var clock = Clock()
  /// A length that is `nil` is `auto`.
  var frame: [LayerLength?]?
  var position: [LayerLength?]?
  var size: [LayerLength?]?
  var place: LayerPlace?
  var margin = Margin(x: 0, y: 0)
  var anchorPoint = Point(x: 0.5, y: 0.5)
  var scale = AnimatedValue(Point(x: 1, y: 1))
  var rotation = AnimatedValue(0.0)
  var transform = TransformMatrix.identity
  var offset = AnimatedValue(Point(x: 0, y: 0))
  var opacity = AnimatedValue(1.0)
  var blending = ColorBlending.normal
  var isHidden = false
  var background: Color?
  var cornerRadius = 0.0
  var border: LayerBorder?
  var shadow: LayerShadow?
  var masksToBounds = false
  var mask: [OverlayLayer] = []
  var zPosition = 0.0
  var enter: LayerPassage?
  var exit: LayerPassage?
  var animations: [LayerAnimation] = []
  var origin = Point(x: 0, y: 0)
  var sublayerTransform = TransformMatrix.identity
  var isGeometryFlipped = false

  /// The distances to the edges of the layer around.
  struct Margin: Sendable, Hashable {
    var x: LayerLength, y: LayerLength
  }

  /// The clock of a layer.
  struct Clock: Sendable, Hashable {
    var speed = 1.0
    var offset = MediaTime.zero
  }
}

extension Constructs {
  static let overlay = Construct<LayerKeys>(
    "overlay", as: "a layer", blank: LayerKeys(),
    last: "layers",
    fields: contentKeys + textKeys + imageKeys + waveformKeys + placeKeys + lookKeys + motionKeys
      + [.repetition])

  static let clock = Construct<LayerKeys.Clock>(
    "clock", as: "'clock'", blank: LayerKeys.Clock(),
    fields: [
      Field(
        "speed", \.speed, .clockSpeed, .implied,
        "The rate relative to the clock around; 0 freezes the layer."),
      Field("offset", \.offset, .time, .implied, "Its time at the start of the layer's range."),
    ])

  private static let placeKeys: [Field<LayerKeys>] = [
    Field(
      "range", \.range, .range, .implied(as: "always"),
      "When the layer exists, in the clock around it. Its own clock starts at 0 at its start."),
    Field(
      "clock", \.clock, .map(clock).defined(as: "clock"), .implied(as: "the defaults of its keys"),
      "The speed of the layer's clock, and its time at its start."),
    Field(
      "frame", \.frame, .lengths("[x, y, width, height]", count: 4, automatic: 2...3),
      .implied(as: "none"),
      "The left and the upper edge, and the size as in `size`, instead of `position`, `size` and `place`."
    ),
    Field(
      "position", \.position, .lengths("[x, y]", count: 2), .implied(as: "none"),
      "Where the anchor point lies."),
    Field(
      "size", \.size, .lengths("[width, height]", count: 2, automatic: 0...1),
      .implied(as: "that of the content, else of the layer around"),
      "The size; `auto` is that of the content, and keeps the shape of an image whose other length is given. Text wraps in a width; with `place` and without a width, it wraps at the edges of the layer around less the margins (in the middle at most a twentieth of the width), unless it moves."
    ),
    Field(
      "place", \.place, .word(as: "place"), .implied(as: "`center`"),
      "The place in the layer around, instead of `position`."),
    Field(
      "margin", \.margin, .margin, .implied,
      "With `place`: the distances to the edges, or one for both: pixels, or percentages of the layer around."
    ),
    Field(
      "anchorPoint", \.anchorPoint, .point, .implied,
      "The point at `position`, about which the layer scales and rotates; 0 and 1 are its edges."),
    Field("zPosition", \.zPosition, .number("a number"), .implied, "The order among siblings."),
    Field(
      "origin", \.origin, .point, .implied,
      "The point of the layer's coordinates at its corner, which scrolls the layers in it."),
    Field(
      "sublayerTransform", \.sublayerTransform, .matrix, .implied(as: "none"),
      "A matrix for each of the layers in it, about the anchor point of this layer."),
    Field(
      "geometryFlipped", \.isGeometryFlipped, .bool, .implied,
      "Whether coordinates in the layer grow upwards from its lower edge; images and texts stay upright."
    ),
    Field(
      "copies", \.copies, .map(copies).defined(as: "copies"), .implied(as: "none"),
      "Draws the layer several times, each changed against the one before."),
  ]

  private static let lookKeys: [Field<LayerKeys>] = [
    Field(
      "opacity", \.opacity,
      .animated("Opacity", .number("an opacity from 0 to 1", in: 0...1), default: 1), .implied,
      "The opacity of the layer with all layers in it."),
    Field(
      "blend", \.blending, .word(as: "blend mode"), .implied,
      "How the colours of the layer with all layers in it are mixed with the picture and the layers below it."
    ),
    Field(
      "hidden", \.isHidden, .bool, .implied,
      "Whether the layer and all layers in it are invisible."),
    Field(
      "background", \.background, .color, .implied(as: "none"), "The area behind the content."),
    Field(
      "cornerRadius", \.cornerRadius, .number("a radius from 0 to 100000", in: 0...100_000),
      .implied, "The radius of the corners of background and border, in pixels."),
    Field(
      "border", \.border, .map(border).defined(as: "border"), .implied(as: "none"),
      "A line inside the edges, above the content."),
    Field(
      "shadow", \.shadow, .map(shadow).defined(as: "shadow"), .implied(as: "none"),
      "A shadow of everything that the layer draws."),
    Field(
      "masksToBounds", \.masksToBounds, .bool, .implied,
      "Whether the layer clips its content and its layers to its area."),
    Field(
      "mask", \.mask, .mask, .implied(as: "none"),
      "A layer whose alpha is that of this layer."),
  ]

  private static let motionKeys: [Field<LayerKeys>] = [
    Field(
      "scale", \.scale, .animated("Scale", .pair("a scale"), default: Point(x: 1, y: 1)), .implied,
      "The scale about the anchor point, of each axis or of both."),
    Field(
      "rotation", \.rotation, .animated("Rotation", .number("degrees"), default: 0), .implied,
      "Degrees clockwise about the anchor point."),
    Field(
      "transform", \.transform, .matrix, .implied(as: "none"),
      "A matrix about the anchor point, after scale and rotation."),
    Field(
      "offset", \.offset, .animated("Offset", .point, default: Point(x: 0, y: 0)), .implied,
      "A displacement in pixels, after all others."),
    Field(
      "enter", \.enter, .passage, .implied(as: "none"),
      "How the layer appears at the start of its range."),
    Field(
      "exit", \.exit, .passage, .implied(as: "none"),
      "How the layer disappears at the end of its range."),
    Field(
      "animations", \.animations, .animations, .implied,
      "Animations of properties and groups of them, applied in order, in the layer's clock."),
  ]
}

extension ValueForm<[OverlayLayer]> {
  /// Layers, from the bottom to the top.
  static var layers: Self { .list(of: .innerLayer, "layers") }

  /// The layers of a composition.
  static var overlays: Self { .list(of: .outerLayer, "layers") }

  /// A layer that is a mask, as a list of one.
  fileprivate static var mask: Self {
    ValueForm(
      "[map](#overlay)", schema: .reference("overlay", [:]),
      write: { $0.first?.yaml ?? .map([]) }
    ) { reader, value, path in reader.layer(value, path: path?[0]).map { [$0] } }
  }
}

extension ValueForm<OverlayLayer> {
  /// A layer that is in no other.
  static var outerLayer: Self {
    ValueForm(
      "[map](#overlay)", schema: .reference("overlay", Constructs.overlay.schema),
      write: { $0.yaml }
    ) { reader, value, path in reader.layer(value, path: path) }
  }

  /// A layer in a layer; the schema of a layer refers to itself.
  static var innerLayer: Self {
    ValueForm(
      "[map](#overlay)", schema: .reference("overlay", [:]), write: { $0.yaml }
    ) { reader, value, path in reader.layer(value, path: path) }
  }
}

extension OverlayLayer {
  var yaml: YAMLValue { LayerKeys(self).yamlOfCaptions }
}

extension LayerKeys {
  /// The keys of a layer.
  init(_ layer: OverlayLayer) {
    id = layer.id
    switch layer.content {
    case .box: break
    case .text(let content):
      if case .captions(let own) = content.source {
        captions = own
      } else {
        text = content.source
      }
      (font, color, style) = (content.font, content.color, content)
      (reveal, rate) = (content.reveal?.unit, content.reveal?.rate)
    case .image(let content): (image, gravity, motion) = (content.asset, content.gravity, content)
    case .video(let gravity): (isVideo, self.gravity) = (true, gravity)
    case .shape(let content):
      (shape, stroke) = (content.outline, content.stroke)
      fill = content.fill ?? Color(red: 0, green: 0, blue: 0, alpha: 0)
      isEvenOdd = content.isEvenOdd
    case .gradient(let content): gradient = content
    case .emitter(let content): emitter = content
    case .waveform(let content):
      (waveform, wave, color) = (content.sound, content, content.color)
      (motion.source, motion.speed) = (content.source, content.speed)
    }
    range = layer.range
    let own = [layer.width, layer.height]
    if own != [nil, nil] { size = own }
    switch layer.position {
    case .corner(let x, let y): (frame, size) = ([x, y] + own, nil)
    case .point(let x, let y): position = [x, y]
    case .place(let place, let x, let y):
      // A style of captions has a place of its own.
      let isStyled = captions.map { $0.style != .none } ?? false
      let isStated = captions?.stated.contains(.place) == true
      self.place = (isStyled ? !isStated : layer.position == .center) ? nil : place
      margin = Margin(x: x, y: y)
    }
    (anchorPoint, zPosition, transform) = (layer.anchorPoint, layer.zPosition, layer.transform)
    if !layer.scale.entries.isEmpty { scale = layer.scale }
    if !layer.rotation.entries.isEmpty { rotation = layer.rotation }
    if !layer.offset.entries.isEmpty { offset = layer.offset }
    if !layer.opacity.entries.isEmpty { opacity = layer.opacity }
    (blending, isHidden) = (layer.blending, layer.isHidden)
    (background, cornerRadius, border) = (layer.background, layer.cornerRadius, layer.border)
    (shadow, masksToBounds) = (layer.shadow, layer.masksToBounds)
    (mask, layers, copies) = (layer.mask, layer.layers, layer.copies)
    (enter, exit, animations) = (layer.enter, layer.exit, layer.animations)
    clock = Clock(speed: layer.speed, offset: layer.timeOffset)
    (origin, sublayerTransform) = (layer.origin, layer.sublayerTransform)
    isGeometryFlipped = layer.isGeometryFlipped
  }

  /// The layer, if its keys fit together.
  fileprivate var layer: OverlayLayer {
    var layer = OverlayLayer(id: id, content, range: range)
    let zero = LayerLength.pixels(0)
    if let frame {
      layer.position = .corner(x: frame[0] ?? zero, y: frame[1] ?? zero)
      (layer.width, layer.height) = (frame[2], frame[3])
    } else {
      layer.position =
        position.map { .point(x: $0[0] ?? zero, y: $0[1] ?? zero) }
        ?? .place(place ?? .center, marginX: margin.x, marginY: margin.y)
      (layer.width, layer.height) = (size?[0], size?[1])
    }
    (layer.anchorPoint, layer.zPosition, layer.transform) = (anchorPoint, zPosition, transform)
    layer.scale = scale.isAlways(Point(x: 1, y: 1)) ? AnimatedValue() : scale
    layer.rotation = rotation.isAlways(0) ? AnimatedValue() : rotation
    layer.offset = offset.isAlways(Point(x: 0, y: 0)) ? AnimatedValue() : offset
    layer.opacity = opacity.isAlways(1) ? AnimatedValue() : opacity
    (layer.blending, layer.isHidden) = (blending, isHidden)
    (layer.background, layer.cornerRadius, layer.border) = (background, cornerRadius, border)
    (layer.shadow, layer.masksToBounds) = (shadow, masksToBounds)
    (layer.mask, layer.layers, layer.copies) = (mask, layers, copies)
    (layer.enter, layer.exit, layer.animations) = (enter, exit, animations)
    (layer.speed, layer.timeOffset) = (clock.speed, clock.offset)
    (layer.origin, layer.sublayerTransform) = (origin, sublayerTransform)
    layer.isGeometryFlipped = isGeometryFlipped
    return layer
  }

  private var content: LayerContent {
    if let source = text ?? captions.map({ .captions($0) }) {
      var text = style
      (text.source, text.font, text.color) = (source, font, color)
      text.reveal = reveal.map { LayerTextReveal($0, rate: rate ?? 20) }
      return .text(text)
    }
    if let image {
      var content = motion
      (content.asset, content.gravity) = (image, gravity)
      return .image(content)
    }
    if isVideo { return .video(gravity) }
    if let shape {
      var content = LayerShape(shape, fill: fill.alpha == 0 ? nil : fill, stroke: stroke)
      content.isEvenOdd = isEvenOdd
      return .shape(content)
    }
    if let emitter { return .emitter(emitter) }
    if let waveform {
      var content = wave
      (content.sound, content.color) = (waveform, color)
      (content.source, content.speed) = (motion.source, motion.speed)
      return .waveform(content)
    }
    return gradient.map { .gradient($0) } ?? .box
  }
}

extension Reader {
  /// Reads a layer, and checks that its keys fit together.
  fileprivate mutating func layer(_ value: SourceValue, path: ModelPath?) -> OverlayLayer? {
    guard let fields = fields(of: value, as: Constructs.overlay) else { return nil }
    var keys = Constructs.overlay.blank
    let unread = read(fields, into: &keys, path: path)
    if let captions = keys.captions, captions.style != .none {
      keys.captions?.stated = .init(fields)
    }
    let isComplete = unread.isEmpty && check(fields)
    return isComplete ? keys.layer : nil
  }

  private mutating func check(_ fields: Fields<LayerKeys>) -> Bool {
    var isRight = true
    func present(_ keys: [String]) -> [(key: String, position: SourcePosition)] {
      keys.compactMap { key in fields[key].map { (key, $0.position) } }
    }
    let contents = present([
      "text", "captions", "image", "video", "shape", "gradient", "emitter", "waveform",
    ])
    if contents.count > 1 {
      report(
        .meaning, at: contents[1].position,
        "a layer has one content, but this one has '\(contents[0].key)' and '\(contents[1].key)'; "
          + "put one of them in 'layers'")
      isRight = false
    }
    /// Keys that need one of others.
    let needs = [
      (Constructs.textKeys.map(\.key).filter { $0 != "color" }, ["text", "captions"]),
      (["color"], ["text", "captions", "waveform"]),
      (Constructs.waveformKeys.map(\.key), ["waveform"]),
      (["gravity"], ["image", "video"]),
      (["source", "speed"], ["image", "waveform"]),
      (["loop", "contentsRect", "contentsCenter", "contentsScale"], ["image"]),
      (["fill", "stroke", "evenOdd"], ["shape"]), (["margin"], ["place", "captions"]),
      (["rate"], ["reveal"]),
    ]
    for (keys, needed) in needs where needed.allSatisfy({ fields[$0] == nil }) {
      for (key, position) in present(keys) {
        let names = needed.map { "'\($0)'" }.joined(separator: " or ")
        report(.meaning, at: position, "'\(key)' needs \(names)")
        isRight = false
      }
    }
    for (key, first) in [("size", 0), ("frame", 2)] {
      guard let lengths = fields[key]?.list else { continue }
      for length in lengths.dropFirst(first) where length.scalar?.text.hasPrefix("-") == true {
        report(.meaning, at: length.position, "a width and a height are not negative")
        isRight = false
      }
    }
    let places = present(["frame", "position", "place"])
    if places.count > 1 || places.count == 1 && places[0].key == "frame" && fields["size"] != nil {
      report(
        .meaning, at: places.last?.position ?? fields.position,
        "a layer has 'frame', or 'position' or 'place' with 'size'")
      isRight = false
    }
    return isRight
  }
}
