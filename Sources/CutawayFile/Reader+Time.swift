import CutawayTime

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
    let fields = fields(
      of: value, as: "a range", keys: ["start", "duration", "end"], required: ["start"])
    let start = fields?["start"].flatMap { time($0) }
    switch (fields?["duration"], fields?["end"]) {
    case (let value?, nil):
      guard let duration = self.duration(value), let start else { return nil }
      return exact(TimeRange(start: start, duration: duration), at: value.position)
    case (nil, let value?):
      guard let end = time(value), let start else { return nil }
      return span(from: start, to: end, at: value.position)
    case (nil, nil): report(.shape, at: value.position, "a range needs 'duration' or 'end'")
    case (_?, let end?):
      report(.shape, at: end.position, "a range has either 'duration' or 'end', not both")
    }
    return nil
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
}
