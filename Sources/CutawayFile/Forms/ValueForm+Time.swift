import CutawayModel
import CutawayTime

extension ValueForm<MediaTime> {
  /// A time, 0 or later.
  static var time: Self {
    ValueForm(
      "time",
      schema: .any(
        .number(in: 0...1e9),
        [
          "type": "string",
          "anyOf": [
            ["pattern": #"^[0-9]+(\.[0-9]+)?(ms)?$"#], ["pattern": .text(fractionPattern)],
            ["pattern": #"^([0-9]+:)?[0-5]?[0-9]:[0-5]?[0-9](\.[0-9]+)?$"#],
            ["pattern": "^[0-9]+f$"],
          ],
        ]),
      write: { .time($0) }
    ) { reader, value, _ in reader.time(value) }
    .defined(
      as: "time", #"Seconds, "1/30", "1500ms", "00:01:02.500", or output frames, "45f"."#)
  }

  /// A time greater than 0.
  static var duration: Self {
    let time = time
    return ValueForm("time", schema: time.schema(), write: time.write) { reader, value, _ in
      reader.duration(value)
    }
  }

  /// A number, or text such as `"24000/1001"`; `name` for messages.
  static func fraction(_ name: String, from low: String, to high: Int64) -> Self {
    ValueForm(
      "number or fraction from \(low) to \(high)",
      schema: .any(
        ["type": "number", "minimum": .literal(low), "maximum": .literal("\(high)")],
        .reference("fraction", .text(matching: fractionPattern))),
      write: { .time($0) }
    ) { reader, value, _ in reader.fraction(value, as: name, from: low, to: high) }
  }

  private static var fractionPattern: String { "^[0-9]+/0*[1-9][0-9]*$" }
}

extension ValueForm<TimeRange> {
  static var range: Self {
    let time = ValueForm<MediaTime>.time
    return ValueForm(
      "range",
      schema: .any(
        ["type": "array", "items": time.schema(), "minItems": 2, "maxItems": 2],
        Constructs.range.schema),
      write: { .list([.time($0.start), .time($0.end)]) }
    ) { reader, value, _ in reader.range(value) }
    .defined(as: "range", "A time range that includes its start, but not its end.")
  }
}

extension ValueForm<MediaTime> {
  /// A time or a negative one.
  static var offset: Self {
    let pattern =
      #"^-?([0-9]+(\.[0-9]+)?(ms)?|[0-9]+/0*[1-9][0-9]*|"#
      + #"([0-9]+:)?[0-5]?[0-9]:[0-5]?[0-9](\.[0-9]+)?|[0-9]+f)$"#
    return ValueForm(
      "time, also a negative one",
      schema: .any(.number(in: -1e9...1e9), .text(matching: pattern)), write: { .time($0) }
    ) { reader, value, _ in
      guard let scalar = value.scalar, scalar.text.hasPrefix("-") else { return reader.time(value) }
      var positive = value
      positive.content = .scalar(
        .init(text: String(scalar.text.dropFirst()), isPlain: scalar.isPlain))
      return reader.time(positive).map { .zero - $0 }
    }
  }
}

extension ValueForm<ClipRange> {
  /// A range, or `[start, end]` with the word `end` for the end of the clip.
  static var clipRange: Self {
    let time = ValueForm<MediaTime>.time, range = ValueForm<TimeRange>.range
    return ValueForm(
      "range, or `[start, end]` with the word `end`",
      schema: .any(
        range.schema(),
        [
          "type": "array", "prefixItems": [time.schema(), ["const": "end"]], "minItems": 2,
          "maxItems": 2,
        ]),
      write: { clip in
        .list([.time(clip.start), clip.end.map { .time($0) } ?? .text("end")])
      }
    ) { reader, value, path in
      if let list = value.list, list.count == 2, list[1].scalar?.text == "end" {
        return reader.time(list[0]).map { ClipRange(from: $0) }
      }
      return range.read(&reader, value, path).map { ClipRange($0) }
    }
    .defined(as: "clipRange", "A part of a clip; its end may be the word end.")
  }
}

extension Constructs {
  /// A range as a map, which has either `duration` or `end`.
  struct RangeKeys {
    var start = MediaTime.zero
    var duration: MediaTime?
    var end: MediaTime?
  }

  static let range = Construct<RangeKeys>(
    "range", as: "a range", blank: RangeKeys(),
    relations: ["oneOf": [["required": ["duration"]], ["required": ["end"]]]],
    fields: [
      Field("start", \.start, .time, .required, "The start."),
      Field("duration", \.duration, .duration, .implied(as: "that up to `end`"), "The duration."),
      Field("end", \.end, .time, .implied(as: "that after `duration`"), "The end."),
    ])
}

extension Reader {
  static let timeForms = "a time: seconds, \"1/30\", \"1500ms\", \"00:01:02.5\" or \"45f\""

  /// Reads a time, 0 or later.
  mutating func time(_ value: SourceValue) -> MediaTime? {
    guard let scalar = value.scalar else { return expected(Self.timeForms, in: value) }
    switch scalar.kind {
    case .null, .bool: return expected(Self.timeForms, in: value)
    case .number:
      return exactNumber(value, as: "a time from 0 to 10⁹ seconds", in: 0...1e9)
    case .text:
      switch TimeText(scalar.text) {
      case nil: return expected(Self.timeForms, in: value)
      case .seconds(let time): return exact(time, in: value)
      case .frames(let count): return time(ofFrames: count, in: value)
      }
    }
  }

  /// Reads a duration, which must be greater than 0.
  mutating func duration(_ value: SourceValue) -> MediaTime? {
    guard let duration = time(value) else { return nil }
    if duration > .zero { return duration }
    report(.meaning, at: value.position, "a duration must be greater than 0")
    return nil
  }

  /// Reads a time range: `[start, end]`, or a map.
  mutating func range(_ value: SourceValue) -> TimeRange? {
    if let list = value.list {
      if list.count != 2 {
        report(
          .shape, at: value.position,
          "a range has a start and an end, \"[0, 16]\"; found \(list.count) values")
        return nil
      }
      let start = time(list[0])
      let end = time(list[1])
      guard let start, let end else { return nil }
      return span(from: start, to: end, at: value.position)
    }
    guard value.map != nil else {
      return expected("a range: [start, end] or {start: …, duration: …}", in: value)
    }
    guard var fields = fields(of: value, as: Constructs.range) else { return nil }
    switch (fields["duration"], fields["end"]) {
    case (nil, nil): report(.shape, at: value.position, "a range needs 'duration' or 'end'")
    case (_?, let end?):
      report(.shape, at: end.position, "a range has either 'duration' or 'end', not both")
      fields.remove("duration")
      fields.remove("end")
    default: break
    }
    var keys = Constructs.RangeKeys()
    let unread = read(fields, into: &keys, path: nil)
    if unread.contains("start") { return nil }
    if let duration = keys.duration, let position = fields["duration"]?.position {
      return exact(TimeRange(start: keys.start, duration: duration), at: position)
    }
    guard let end = keys.end, let position = fields["end"]?.position else { return nil }
    return span(from: keys.start, to: end, at: position)
  }

  private mutating func span(
    from start: MediaTime, to end: MediaTime, at position: SourcePosition
  ) -> TimeRange? {
    if start < end { return exact(TimeRange(start: start, end: end), at: position) }
    report(
      .meaning, at: position,
      "the range \(start.text)–\(end.text) s is empty: it must end after its start")
    return nil
  }

  private mutating func time(ofFrames count: Int?, in value: SourceValue) -> MediaTime? {
    switch frameDuration {
    case .invalid: return nil
    case .missing:
      report(
        .meaning, at: value.position,
        "\(value.found) counts output frames, which need 'frameRate' or 'frameDuration' in 'render'"
      )
      return nil
    case .known(let duration):
      guard let count, count <= 1_000_000_000_000 else { return exact(nil, in: value) }
      return exact(duration * count, in: value)
    }
  }

  /// Reads a number, or text such as `"24000/1001"`, between bounds.
  fileprivate mutating func fraction(
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
