import CutawayModel
import CutawayTime

extension Constructs {
  /// The values of a transition's keys, but for the properties of its element.
  struct TransitionValues: Equatable {
    var type: String?
    var element: String?
    var duration = MediaTime(1)
    var range: TimeRange?
    var easing: Easing?
    var from: Track.ID = ""
    var to: Track.ID = ""
    var properties: [String: Effect.Value] = [:]
  }

  /// All other keys are properties of the element.
  static let transition = Construct<TransitionValues>(
    "transition", as: "a transition", blank: TransitionValues(),
    relations: ["additionalProperties": Effect.Value.schema],
    fields: [
      Field("duration", \.duration, .duration, .implied, "How long both segments play.")
    ] + kinds)

  /// A transition between two tracks.
  static let transitionOfTracks = Construct<TransitionValues>(
    "transitions", as: "a transition of tracks", blank: TransitionValues(),
    relations: ["additionalProperties": Effect.Value.schema],
    fields: [
      Field(
        "from", \.from, .name("the name of a track"), .required, "The track that is shown before."),
      Field(
        "to", \.to, .name("the name of a track"), .required, "The track that is shown after."),
      Field("range", \.range, .range, .required, "When both are shown."),
    ] + kinds)

  private static let kinds: [Field<TransitionValues>] = [
    Field(
      "type", \.type, .transitionName, .implied(as: "`dissolve`"),
      "The kind of transition. The other keys are its settings."),
    Field(
      "element", \.element, .text("the name of an element"), .implied(as: "that of `type`"),
      "A mixer that draws the transition, instead of `type`."),
    Field(
      "easing", \.easing, .easing,
      .implied(as: "`easeInOut` for `push`, `slide` and `zoom`, else `linear`"),
      "The rate of the change of the picture."),
  ]
}

extension ValueForm<String> {
  fileprivate static var transitionName: Self {
    .word(of: Transition.names, as: "transition")
  }
}

extension ValueForm<Constructs.TransitionValues> {
  /// A duration, a name, or a map.
  static var transition: Self {
    let time = ValueForm<MediaTime>.duration, name = ValueForm<String>.transitionName
    let construct = Constructs.transition
    return ValueForm(
      "time, name, or [map](#transition)",
      schema: .any(time.schema(), name.schema(), construct.schema),
      write: { construct.yaml($0).adding($0.properties.yaml) }
    ) { reader, value, path in
      // Times have digits, and names have none.
      if let text = value.scalar?.text, !text.contains(where: \.isNumber) {
        return name.read(&reader, value, path).flatMap { type in
          reader.completed(construct.blank, type: type, at: value.position)
        }
      }
      if value.map == nil, value.scalar != nil {
        return time.read(&reader, value, path).map { duration in
          var values = construct.blank
          values.duration = duration
          return values
        }
      }
      return reader.transition(value, of: construct, path: path)
    }
    .defined(
      as: "transition", "A transition: the duration of a dissolve, the name of a kind, or a map.")
  }

  /// A map with the tracks and the range.
  static var transitionOfTracks: Self {
    let construct = Constructs.transitionOfTracks
    return ValueForm(
      "[map](#transitions)", schema: construct.schema,
      write: { construct.yaml($0).adding($0.properties.yaml) }
    ) { reader, value, path in reader.transition(value, of: construct, path: path) }
  }
}

extension Reader {
  fileprivate mutating func transition(
    _ value: SourceValue, of construct: Construct<Constructs.TransitionValues>, path: ModelPath?
  ) -> Constructs.TransitionValues? {
    var values = construct.blank
    guard let properties = element(value, of: construct, into: &values, path: path) else {
      return nil
    }
    if values.type != nil, values.element != nil {
      report(
        .meaning, at: value.position, "a transition has either 'type' or 'element', not both")
      return nil
    }
    if properties["progress"] != nil {
      report(
        .meaning, at: value.position,
        "a transition sets 'progress' itself; 'easing' changes its rate")
      return nil
    }
    values.properties = resolvingImage(of: values.kind.element, in: properties)
    return completed(values, type: values.type, at: value.position)
  }

  /// The values with a type; `nil` if the type needs more.
  fileprivate mutating func completed(
    _ values: Constructs.TransitionValues, type: String?, at position: SourcePosition
  ) -> Constructs.TransitionValues? {
    var values = values
    values.type = type
    if type == "luma", values.properties["image"] == nil {
      report(
        .meaning, at: position,
        "the transition 'luma' needs 'image', the path of a picture whose dark parts change first")
      return nil
    }
    return values
  }
}

extension Constructs.TransitionValues {
  fileprivate var kind: Transition.Kind {
    if let element { return .element(element) }
    return Transition(named: type ?? "dissolve", duration: duration).kind
  }

  /// The transition.
  var transition: Transition {
    Transition(
      kind, duration: range?.duration ?? duration, easing: easing, properties: properties)
  }
}

extension Transition.Kind {
  fileprivate var element: String {
    if case .element(let name) = self { name } else { Transition.elementName(of: "dissolve") }
  }
}
