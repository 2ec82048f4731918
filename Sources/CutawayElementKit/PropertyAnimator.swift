/// An element that passes on its stream unchanged, and sets properties of the element after it for
/// each buffer.
package protocol PropertyAnimator: Element, Equatable {
  /// The properties to set.
  ///
  /// - Throws: `ElementError` if the settings are invalid.
  func makePlan() throws(ElementError) -> [PropertyPlan]
}

/// A property, or several that are the components of one value, and the values over time.
package struct PropertyPlan: Sendable {
  /// The name for messages.
  package let name: String
  /// Alternatives, each with the names of the properties to set, one for each component.
  ///
  /// The first alternative applies whose properties the element has.
  package let targets: [[String]]
  /// The kind of value, which determines how components are stored.
  package let kind: Kind
  /// The components at a time; `nil` where the property keeps the value that the element had
  /// before.
  package let components: @Sendable (PlanTime) -> SIMD4<Double>?

  /// A kind of value.
  package enum Kind: Sendable, Hashable {
    /// One number, or two coordinates.
    case numbers
    /// Red, green, blue and alpha from 0 to 255: one unsigned property 0xAARRGGBB, or properties
    /// for red, green and blue.
    case color
  }

  /// Creates the plan of a property.
  package init(
    _ name: String, targets: [[String]], kind: Kind,
    components: @escaping @Sendable (PlanTime) -> SIMD4<Double>?
  ) {
    self.name = name
    self.targets = targets
    self.kind = kind
    self.components = components
  }
}

/// A time at which a plan is evaluated.
package enum PlanTime: Sendable, Hashable {
  /// The exact time of a frame, or of a sample.
  case exact(FrameInstant)
  /// A time of a stream without a constant rate, rounded down to nanoseconds.
  case nanoseconds(Int64)
}
