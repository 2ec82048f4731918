/// An entry of an element's list of properties.
public struct PropertyDescription: Sendable {
  /// The GStreamer name, in kebab case.
  public let name: String
  /// The type of the value and the values that are allowed.
  public let kind: PropertyKind
  /// The text that `gst-inspect-1.0` shows.
  public let summary: String
  /// The address of the value, in bytes from the start of the settings.
  public let offset: Int
}

extension Element {
  /// The properties of this element, in order of declaration.
  public static var properties: [PropertyDescription] {
    var list: [PropertyDescription] = []
    var offset = 0
    for (label, value) in Mirror(reflecting: Self()).children {
      let (size, alignment) = layout(of: value)
      offset = (offset + alignment - 1) & ~(alignment - 1)
      if let property = value as? any Declaration, let label {
        list.append(property.described(as: kebabCase(label.dropFirst()), at: offset))
      }
      offset += size
    }
    precondition(
      offset == MemoryLayout<Self>.size, "\(Self.self): cannot locate the stored properties")
    return list
  }

  /// These settings as an element of a pipeline description: `vignette strength=0.8 radius=0.5`.
  public var launchDescription: String {
    let settings = Mirror(reflecting: self).children.compactMap { label, value -> String? in
      guard let property = value as? any Declaration, let label else { return nil }
      return "\(kebabCase(label.dropFirst()))=\(property.text)"
    }
    return ([Self.name] + settings).joined(separator: " ")
  }
}

private protocol Declaration {
  /// The value as it is written in a pipeline description.
  var text: String { get }
  func described(as name: String, at offset: Int) -> PropertyDescription
}

extension Property: Declaration {
  fileprivate var text: String {
    if let value = wrappedValue as? any PropertyEnumeration { return value.name }
    if let value = wrappedValue as? any Textual { return value.text }
    return "\(wrappedValue)"
  }

  fileprivate func described(as name: String, at offset: Int) -> PropertyDescription {
    PropertyDescription(name: name, kind: kind, summary: summary.description, offset: offset)
  }
}

extension PropertyEnumeration {
  fileprivate var name: String { rawValue }
}

private protocol Textual {
  var text: String { get }
}

extension Shared: Textual {}

private func layout<Value>(of _: Value) -> (size: Int, alignment: Int) {
  (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
}

private func kebabCase(_ name: some StringProtocol) -> String {
  name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
}
