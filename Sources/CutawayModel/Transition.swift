public import CutawayTime

/// A change from one segment to the next one while both play.
///
/// Compositions have no transitions as such. ``Composition/setSegments(_:transitions:of:)`` and
/// ``Composition/addTransition(_:over:from:to:)`` write out what one means: two tracks that overlap,
/// and an instruction that combines them. Between audio tracks, a transition of any kind is a cross-fade
/// of equal power.
public struct Transition: Sendable, Hashable, Codable {
  /// How the second picture replaces the first one.
  public var kind: Kind
  /// How long both segments play, in seconds of the composition; greater than 0.
  public var duration: MediaTime
  /// The rate at which the picture changes; sound always has equal power.
  public var easing: Easing
  /// Settings of the element, such as `direction`, by the names of its properties.
  public var properties: [String: Effect.Value]

  /// How a picture replaces another one.
  public enum Kind: Sendable, Hashable, Codable {
    /// The opacity of one picture changes.
    case dissolve
    /// The mixer with this factory name, such as `wipetransition`, draws both pictures.
    ///
    /// `sink_0` gets the outgoing picture, `sink_1` the incoming one. The property `progress` runs
    /// from 0 to 1.
    case element(String)

    /// The rate of the change where none is stated: movements start and end slowly, others are linear.
    public var usualEasing: Easing {
      guard case .element(let name) = self else { return .linear }
      return Transition.movements.map(Transition.elementName).contains(name) ? .easeInOut : .linear
    }
  }

  /// The names of transitions in composition files.
  public static let names = [
    "dissolve", "wipe", "slide", "push", "zoom", "circle", "clock", "blinds", "fadeThroughColor",
    "luma", "whip", "zoomPunch", "glitch",
  ]

  /// Those of ``names`` that move pictures.
  private static let movements = ["slide", "push", "zoom"]

  /// The factory name of the element that draws a named transition.
  ///
  /// - Parameter name: One of ``names``.
  /// - Returns: The name in lower case, followed by `transition`.
  public static func elementName(of name: String) -> String { name.lowercased() + "transition" }

  /// Creates a transition; whether an element has the properties is not checked.
  ///
  /// - Parameters:
  ///   - kind: The kind of transition.
  ///   - duration: In seconds of the composition.
  ///   - easing: The rate of the change; `nil` is ``Kind/usualEasing``.
  ///   - properties: Settings of the element.
  public init(
    _ kind: Kind = .dissolve, duration: MediaTime, easing: Easing? = nil,
    properties: [String: Effect.Value] = [:]
  ) {
    self.kind = kind
    self.duration = duration
    self.easing = easing ?? kind.usualEasing
    self.properties = properties
  }

  /// Creates a transition from its name in composition files, such as `wipe`.
  ///
  /// - Parameters:
  ///   - name: One of ``names``.
  ///   - duration: In seconds of the composition.
  ///   - easing: The rate of the change; `nil` is ``Kind/usualEasing``.
  ///   - properties: Settings of the element.
  public init(
    named name: String, duration: MediaTime, easing: Easing? = nil,
    properties: [String: Effect.Value] = [:]
  ) {
    self.init(
      name == "dissolve" ? .dissolve : .element(Self.elementName(of: name)), duration: duration,
      easing: easing, properties: properties)
  }

  /// The factory name of the mixer that draws the transition where opacities cannot.
  var element: String {
    switch kind {
    case .dissolve: Self.elementName(of: "dissolve")
    case .element(let name): name
    }
  }
}
