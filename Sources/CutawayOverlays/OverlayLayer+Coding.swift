import FoundationEssentials

// How layers are written in JSON. `Codable` would write each property, of which a layer has thirty.

extension OverlayLayer: CodedByField {
  static var standard: OverlayLayer { OverlayLayer() }

  static let fields: [CodedField<OverlayLayer>] = [
    CodedField("id", \.id),
    CodedField("content", \.content),
    CodedField("range", \.range),
    CodedField("speed", \.speed),
    CodedField("timeOffset", \.timeOffset),
    CodedField("width", \.width),
    CodedField("height", \.height),
    CodedField("position", \.position),
    CodedField("anchorPoint", \.anchorPoint),
    CodedField("zPosition", \.zPosition),
    CodedField("transform", \.transform),
    CodedField("scale", \.scale),
    CodedField("rotation", \.rotation),
    CodedField("offset", \.offset),
    CodedField("origin", \.origin),
    CodedField("sublayerTransform", \.sublayerTransform),
    CodedField("isGeometryFlipped", \.isGeometryFlipped),
    CodedField("opacity", \.opacity),
    CodedField("blending", \.blending),
    CodedField("isHidden", \.isHidden),
    CodedField("background", \.background),
    CodedField("cornerRadius", \.cornerRadius),
    CodedField("border", \.border),
    CodedField("shadow", \.shadow),
    CodedField("masksToBounds", \.masksToBounds),
    CodedField("mask", \.mask),
    CodedField("layers", \.layers),
    CodedField("copies", \.copies),
    CodedField("enter", \.enter),
    CodedField("exit", \.exit),
    CodedField("animations", \.animations),
  ]

  /// Decodes a value in which standard properties may be missing.
  public init(from decoder: any Decoder) throws { try self.init(decodingFields: decoder) }

  /// Encodes the properties that are not standard.
  public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }
}

extension LayerText: CodedByField {
  static var standard: LayerText { LayerText("") }

  static let fields: [CodedField<LayerText>] = [
    CodedField("source", \.source),
    CodedField("isLiteral", \.isLiteral),
    CodedField("font", \.font),
    CodedField("color", \.color),
    CodedField("outline", \.outline),
    CodedField("background", \.background),
    CodedField("alignment", \.alignment),
    CodedField("verticalAlignment", \.verticalAlignment),
    CodedField("direction", \.direction),
    CodedField("padding", \.padding),
    CodedField("wraps", \.wraps),
    CodedField("maximumWidth", \.maximumWidth),
    CodedField("maximumLines", \.maximumLines),
    CodedField("truncation", \.truncation),
    CodedField("shrinksToFit", \.shrinksToFit),
    CodedField("reveal", \.reveal),
  ]

  /// Decodes a value in which standard properties may be missing.
  public init(from decoder: any Decoder) throws { try self.init(decodingFields: decoder) }

  /// Encodes the properties that are not standard.
  public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }
}

extension LayerTextStyle: CodedByField {
  static var standard: LayerTextStyle { LayerTextStyle() }

  static let fields: [CodedField<LayerTextStyle>] = [
    CodedField("color", \.color),
    CodedField("families", \.families),
    CodedField("size", \.size),
    CodedField("weight", \.weight),
    CodedField("isItalic", \.isItalic),
    CodedField("isHidden", \.isHidden),
    CodedField("background", \.background),
    CodedField("scale", \.scale),
    CodedField("growth", \.growth),
    CodedField("pop", \.pop),
  ]

  /// Decodes a value in which standard properties may be missing.
  public init(from decoder: any Decoder) throws { try self.init(decodingFields: decoder) }

  /// Encodes the properties that are not standard.
  public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }
}

extension LayerWaveform: CodedByField {
  static var standard: LayerWaveform { LayerWaveform(.mix) }

  static let fields: [CodedField<LayerWaveform>] = [
    CodedField("sound", \.sound),
    CodedField("style", \.style),
    CodedField("color", \.color),
    CodedField("window", \.window),
    CodedField("bars", \.bars),
    CodedField("gap", \.gap),
    CodedField("gain", \.gain),
    CodedField("source", \.source),
    CodedField("speed", \.speed),
    CodedField("levels", \.levels),
    CodedField("excerpt", \.excerpt),
  ]

  /// Decodes a value in which standard properties may be missing.
  public init(from decoder: any Decoder) throws { try self.init(decodingFields: decoder) }

  /// Encodes the properties that are not standard.
  public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }
}

extension SoundLevels: Codable {
  private enum Key: CodingKey { case peak, parts }

  /// Decodes the peak, and the parts in base 64.
  public init(from decoder: any Decoder) throws {
    let map = try decoder.container(keyedBy: Key.self)
    peak = try map.decode(Double.self, forKey: .peak)
    parts = Array(try map.decode(Data.self, forKey: .parts))
  }

  /// Encodes the peak, and the parts in base 64.
  public func encode(to encoder: any Encoder) throws {
    var map = encoder.container(keyedBy: Key.self)
    try map.encode(peak, forKey: .peak)
    try map.encode(Data(parts), forKey: .parts)
  }
}

extension LayerFont: CodedByField {
  static var standard: LayerFont { LayerFont() }

  static let fields: [CodedField<LayerFont>] = [
    CodedField("families", \.families),
    CodedField("size", \.size),
    CodedField("weight", \.weight),
    CodedField("isItalic", \.isItalic),
    CodedField("stretch", \.stretch),
    CodedField("letterSpacing", \.letterSpacing),
    CodedField("lineHeight", \.lineHeight),
    CodedField("features", \.features),
  ]

  /// Decodes a value in which standard properties may be missing.
  public init(from decoder: any Decoder) throws { try self.init(decodingFields: decoder) }

  /// Encodes the properties that are not standard.
  public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }
}

extension LayerImage: CodedByField {
  static var standard: LayerImage { LayerImage(asset: "") }

  static let fields: [CodedField<LayerImage>] = [
    CodedField("asset", \.asset),
    CodedField("gravity", \.gravity),
    CodedField("contentsRect", \.contentsRect),
    CodedField("contentsCenter", \.contentsCenter),
    CodedField("scale", \.scale),
    CodedField("source", \.source),
    CodedField("speed", \.speed),
    CodedField("loops", \.loops),
    CodedField("frame", \.frame),
  ]

  /// Decodes a value in which standard properties may be missing.
  public init(from decoder: any Decoder) throws { try self.init(decodingFields: decoder) }

  /// Encodes the properties that are not standard.
  public func encode(to encoder: any Encoder) throws { try encodeFields(to: encoder) }
}
