public import CutawayTime

extension Effect.Value {
  /// A number that changes once.
  ///
  ///     Effect(
  ///       element: "vignette",
  ///       properties: ["strength": .ramp(over: range, from: 0, to: 1, easing: .easeOut)])
  ///
  /// Before the range the property has the element's default, after it `to`. Several ramps are
  /// `.animated(.number(value))` with an `AnimatedValue`.
  ///
  /// - Parameters:
  ///   - range: When the value changes, in the time of the composition; not empty.
  ///   - from: The value at the start of the range.
  ///   - to: The value from the end of the range on.
  ///   - easing: The rate of the change.
  /// - Returns: The animation.
  /// - Throws: `CompositionError` if the range is empty.
  public static func ramp(
    over range: TimeRange, from: Double, to: Double, easing: Easing = .linear
  ) throws(CompositionError) -> Self {
    .animated(.number(try AnimatedValue(from: from, to: to, over: range, easing)))
  }

  /// A colour that changes once, by component, with the parameters of a ramp of numbers.
  ///
  /// - Throws: `CompositionError` if the range is empty.
  public static func ramp(
    over range: TimeRange, from: Color, to: Color, easing: Easing = .linear
  ) throws(CompositionError) -> Self {
    .animated(.color(try AnimatedValue(from: from, to: to, over: range, easing)))
  }

  /// A point that moves once, on a straight line, with the parameters of a ramp of numbers.
  ///
  /// - Throws: `CompositionError` if the range is empty.
  public static func ramp(
    over range: TimeRange, from: Point, to: Point, easing: Easing = .linear
  ) throws(CompositionError) -> Self {
    .animated(.point(try AnimatedValue(from: from, to: to, over: range, easing)))
  }

  /// A constant colour, for the properties that `PropertyAnimation.color` names.
  public static func color(_ color: Color) -> Self { .animated(.color(AnimatedValue(color))) }

  /// A constant point, for the properties that `PropertyAnimation.point` names.
  public static func point(x: Double, y: Double) -> Self {
    .animated(.point(AnimatedValue(Point(x: x, y: y))))
  }
}

extension AnimatedValue {
  fileprivate init(
    from: Value, to: Value, over range: TimeRange, _ easing: Easing
  ) throws(CompositionError) {
    try self.init(entries: [.ramp(Ramp(over: range, from: from, to: to, easing: easing))])
  }
}

extension Effect {
  /// The same effect with its animations `offset` later.
  public func moved(by offset: MediaTime) -> Effect {
    var result = self
    result.properties = properties.mapValues { value in
      guard case .animated(let animation) = value else { return value }
      return .animated(animation.moved(by: offset))
    }
    return result
  }

  /// The animated properties in the order of their names.
  package var animations: [(name: String, animation: PropertyAnimation)] {
    properties.sorted { $0.key < $1.key }.compactMap { name, value in
      guard case .animated(let animation) = value else { return nil }
      return (name, animation)
    }
  }
}

extension PropertyAnimation {
  fileprivate func moved(by offset: MediaTime) -> Self {
    switch self {
    case .number(let value): .number(value.moved(by: offset))
    case .color(let value): .color(value.moved(by: offset))
    case .point(let value): .point(value.moved(by: offset))
    }
  }
}
