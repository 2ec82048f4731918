import CutawayModel
import CutawayTime

extension Constructs {
  static let instruction = Construct<Instruction>(
    "instruction", as: "an instruction",
    blank: Instruction(range: TimeRange(start: .zero, duration: MediaTime(1))), isBlock: true,
    fields: [
      Field("range", \.range, .range, .required, "When the instruction applies."),
      Field(
        "background",
        get: { instruction in
          let values = BackgroundValues(
            color: instruction.background, blurred: instruction.blurredBackground)
          return values == BackgroundValues() ? nil : values
        },
        set: {
          $0.background = $1.color
          $0.blurredBackground = $1.blurred
        }, .background, .implied(as: "that of `render`"),
        "The colour where no layer is visible, or a blurred enlargement of the lowest layer behind it."
      ),
      Field(
        "layers", \.layers, .list(of: .map(layer).defined(as: "layer"), "layers"),
        .stated, "The layers, topmost first. A track that is not listed is not shown."),
      Field(
        "compositor", \.compositor, .compositor, .implied(as: "none"),
        "An element that combines layers in a way of its own."),
      Field(
        "overlays", \.showsOverlays, .bool, .implied,
        "Whether the overlays of the composition lie over the picture."),
    ])

  static let layer = Construct<Layer>(
    "layer", as: "a layer", blank: Layer(track: ""), isBlock: true,
    fields: [
      Field("track", \.track, .name("the name of a track"), .required, "The video track to show."),
      Field(
        "transform", \.transform,
        .animated("Transform", .transform, default: LayerTransform(), isTransform: true), .stated,
        "Places the frame in the picture."),
      Field(
        "opacity", \.opacity,
        .animated("Opacity", .number("an opacity from 0 to 1", in: 0...1), default: 1), .stated,
        "The opacity: 0 is invisible."),
      Field(
        "crop", \.crop,
        .animated("Crop", .crop, default: Rectangle(x: 0, y: 0, width: 0, height: 0)),
        .implied(as: "the whole frame"),
        "The visible part of the frame, in pixels of the source, before the transform."),
      Field(
        "effects", \.effects, .effects, .implied,
        "Effects on the source frame, in the order in which they are applied."),
      Field(
        "blend", \.blending, .word(as: "blend mode"), .implied,
        "How the colours of the frame are mixed with those below it."),
      Field(
        "background", \.blurredBackground, .blurredBackground,
        .implied(as: "none; for the lowest layer that of the instruction"),
        "A blurred enlargement of the frame that fills the picture behind the layer."),
    ])
}

extension Reader {
  mutating func instruction(_ value: SourceValue, path: ModelPath?) -> Instruction? {
    guard let fields = fields(of: value, as: Constructs.instruction) else { return nil }
    var instruction = Constructs.instruction.blank
    let unread = read(fields, into: &instruction, path: path)
    if let path, unread.contains("range") { placeholders.insert(path["range"]) }
    return instruction
  }
}

extension ValueForm<Rectangle> {
  static var crop: Self {
    let side = (name: "a side of 0 or more", bounds: 0...Double.infinity)
    return ValueForm<[Double]>.numbers(
      "[x, y, width, height]", count: 4, as: "a rectangle in pixels, [x, y, width, height]",
      special: [2: side, 3: side]
    ).rectangle
  }
}

extension ValueForm<[Double]> {
  /// Four numbers as a rectangle.
  var rectangle: ValueForm<Rectangle> {
    converted {
      Rectangle(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
    } back: {
      [$0.x, $0.y, $0.width, $0.height]
    }
  }
}
