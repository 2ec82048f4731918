import CutawayModel
import CutawayTime

extension Constructs {
  static let render = Construct<RenderSettings>(
    "render", as: "'render'", blank: RenderSettings(), isBlock: true,
    relations: ["not": ["required": ["frameRate", "frameDuration"]]],
    fields: pictureFields + colorFields + soundFields)

  private static let pictureFields: [Field<RenderSettings>] = [
    Field(
      "size", \.size, .size,
      .implied(as: "the largest upright size of the video segments, made even"),
      "Width and height in pixels."),
    Field(
      "frameRate", in: "frameDuration", get: { $0.frameDuration.flatMap(\.ifRateIsReadable) },
      set: { $0.frameDuration = $1 }, .frameRate, .implied(as: "the highest source rate"),
      "Frames per second; 29.97 is 30000/1001."),
    Field(
      "frameDuration",
      get: { $0.frameDuration?.ifRateIsReadable == nil ? $0.frameDuration : nil },
      set: { $0.frameDuration = $1 }, .fraction("seconds per frame", from: "0.001", to: 1_000),
      .implied(as: "that of `frameRate`"), "Seconds per frame, instead of `frameRate`."),
    Field(
      "scale", \.scale, .fraction("a scale", from: "0.001", to: 8), .stated,
      "The factor by which the output size is multiplied."),
    Field(
      "background",
      get: { settings in
        let (color, blurred) = (settings.background, settings.blurredBackground)
        return BackgroundValues(
          color: blurred == nil || color != .black ? color : nil, blurred: blurred)
      },
      set: {
        $0.background = $1.color ?? .black
        $0.blurredBackground = $1.blurred
      }, .background, .stated,
      "The colour where no layer is visible, or a blurred enlargement of the lowest layer behind it, unless an instruction has its own; `transparent` in [formats with alpha](exports.md#alpha)."
    ),
  ]

  private static let colorFields: [Field<RenderSettings>] = [
    Field(
      "bitDepth", \.bitDepth, .integer("bits of a sample", in: 8...10),
      .implied(as: "see [10 bits and HDR](exports.md#10-bits-and-hdr)"),
      "Bits of a sample of video: 8 or 10."),
    Field(
      "colorPrimaries", \.colorPrimaries, .word(as: "primaries"),
      .implied(as: "those of `transferFunction`"),
      "The primaries of the picture: `bt709`, and with HLG or PQ `bt2020`."),
    Field(
      "transferFunction", \.transferFunction, .word(as: "transfer function"),
      .implied(as: "see [10 bits and HDR](exports.md#10-bits-and-hdr)"),
      "The transfer function of the picture: `bt709` is standard dynamic range, `hlg` and `pq` are "
        + "high dynamic range (BT.2100)."),
    Field(
      "matrix", \.matrix, .word(as: "matrix"), .implied(as: "that of `transferFunction`"),
      "The matrix of the picture: `bt709`, and with HLG or PQ `bt2020`."),
  ]

  private static let soundFields: [Field<RenderSettings>] = [
    Field(
      "sampleRate", \.sampleRate,
      .integer("samples per second", in: RenderSettings.sampleRateRange), .stated,
      "Samples per second of the mix."),
    Field(
      "channels", \.channels, .integer("a number of channels", in: RenderSettings.channelRange),
      .stated, "Channels of the mix."),
  ]
}

extension Reader {
  mutating func render(_ value: SourceValue, path: ModelPath?) -> RenderSettings? {
    frameDuration = .invalid
    guard var fields = fields(of: value, as: Constructs.render) else { return nil }
    let rate = fields["frameRate"], duration = fields["frameDuration"]
    if let rate, let duration {
      report(
        .shape, at: max(rate.position, duration.position),
        "'render' has either 'frameRate' or 'frameDuration', not both")
      fields.remove("frameRate")
      fields.remove("frameDuration")
    }
    var settings = RenderSettings()
    // What cannot be read has its default, and was reported.
    _ = read(fields, into: &settings, path: path)
    if let duration = settings.frameDuration {
      frameDuration = .known(duration)
    } else if rate == nil, duration == nil {
      frameDuration = .missing
    }
    return settings
  }
}

extension ValueForm<PixelSize> {
  static var size: Self {
    let sides = RenderSettings.sideRange
    return ValueForm(
      "`[width, height]`",
      schema: ["type": "array", "items": .integer(in: sides), "minItems": 2, "maxItems": 2],
      write: { .list([.number($0.width), .number($0.height)]) }
    ) { reader, value, _ in
      guard let list = value.list, list.count == 2 else {
        return reader.expected("a size in pixels, [width, height]", in: value)
      }
      let width = reader.integer(list[0], as: "a width in pixels", in: sides)
      let height = reader.integer(list[1], as: "a height in pixels", in: sides)
      guard let width, let height else { return nil }
      return PixelSize(width: width, height: height)
    }
  }
}

extension ValueForm<MediaTime> {
  /// A frame duration, in files its reciprocal.
  static var frameRate: Self {
    let rate = fraction("frames per second", from: "0.001", to: 1_000)
    return ValueForm(
      rate.type, schema: rate.schema(),
      write: { duration in
        let rate = MediaTime(1) / duration
        let isBroadcast = rate.decimal.map { broadcastRates[$0] != nil } ?? false
        return isBroadcast ? .text(rate.description) : .time(rate)
      }
    ) { reader, value, path in
      let scalar = value.scalar
      let broadcast = scalar?.kind == .number ? scalar.flatMap { broadcastRates[$0.text] } : nil
      return (broadcast ?? rate.read(&reader, value, path)).flatMap {
        reader.exact(MediaTime(1) / $0, in: value)
      }
    }
  }
}

/// The frame rates whose decimal form is an approximation, and their exact values.
private let broadcastRates: [String: MediaTime] = [
  "23.976": MediaTime(24_000, over: 1001), "29.97": MediaTime(30_000, over: 1001),
  "59.94": MediaTime(60_000, over: 1001), "119.88": MediaTime(120_000, over: 1001),
]

extension MediaTime {
  /// A frame duration whose frame rate can be read back.
  var ifRateIsReadable: MediaTime? {
    self > .zero && (MediaTime(1) / self).isWithinLimits ? self : nil
  }
}
