import CutawayModel
import CutawayTime

/// The values of an animation's keys, as a file has them.
struct LayerAnimationKeys: Sendable {
  var property = LayerProperty.opacity
  var from: LayerValue?
  var to: LayerValue?
  var by: LayerValue?
  var values: [LayerValue]?
  var keyTimes: [Double] = []
  var mode: LayerAnimation.Mode?
  var path: String?
  var rotation = LayerMotionPath.Rotation.none
  var begin = MediaTime.zero
  var duration: MediaTime?
  var easing = LayerEasing.curve(.linear)
  var repeatCount = 1.0
  var autoreverses = false
  var isAdditive = false
  var isCumulative = false
  var fill = LayerAnimation.Fill.both
}

extension Constructs {
  static let layerAnimation = Construct(
    "animation", as: "an animation", blank: LayerAnimationKeys(),
    fields: valueKeys + timeKeys)

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

  private static let timeKeys: [Field<LayerAnimationKeys>] = [
    Field("at", \.begin, .time, .implied, "The start, in the layer's clock."),
    Field(
      "duration", \.duration, .duration, .implied(as: "0.25, or that of the spring"),
      "The length of a cycle."),
    Field("easing", \.easing, .layerEasing, .implied, "The rate within a cycle."),
    Field(
      "repeat", \.repeatCount, .repeatCount, .implied,
      "How often the cycle plays, also a part of it, or `forever`."),
    Field(
      "autoreverses", \.autoreverses, .bool, .implied,
      "Whether each cycle also plays backwards, which doubles its length."),
    Field(
      "additive", \.isAdditive, .bool, .implied, "Whether the value is added to the value so far."
    ),
    Field(
      "cumulative", \.isCumulative, .bool, .implied,
      "Whether each repetition starts where the last one ended."),
    Field(
      "fill", \.fill, .word(as: "fill"), .implied,
      "Which values hold outside of the active time: the last after it (`forwards`), the first before it (`backwards`)."
    ),
  ]
}

extension ValueForm<Double> {
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

extension ValueForm<LayerValue> {
  static var layerValue: Self {
    let point = ValueForm<Point>.point, color = ValueForm<Color>.color
    return ValueForm(
      "number, `[x, y]` or colour",
      schema: .any(["type": "number"], point.schema(), color.schema()),
      write: { value in
        switch value {
        case .number(let number): .number(number)
        case .point(let own): point.write(own)
        case .color(let own): color.write(own)
        }
      }
    ) { reader, value, path in
      if value.list != nil { return point.read(&reader, value, path).map { .point($0) } }
      if value.scalar?.kind == .text { return color.read(&reader, value, path).map { .color($0) } }
      return reader.number(value, as: "a number, [x, y] or a colour").map { .number($0) }
    }
  }
}

extension ValueForm<LayerAnimation> {
  static var layerAnimation: Self {
    ValueForm(
      "[map](#animation)", schema: Constructs.layerAnimation.schema,
      write: { Constructs.layerAnimation.yaml(LayerAnimationKeys($0)) }
    ) { reader, value, path in reader.layerAnimation(value, path: path) }
    .defined(as: "animation")
  }
}

extension LayerAnimationKeys {
  init(_ animation: LayerAnimation) {
    property = animation.property
    switch animation.values {
    case .basic(let from, let to, let by): (self.from, self.to, self.by) = (from, to, by)
    case .keyframes(let values, let keyTimes, let mode):
      (self.values, self.keyTimes) = (values, keyTimes)
      self.mode = mode == .linear ? nil : mode
    case .path(let motion):
      (path, keyTimes, rotation) = (motion.data, motion.keyTimes, motion.rotation)
      mode = motion.mode == .paced ? nil : motion.mode
    }
    (begin, duration, easing) = (animation.begin, animation.duration, animation.easing)
    (repeatCount, autoreverses) = (animation.repeatCount, animation.autoreverses)
    (isAdditive, isCumulative) = (animation.isAdditive, animation.isCumulative)
    fill = animation.fill
  }

  fileprivate var animation: LayerAnimation {
    let way: LayerAnimation.Values =
      values.map { .keyframes($0, keyTimes: keyTimes, mode: mode ?? .linear) }
      ?? path.map {
        .path(LayerMotionPath($0, keyTimes: keyTimes, mode: mode ?? .paced, rotation: rotation))
      } ?? .basic(from: from, to: to, by: by)
    return LayerAnimation(
      property, way, at: begin, duration: duration, easing: easing, repeatCount: repeatCount,
      autoreverses: autoreverses, isAdditive: isAdditive, isCumulative: isCumulative, fill: fill)
  }
}

extension LayerAnimationKeys {
  fileprivate func isRight(_ times: Int, for values: Int) -> Bool {
    times == values || mode == .discrete && times == values + 1
  }
}

extension Reader {
  fileprivate mutating func layerAnimation(
    _ value: SourceValue, path: ModelPath?
  ) -> LayerAnimation? {
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
      ("keyTimes", basic.isEmpty), ("mode", basic.isEmpty), ("rotate", keys.path != nil),
    ]
    for (key, isRight) in needs where !isRight {
      if let own = fields[key] {
        report(
          .meaning, at: own.position,
          "'\(key)' needs \(key == "rotate" ? "'path'" : "'values' or 'path'")")
        return nil
      }
    }
    if let values = fields["values"], keys.values?.isEmpty == true {
      report(.meaning, at: values.position, "an animation needs at least one value")
      return nil
    }
    let kind = keys.property.kind, all = [keys.from, keys.to, keys.by].compactMap(\.self)
    for (own, source) in zip(all, basic) + zip(keys.values ?? [], fields["values"]?.list ?? [])
    where own.kind != kind {
      report(
        .meaning, at: source.position,
        "'\(keys.property.rawValue)' takes \(kind.text), found \(source.found)")
      return nil
    }
    if let path = fields["path"], kind != .point {
      report(
        .meaning, at: path.position,
        "'\(keys.property.rawValue)' takes \(kind.text), found a path")
      return nil
    }
    return checkTimes(of: keys, fields["keyTimes"]) ? keys.animation : nil
  }

  private mutating func checkTimes(of keys: LayerAnimationKeys, _ times: SourceValue?) -> Bool {
    guard let times else { return true }
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

private func + <A, B>(
  a: Zip2Sequence<[A], [B]>, b: Zip2Sequence<[A], [B]>
) -> [(A, B)] { Array(a) + Array(b) }

extension LayerValue.Kind {
  fileprivate var text: String {
    switch self {
    case .number: "a number"
    case .point: "[x, y]"
    case .color: "a colour"
    }
  }
}
