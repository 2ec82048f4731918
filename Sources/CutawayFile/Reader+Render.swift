import CutawayModel
import CutawayTime

extension Reader {
  /// The frame rates whose decimal form is an approximation, and their exact values.
  static let broadcastRates: [String: MediaTime] = [
    "23.976": MediaTime(24_000, over: 1001), "29.97": MediaTime(30_000, over: 1001),
    "59.94": MediaTime(60_000, over: 1001), "119.88": MediaTime(120_000, over: 1001),
  ]

  static let renderKeys = [
    "size", "frameRate", "frameDuration", "scale", "background", "sampleRate", "channels",
  ]

  mutating func render(_ value: SourceValue) -> RenderSettings {
    let path = ["render"]
    positions[path] = value.position
    var settings = RenderSettings()
    guard let fields = fields(of: value, as: "'render'", keys: Self.renderKeys) else {
      frameDuration = .invalid
      return settings
    }
    for (key, value) in fields.values { positions[path + [key]] = value.position }
    settings.size = fields["size"].flatMap { size($0) }
    settings.frameDuration = frameDuration(of: fields)
    settings.scale = fields["scale"].flatMap { scale($0) } ?? settings.scale
    settings.background = fields["background"].flatMap { color($0) } ?? settings.background
    settings.sampleRate =
      fields["sampleRate"].flatMap {
        integer($0, as: "samples per second", in: RenderSettings.sampleRateRange)
      }
      ?? settings.sampleRate
    settings.channels =
      fields["channels"].flatMap {
        integer($0, as: "a number of channels", in: RenderSettings.channelRange)
      }
      ?? settings.channels
    return settings
  }

  private mutating func size(_ value: SourceValue) -> PixelSize? {
    guard let list = value.list, list.count == 2 else {
      return expected("a size in pixels, [width, height]", in: value)
    }
    let width = integer(list[0], as: "a width in pixels", in: RenderSettings.sideRange)
    let height = integer(list[1], as: "a height in pixels", in: RenderSettings.sideRange)
    guard let width, let height else { return nil }
    return PixelSize(width: width, height: height)
  }

  private mutating func frameDuration(of fields: Fields) -> MediaTime? {
    let result: MediaTime?
    switch (fields["frameRate"], fields["frameDuration"]) {
    case (nil, nil): return nil
    case (let rate?, nil):
      positions[["render", "frameDuration"]] = rate.position
      result = frameRate(rate).flatMap { exact(MediaTime(1) / $0, in: rate) }
    case (nil, let duration?):
      result = fraction(duration, as: "seconds per frame", from: "0.001", to: 1_000)
    case (let rate?, let duration?):
      report(
        .shape, at: max(rate.position, duration.position),
        "'render' has either 'frameRate' or 'frameDuration', not both")
      result = nil
    }
    frameDuration = result.map { .known($0) } ?? .invalid
    return result
  }

  private mutating func frameRate(_ value: SourceValue) -> MediaTime? {
    if let scalar = value.scalar, scalar.kind == .number,
      let rate = Self.broadcastRates[scalar.text]
    {
      return rate
    }
    return fraction(value, as: "frames per second", from: "0.001", to: 1_000)
  }

  private mutating func scale(_ value: SourceValue) -> MediaTime? {
    fraction(value, as: "a scale", from: "0.001", to: 8)
  }

  /// Reads a number, or text such as `"24000/1001"`, between bounds.
  private mutating func fraction(
    _ value: SourceValue, as name: String, from low: String, to high: Int64
  ) -> MediaTime? {
    let form = "\(name) from \(low) to \(high): a number or a fraction like \"24000/1001\""
    guard let low = MediaTime(low), let scalar = value.scalar else {
      return expected(form, in: value)
    }
    let high = MediaTime(high)
    switch scalar.kind {
    case .number: return exactNumber(value, as: form, in: low.seconds...high.seconds)
    case .text where scalar.text.isFraction:
      guard let fraction = exact(MediaTime(scalar.text), in: value) else { return nil }
      if (low...high).contains(fraction) { return fraction }
      report(.meaning, at: value.position, "expected \(form), found \(value.found)")
      return nil
    default: return expected(form, in: value)
    }
  }
}
