extension PipelineGraph {
  /// A property whose value differs between two graphs of the same structure.
  public struct Change: Sendable, Hashable {
    /// The name of the element.
    public var element: String
    /// The pad that has the property; `nil` for the element itself.
    public var pad: String?
    /// The GStreamer name of the property.
    public var property: String
    /// The new value; `nil` is the default of the property.
    public var value: Value?

    /// Creates a change of an element, or of one of its pads.
    public init(element: String, pad: String? = nil, property: String, value: Value?) {
      self.element = element
      self.pad = pad
      self.property = property
      self.value = value
    }
  }

  /// The changes of properties that turn this graph into another one, without adding, removing or
  /// linking elements.
  ///
  /// - Returns: The properties that differ; `nil` if the graphs differ in more than properties.
  public func changes(to other: PipelineGraph) -> [Change]? {
    guard links == other.links, elements.count == other.elements.count else { return nil }
    var changes: [Change] = []
    for (old, new) in zip(elements, other.elements) {
      guard old.factory == new.factory, old.name == new.name,
        old.pads.map(\.name) == new.pads.map(\.name)
      else { return nil }
      changes += Self.changes(from: old.properties, to: new.properties, of: new.name, pad: nil)
      for (oldPad, newPad) in zip(old.pads, new.pads) {
        changes += Self.changes(
          from: oldPad.properties, to: newPad.properties, of: new.name, pad: newPad.name)
      }
    }
    return changes
  }

  private static func changes(
    from old: [Property], to new: [Property], of element: String, pad: String?
  ) -> [Change] {
    func change(_ property: String, _ value: Value?) -> Change {
      Change(element: element, pad: pad, property: property, value: value)
    }
    let removed = old.filter { property in !new.contains { $0.name == property.name } }
    return new.filter { !old.contains($0) }.map { change($0.name, $0.value) }
      + removed.map { change($0.name, nil) }
  }
}
