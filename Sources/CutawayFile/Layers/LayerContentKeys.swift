import CutawayOverlays

extension Constructs {
  /// The content of a layer.
  static let contentKeys: [Field<LayerKeys>] = [
    Field("id", \.id, .text("the name of a layer"), .implied(as: "none"), "A name for messages."),
    Field(
      "text", \.text, .layerText, .implied(as: "none"),
      "A text; `\\n` in quotes starts a new line. `{timecode}`, `{frame}` and `{time}` are the place of the frame in the composition."
    ),
    Field(
      "captions", \.captions, .captions, .implied(as: "none"),
      "The name of a subtitle asset, whose texts are shown in the layer's clock, or how its words are shown."
    ),
    Field(
      "image", \.image, .assetName, .implied(as: "none"), "An asset with an image, or its file."),
    Field(
      "video", \.isVideo, .bool, .implied,
      "The picture below the overlays, which is then shown in such layers only, over black."),
    Field("shape", \.shape, .outline, .implied(as: "none"), "A path that is filled and stroked."),
    Field(
      "gradient", \.gradient, .map(gradient).defined(as: "gradient"), .implied(as: "none"),
      "Colours that change into each other."),
    Field(
      "emitter", \.emitter, .map(emitter).defined(as: "emitter"), .implied(as: "none"),
      "Particles: confetti, snow, sparks."),
    Field(
      "waveform", \.waveform, .sound, .implied(as: "none"),
      "The level of a sound around the time of the frame: that of an asset in the layer's clock, of an audio track or, with `true`, of the whole composition."
    ),
    Field("fill", \.fill, .color, .implied, "The inside of a shape."),
    Field(
      "evenOdd", \.isEvenOdd, .bool, .implied,
      "Whether what a shape surrounds twice is outside, by the even-odd rule."),
    Field(
      "stroke", \.stroke, .map(stroke).defined(as: "stroke"), .implied(as: "none"),
      "The line along a shape."),
    Field(
      "layers", \.layers, .layers, .implied,
      "Layers in the layer, from the bottom to the top. They lie above its content."),
  ]

  /// The settings of a text.
  static let textKeys: [Field<LayerKeys>] = [
    Field(
      "font", \.font, .font, .implied(as: "the defaults of its keys"),
      "The font of a text: its family, or a map."),
    Field("color", \.color, .color, .implied, "The colour of a text or of a waveform."),
    Field(
      "outline", \.style.outline, .map(textOutline).defined(as: "outline"),
      .implied(as: "none"), "A line around the letters."),
    Field(
      "textBackground", \.style.background, .textBackground, .implied(as: "none"),
      "A box behind the lines of a text: its colour, or a map; `background` is that of the layer's whole area."
    ),
    Field(
      "alignment", \.style.alignment, .word(as: "alignment"), .implied,
      "Where the lines of a text lie; `natural` is the side at which its script starts."),
    Field(
      "verticalAlignment", \.style.verticalAlignment, .word(as: "alignment"), .implied,
      "Where the lines lie in the height of the layer."),
    Field(
      "direction", \.style.direction, .word(as: "direction"), .implied(as: "that of the text"),
      "The direction of lines."),
    Field(
      "padding", \.style.padding, .pair("a padding"), .implied,
      "The distances in pixels between the edges of the layer and its text."),
    Field(
      "wrap", \.style.wraps, .bool, .implied,
      "Whether lines wrap that are wider than the width of the layer, if it has one."),
    Field(
      "maxWidth", \.style.maximumWidth, .length,
      .implied(as: "with `place` that between the margins, else none"),
      "The width in which lines wrap without a `size`: a number of pixels, or a percentage of the layer around."
    ),
    Field(
      "maximumLines", \.style.maximumLines, .integer("a number of lines", in: 1...10_000),
      .implied(as: "no limit"), "The largest number of lines of a paragraph."),
    Field(
      "truncation", \.style.truncation, .word(as: "truncation"),
      .implied(as: "`none`, and with `maximumLines` `end`"),
      "Where an ellipsis stands for text that does not fit."),
    Field(
      "shrinkToFit", \.style.shrinksToFit, .bool, .implied,
      "Whether the font becomes smaller until the text fits into the width and height."),
    Field(
      "reveal", \.reveal, .word(as: "unit"), .implied(as: "none"),
      "The text appears letter by letter or word by word."),
    Field(
      "rate", \.rate, .number("a number from 0.001 to 10000", in: 0.001...10_000),
      .implied(as: "`20`"), "With `reveal`: how many appear in a second."),
  ]

  /// The settings of an image or of the picture.
  static let imageKeys: [Field<LayerKeys>] = [
    Field(
      "gravity", \.gravity, .word(as: "gravity"), .implied,
      "How an image or the picture fills a layer of another size; the last nine keep its size."),
    Field(
      "contentsRect", \.motion.contentsRect, .part, .implied,
      "The visible part of an image, where 0 and 1 are its edges; outside, its edges repeat."),
    Field(
      "contentsCenter", \.motion.contentsCenter, .part, .implied,
      "The part of the visible part that is stretched; the corners around it keep their size."),
    Field(
      "contentsScale", \.motion.scale, .number("a scale from 0.001 to 1000", in: 0.001...1_000),
      .implied, "The pixels of an image in a pixel of the layer, where it keeps its size."),
    Field(
      "source", \.motion.source, .range, .implied(as: "all"),
      "The part of a moving image, or of the sound of a waveform's asset, that plays from the start of the layer's clock."
    ),
    Field(
      "speed", \.motion.speed, .number("a speed from 0.001 to 1000", in: 0.001...1_000), .implied,
      "The speed of a moving image, or of the sound of a waveform's asset."),
    Field(
      "loop", \.motion.loops, .bool, .implied(as: "`true` for GIF and Lottie"),
      "Whether a moving image starts again at its end; else its last frame stays."),
  ]
}
