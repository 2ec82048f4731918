package import CutawayKeyframes

/// A pipeline as a value: the elements to create, and how to link them.
///
/// A graph does not run. Translators build graphs, tests compare them, and ``launchText`` prints
/// them in the syntax of `gst-launch-1.0`, so that you can try every pipeline by hand.
public struct PipelineGraph: Sendable, Hashable, Codable {
  /// The elements, in the order in which they were added.
  public private(set) var elements: [Element] = []

  /// The links, in the order in which they were made.
  public private(set) var links: [Link] = []

  /// An element to create.
  public struct Element: Sendable, Hashable, Codable {
    /// The factory name, or a part of a launch line that a user provided.
    public var factory: String
    /// The name of the element, unique in the graph.
    public var name: String
    /// What the element is for, if the program that runs the graph looks for it.
    public var role: Role?
    /// The properties to set; others keep their defaults.
    public var properties: [Property]
    /// The pads to request from this element, such as a mixer's `sink_0`, with their properties.
    public var pads: [Pad]

    /// Whether ``factory`` is a part of a launch line: several elements, or one with settings of its own.
    package var isDescription: Bool { factory.contains(" ") }
  }

  /// A property to set on an element or a pad.
  public struct Property: Sendable, Hashable, Codable {
    /// The GStreamer name of the property.
    public var name: String
    /// The value, which must fit the type of the property.
    public var value: Value

    /// Creates a setting; the property need not exist until the pipeline is built.
    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// A pad to request from an element.
  public struct Pad: Sendable, Hashable, Codable {
    /// The name of the pad, such as `sink_0`.
    public var name: String
    /// The properties to set on the pad; others keep their defaults.
    public var properties: [Property]
  }

  /// One end of a link.
  public struct Port: Sendable, Hashable, Codable {
    /// The name of the element.
    public var element: String
    /// The name of the pad; `nil` is any compatible pad.
    public var pad: String?

    /// Creates a port from the name of an element that the graph contains.
    public init(element: String, pad: String? = nil) {
      self.element = element
      self.pad = pad
    }

    /// The same port, with the caps that restrict a link from it.
    public func restricted(to caps: String) -> Restricted { Restricted(port: self, caps: caps) }
  }

  /// The source of a link with a caps filter.
  public struct Restricted: Sendable, Hashable {
    package var port: Port
    package var caps: String
  }

  /// A link from a source to a sink.
  public struct Link: Sendable, Hashable, Codable {
    /// The upstream end, which provides data.
    public var source: Port
    /// The downstream end, which receives data.
    public var sink: Port
    /// The caps that may pass; `nil` allows all.
    public var caps: String?
  }

  /// Creates an empty graph.
  public init() {}

  /// Adds an element.
  ///
  /// - Parameters:
  ///   - factory: The factory name.
  ///   - name: The name of the element. If it is taken, a number is appended.
  ///   - role: What the element is for.
  ///   - properties: The properties to set.
  /// - Returns: The element, for linking.
  public mutating func add(
    _ factory: String, name: String, role: Role? = nil, _ properties: [Property] = []
  ) -> Port {
    let used = Set(elements.map(\.name))
    var unique = name, number = 2
    while used.contains(unique) {
      unique = "\(name)-\(number)"
      number += 1
    }
    elements.append(
      Element(factory: factory, name: unique, role: role, properties: properties, pads: []))
    return Port(element: unique, pad: nil)
  }

  /// Changes the properties of elements.
  package mutating func changeProperties<Failure: Error>(
    _ change: (Element, Property) throws(Failure) -> Property
  ) throws(Failure) {
    for index in elements.indices {
      for place in elements[index].properties.indices {
        elements[index].properties[place] = try change(
          elements[index], elements[index].properties[place])
      }
    }
  }

  /// Adds elements that a user described in the syntax of `gst-launch-1.0`, as the end of a chain.
  ///
  /// - Parameters:
  ///   - description: Elements separated by exclamation marks; the first one receives the input.
  ///   - name: The name of the element, if the description is a single one.
  /// - Returns: The first element, for linking.
  public mutating func add(description: String, name: String) -> Port {
    add(description, name: name)
  }

  /// Requests a pad of `port`'s element, and returns it for linking.
  public mutating func pad(_ name: String, of port: Port, _ properties: [Property] = []) -> Port {
    if let index = elements.firstIndex(where: { $0.name == port.element }) {
      elements[index].pads.append(Pad(name: name, properties: properties))
    }
    return Port(element: port.element, pad: name)
  }

  /// Replaces several elements by the first of them, whose output goes wherever the outputs of all
  /// went.
  ///
  /// - Parameters:
  ///   - names: Elements without inputs whose outputs are the same.
  ///   - name: The name of the `tee` after the first of them.
  public mutating func merge(_ names: [String], behind name: String) {
    guard let first = names.first, names.count > 1 else { return }
    let others = Set(names.dropFirst())
    elements.removeAll { others.contains($0.name) }
    let tee = add("tee", name: name)
    for index in links.indices where names.contains(links[index].source.element) {
      links[index].source = tee
    }
    link(Port(element: first), tee)
  }

  /// Links `source` to `sink`, and returns the element of `sink`.
  @discardableResult
  public mutating func link(_ source: Port, _ sink: Port) -> Port {
    links.append(Link(source: source, sink: sink, caps: nil))
    return Port(element: sink.element, pad: nil)
  }

  /// Links through a caps filter, and returns the element of `sink`.
  @discardableResult
  public mutating func link(_ source: Restricted, _ sink: Port) -> Port {
    links.append(Link(source: source.port, sink: sink, caps: source.caps))
    return Port(element: sink.element, pad: nil)
  }
}

/// The value of a property.
public enum Value: Sendable, Hashable, Codable {
  /// For integer properties.
  case int(Int)
  /// For floating-point properties.
  case double(Double)
  /// For string properties, and for other types in the text form that GStreamer parses.
  case string(String)
  /// For boolean properties.
  case bool(Bool)
  /// For properties of Cutaway's own elements that have a structured value.
  case shared(Reference)

  /// A structured value, which is its text in a launch line and where it is encoded.
  public struct Reference: Sendable {
    /// The value.
    package let value: any SharedValue
    /// The text form.
    public var text: String { value.text }
  }

  /// Creates a structured value.
  package static func shared(_ value: some SharedValue) -> Value {
    .shared(Reference(value: value))
  }
}

extension Value.Reference: Hashable, Codable {
  /// Compares the values or, after decoding, the texts.
  public static func == (a: Self, b: Self) -> Bool {
    func equals<Value: SharedValue>(_ value: Value) -> Bool? {
      (b.value as? Value).map { $0 == value }
    }
    return equals(a.value) ?? (a.text == b.text)
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Decodes a text, which elements parse.
  public init(from decoder: any Decoder) throws {
    value = SharedText(text: try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// The text of a value whose type is not known.
private struct SharedText: SharedValue {
  let text: String
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  /// Creates an integer value from a literal.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// Creates a floating-point value from a literal.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a string value from a literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a boolean value from a literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}
