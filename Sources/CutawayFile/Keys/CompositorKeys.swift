import CutawayModel

extension Constructs {
  /// All other keys are properties of the element.
  static let compositor = Construct<Compositor>(
    "compositor", as: "a compositor", blank: Compositor(element: ""),
    relations: ["additionalProperties": Effect.Value.schema],
    fields: [
      Field(
        "element", \.element, .text("the name of an element"), .required,
        "The factory name of a GStreamer mixer. The other keys are its properties, constant or animated."
      ),
      Field(
        "tracks", \.tracks, .list(of: .name("the name of a track"), "tracks"),
        .implied(as: "those of all layers, the lowest first"),
        "The tracks whose frames the element gets, in the order of its pads."),
      Field(
        "frames", \.frames, .word(as: "kind of frames"), .implied,
        "`placed`: frames of the output's size, with the layer's transform, crop and opacity. `source`: frames as in the source."
      ),
    ])
}

extension ValueForm<Compositor> {
  static var compositor: Self {
    ValueForm(
      "[map](#compositor)", schema: Constructs.compositor.schema,
      write: { Constructs.compositor.yaml($0).adding($0.properties.yaml) }
    ) { reader, value, path in
      var compositor = Constructs.compositor.blank
      guard
        let properties = reader.element(
          value, of: Constructs.compositor, into: &compositor, path: path)
      else { return nil }
      compositor.properties = reader.resolvingImage(of: compositor.element, in: properties)
      return compositor
    }
    .defined(as: "compositor")
  }
}

extension Reader {
  /// Reads a map with the keys of a construct; all others are properties of an element.
  ///
  /// The result is `nil` if a required key is missing or cannot be read.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func element<Whole>(
    _ value: SourceValue, of construct: Construct<Whole>, into whole: inout Whole, path: ModelPath?
  ) -> [String: Effect.Value]? {
    guard let map = value.map else {
      return expected(
        "\(construct.name): a map with \(alternatives(construct.keys)), and properties", in: value)
    }
    var properties: [String: Effect.Value] = [:]
    for entry in map where !construct.keys.contains(entry.key) {
      let path = path?["properties"][entry.key]
      if let path { positions[path] = entry.value.position }
      properties[entry.key] = property(entry.value, called: entry.key, path: path)
    }
    var own = value
    own.content = .map(map.filter { construct.keys.contains($0.key) })
    guard let fields = fields(of: own, as: construct) else { return nil }
    let unread = read(fields, into: &whole, path: path)
    return construct.required.contains { unread.contains(construct.keys[$0]) } ? nil : properties
  }

  /// The image of a luma transition is a file: its path is relative to the composition.
  func resolvingImage(
    of element: String, in properties: [String: Effect.Value]
  ) -> [String: Effect.Value] {
    guard element == Transition.imageElement, case .string(let path)? = properties["image"] else {
      return properties
    }
    var result = properties
    result["image"] = .string(resolved(path))
    return result
  }
}

extension YAMLValue {
  /// A map with more entries.
  func adding(_ entries: [(key: String, value: YAMLValue)]) -> YAMLValue {
    guard case .map(let own, let isBlock) = self else { return self }
    return .map(own + entries, isBlock: isBlock)
  }
}

extension Transition {
  /// The element whose property `image` is a file.
  static let imageElement = elementName(of: "luma")
}

extension Compositor {
  /// The compositor with the path of its image relative to a directory.
  func relative(to directory: String) -> Compositor {
    guard element == Transition.imageElement, case .string(let path)? = properties["image"] else {
      return self
    }
    var result = self
    result.properties["image"] = .string(AssetLocation(path).relative(to: directory))
    return result
  }
}
