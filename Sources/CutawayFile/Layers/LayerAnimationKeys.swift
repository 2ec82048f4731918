import CutawayModel
import CutawayTime

/// The values of keys with a timing.
protocol TimedKeys: Sendable {
  var timing: LayerTiming { get set }
}

/// The values of an animation's keys, as a file has them.
struct LayerAnimationKeys: TimedKeys {
  var property = LayerProperty.opacity
  var from: LayerValue?
  var to: LayerValue?
  var by: LayerValue?
  var values: [LayerValue]?
  var keyTimes: [Double] = []
  var easings: [LayerEasing] = []
  var mode: LayerAnimation.Mode?
  var path: String?
  var rotation = LayerMotionPath.Rotation.none
  var timing = LayerTiming()
  var isAdditive = false
  var isCumulative = false
}

/// The values of a group's keys.
struct LayerGroupKeys: TimedKeys {
  var animations: [LayerAnimation] = []
  var timing = LayerTiming()
}

extension Constructs {
  static let layerAnimation = Construct<LayerAnimationKeys>(
    "animation", as: "an animation", blank: LayerAnimationKeys(),
    alternatives: ["group"],
    fields: valueKeys
      + timeKeys(
        clock: "the layer's clock or that of its group",
        duration: "0.25, or that of the spring or the group") + sumKeys)

  private static let valueKeys: [Field<LayerAnimationKeys>] = [
    Field(
      "property", \.property, .word(as: "property"), .required, "The property that changes."),
    Field("from", \.from, .layerValue, .implied(as: "the value so far"), "The first value."),
    Field("to", \.to, .layerValue, .implied(as: "the value so far"), "The last value."),
    Field(
      "by", \.by, .layerValue, .implied(as: "none"), "The difference, instead of `from` or `to`."),
    Field(
      "values", \.values, .list(of: .layerValue, "values"), .implied(as: "none"),
      "One value after another, instead of `from`, `to` and `by`."),
    Field(
      "easings", \.easings, .list(of: .layerEasing, "easings"), .implied(as: "linear"),
      "The rates between the values, one fewer than values, after `easing`, which shapes the whole cycle."
    ),
    Field(
      "keyTimes", \.keyTimes, .list(of: .number("a part from 0 to 1", in: 0...1), "parts"),
      .implied(as: "even"), "The part of the cycle at which each value is reached, in order."),
    Field(
      "mode", \.mode, .word(as: "mode"), .implied(as: "`linear`, and with `path` `paced`"),
      "How the values are connected."),
    Field(
      "path", \.path, .svg, .implied(as: "none"),
      "SVG data of a path in pixels of the layer around, along which a point moves."),
    Field(
      "rotate", \.rotation, .word(as: "rotation"), .implied,
      "Whether the layer turns with `path`, forwards or backwards."),
  ]

  private static let sumKeys: [Field<LayerAnimationKeys>] = [
    Field(
      "additive", \.isAdditive, .bool, .implied,
      "Whether the value is added to the value so far; matrices are concatenated."),
    Field(
      "cumulative", \.isCumulative, .bool, .implied,
      "Whether each repetition starts where the last one ended."),
  ]

  /// The keys of a timing, which an animation and a group of animations have.
  private static func timeKeys<Whole: TimedKeys>(
    clock: String, duration: String
  ) -> [Field<Whole>] {
    [
      Field("at", \.timing.begin, .time, .implied, "The start, in \(clock)."),
      Field(
        "duration", \.timing.duration, .duration, .implied(as: duration),
        "The length of a cycle."),
      Field(
        "speed", \.timing.speed, .clockSpeed, .implied,
        "The rate of its time relative to that around it."),
      Field("timeOffset", \.timing.timeOffset, .time, .implied, "Its time at its start."),
      Field("easing", \.timing.easing, .layerEasing, .implied, "The rate within a cycle."),
      Field(
        "repeat", \.timing.repeatCount, .repeatCount, .implied,
        "How often the cycle plays, also a part of it, or `forever`."),
      Field(
        "autoreverses", \.timing.autoreverses, .bool, .implied,
        "Whether each cycle also plays backwards, which doubles its length."),
      Field(
        "fill", \.timing.fill, .word(as: "fill"), .implied,
        "Which values hold outside of the active time: the last after it (`forwards`), the first before it (`backwards`)."
      ),
    ]
  }

  static let animationGroup = Construct<LayerGroupKeys>(
    "group", as: "a group of animations", blank: LayerGroupKeys(),
    fields: [
      Field(
        "group", \.animations, .innerAnimations, .required,
        "Animations that run in the time of the group, which starts at 0 at its start; it clips them."
      )
    ]
      + timeKeys(
        clock: "the clock around", duration: "0.25, or that of the group around"))
}

extension ValueForm<Double> {
  /// The rate of a clock.
  static var clockSpeed: Self { number("a speed from -1000 to 1000", in: -1_000...1_000) }

  fileprivate static var repeatCount: Self {
    let number = number("a number from 0 to 1000000", in: 0...1_000_000)
    return ValueForm(
      "number, or `forever`", schema: .any(number.schema(), .words(["forever"])),
      write: { $0 == .infinity ? .text("forever") : .number($0) }
    ) { reader, value, path in
      value.scalar?.text == "forever" ? .infinity : number.read(&reader, value, path)
    }
  }
}

extension LayerAnimationKeys {
  init(_ animation: LayerAnimation) {
    property = animation.property
    switch animation.values {
    case .basic(let from, let to, let by): (self.from, self.to, self.by) = (from, to, by)
    case .keyframes(let values, let keyTimes, let mode, let easings):
      (self.values, self.keyTimes, self.easings) = (values, keyTimes, easings)
      self.mode = mode == .linear ? nil : mode
    case .path(let motion):
      (path, keyTimes, rotation) = (motion.data, motion.keyTimes, motion.rotation)
      mode = motion.mode == .paced ? nil : motion.mode
    }
    timing = LayerTiming(
      begin: animation.begin, duration: animation.duration, speed: animation.speed,
      timeOffset: animation.timeOffset, easing: animation.easing,
      repeatCount: animation.repeatCount, autoreverses: animation.autoreverses,
      fill: animation.fill)
    (isAdditive, isCumulative) = (animation.isAdditive, animation.isCumulative)
  }

  fileprivate var animation: LayerAnimation {
    let way: LayerAnimation.Values =
      values.map {
        .keyframes($0, keyTimes: keyTimes, mode: mode ?? .linear, easings: easings)
      }
      ?? path.map {
        .path(LayerMotionPath($0, keyTimes: keyTimes, mode: mode ?? .paced, rotation: rotation))
      } ?? .basic(from: from, to: to, by: by)
    return LayerAnimation(
      property, way, at: timing.begin, duration: timing.duration, easing: timing.easing,
      repeatCount: timing.repeatCount, autoreverses: timing.autoreverses, isAdditive: isAdditive,
      isCumulative: isCumulative, fill: timing.fill, speed: timing.speed,
      timeOffset: timing.timeOffset)
  }
}

extension LayerAnimationKeys {
  fileprivate func isRight(_ times: Int, for values: Int) -> Bool {
    times == values || mode == .discrete && times == values + 1
  }
}

extension Reader {
  mutating func layerAnimation(_ value: SourceValue, path: ModelPath?) -> LayerAnimation? {
    guard let fields = fields(of: value, as: Constructs.layerAnimation) else { return nil }
    var keys = Constructs.layerAnimation.blank
    guard read(fields, into: &keys, path: path).isEmpty else { return nil }
    let basic = ["from", "to", "by"].compactMap { fields[$0] }
    let ways = [basic.first, fields["values"], fields["path"]].compactMap(\.self)
    if ways.count != 1 {
      report(
        .meaning, at: ways.dropFirst().first?.position ?? value.position,
        "an animation needs either 'from', 'to' or 'by', or 'values', or 'path'")
      return nil
    }
    let needs = [
      ("keyTimes", basic.isEmpty, "'values' or 'path'"),
      ("mode", basic.isEmpty, "'values' or 'path'"), ("rotate", keys.path != nil, "'path'"),
      ("easings", keys.values != nil, "'values'"),
    ]
    for (key, isRight, needed) in needs where !isRight {
      if let own = fields[key] {
        report(.meaning, at: own.position, "'\(key)' needs \(needed)")
        return nil
      }
    }
    if let values = fields["values"], keys.values?.isEmpty == true {
      report(.meaning, at: values.position, "an animation needs at least one value")
      return nil
    }
    if let path = fields["path"], keys.property.kind != .point {
      report(
        .meaning, at: path.position,
        "'\(keys.property.rawValue)' takes \(keys.property.kind.text), found a path")
      return nil
    }
    return readValues(fields, into: &keys) && checkTimes(of: keys, fields) ? keys.animation : nil
  }

  /// Reads values, whose kind follows from the property.
  private mutating func readValues(
    _ fields: Fields<LayerAnimationKeys>, into keys: inout LayerAnimationKeys
  ) -> Bool {
    var isRight = true
    func read(_ value: SourceValue?, _ reader: inout Reader) -> LayerValue? {
      guard let value, isRight else { return nil }
      let read = reader.layerValue(value, of: keys.property)
      isRight = read != nil
      return read
    }
    keys.from = read(fields["from"], &self)
    keys.to = read(fields["to"], &self)
    keys.by = read(fields["by"], &self)
    keys.values = fields["values"]?.list.map { list in
      list.compactMap { read($0, &self) }
    }
    return isRight
  }

  private mutating func checkTimes(
    of keys: LayerAnimationKeys, _ fields: Fields<LayerAnimationKeys>
  ) -> Bool {
    let count = keys.values?.count ?? 0
    if let easings = fields["easings"], keys.easings.count != count - 1 {
      report(
        .meaning, at: easings.position,
        "\(count) values need \(count - 1) easings, found \(keys.easings.count)")
      return false
    }
    guard let times = fields["keyTimes"] else { return true }
    if let values = keys.values, !keys.isRight(keys.keyTimes.count, for: values.count) {
      let wanted =
        keys.mode == .discrete ? "\(values.count) or \(values.count + 1)" : "\(values.count)"
      report(
        .meaning, at: times.position,
        "\(values.count) values need \(wanted) key times, found \(keys.keyTimes.count)")
      return false
    }
    // The reader has reported a path that it cannot read.
    let pieces = keys.path.flatMap { try? LayerPath(svg: $0) }?.pieceCount
    if let pieces, pieces + 1 != keys.keyTimes.count {
      report(
        .meaning, at: times.position,
        "\(pieces) lines and curves need \(pieces + 1) key times, found \(keys.keyTimes.count)")
      return false
    }
    if zip(keys.keyTimes, keys.keyTimes.dropFirst()).contains(where: { $0 > $1 }) {
      report(.meaning, at: times.position, "key times must not fall")
      return false
    }
    return true
  }
}
