package import CutawayTime

/// The animation of a property of an element.
///
/// Before the first entry the property has the element's default.
public enum PropertyAnimation: Sendable, Hashable, Codable {
  /// A number.
  ///
  /// A property of integers has the nearest one.
  case number(AnimatedValue<Double>)
  /// A colour, for an unsigned property `NAME` (0xAARRGGBB) or for the three properties `NAME-r`,
  /// `NAME-g` and `NAME-b`.
  case color(AnimatedValue<Color>)
  /// A point, for a pair of properties: `NAME-x` and `NAME-y`, `x-NAME` and `y-NAME`, `NAMEx` and
  /// `NAMEy`, or `xNAME` and `yNAME`.
  case point(AnimatedValue<Point>)
}

extension PropertyAnimation {
  /// The time ranges of the ramps.
  package var ramps: [TimeRange] {
    switch self {
    case .number(let value): value.ramps
    case .color(let value): value.ramps
    case .point(let value): value.ramps
    }
  }

  /// Whether the property never has another value than its default.
  package var isEmpty: Bool {
    switch self {
    case .number(let value): value.entries.isEmpty
    case .color(let value): value.entries.isEmpty
    case .point(let value): value.entries.isEmpty
    }
  }

  /// The properties that an animation called `name` may set: alternatives, each with a property for
  /// every component.
  ///
  /// The first alternative applies whose properties an element has. A colour needs either one
  /// property for all components, or three.
  package func targets(of name: String) -> [[String]] {
    switch self {
    case .number: [[name]]
    case .color: [[name], ["\(name)-r", "\(name)-g", "\(name)-b"]]
    case .point:
      [
        ["\(name)-x", "\(name)-y"], ["x-\(name)", "y-\(name)"], ["\(name)x", "\(name)y"],
        ["x\(name)", "y\(name)"],
      ]
    }
  }

  /// The components of all values of the entries.
  package var allComponents: [[Double]] {
    switch self {
    case .number(let value): value.allValues.map(\.components)
    case .color(let value): value.allValues.map(\.components)
    case .point(let value): value.allValues.map(\.components)
    }
  }

  /// The components of the only value, from time 0 on; `nil` if the value changes.
  package var constantComponents: [Double]? {
    switch self {
    case .number(let value): value.constant?.components
    case .color(let value): value.constant?.components
    case .point(let value): value.constant?.components
    }
  }

  /// The components of the value at a time; `nil` before the first entry.
  ///
  /// Values have at most four components.
  package func components(at time: MediaTime) -> SIMD4<Double>? {
    switch self {
    case .number(let value): value.value(at: time).map { SIMD4($0, 0, 0, 0) }
    case .color(let value):
      value.value(at: time).map {
        SIMD4(Double($0.red), Double($0.green), Double($0.blue), Double($0.alpha))
      }
    case .point(let value): value.value(at: time).map { SIMD4($0.x, $0.y, 0, 0) }
    }
  }

  /// The same animation with times rounded towards zero to whole nanoseconds.
  package func flooredToNanoseconds() -> Self {
    switch self {
    case .number(let value): .number(value.flooredToNanoseconds())
    case .color(let value): .color(value.flooredToNanoseconds())
    case .point(let value): .point(value.flooredToNanoseconds())
    }
  }

  /// The entries as text, without the name of the property.
  var keyframes: String {
    switch self {
    case .number(let value): value.keyframes
    case .color(let value): value.keyframes
    case .point(let value): value.keyframes
    }
  }

  /// Parses entries; the number of components of the first value determines the kind.
  init(keyframes text: String) throws(CompositionError) {
    let value = text.drop { $0 != "=" }.dropFirst().prefix { !">;@".contains($0) }
    switch value.count(where: { $0 == "," }) {
    case Color.componentCount - 1: self = .color(try AnimatedValue(keyframes: text))
    case Point.componentCount - 1: self = .point(try AnimatedValue(keyframes: text))
    default: self = .number(try AnimatedValue(keyframes: text))
    }
  }
}

extension AnimatedValue {
  fileprivate var constant: Value? {
    guard entries.count == 1, case .instant(let time, let value)? = entries.first, time <= .zero
    else { return nil }
    return value
  }

  /// The time ranges of the ramps.
  package var ramps: [TimeRange] { entries.map(\.span).filter { !$0.isEmpty } }
}
