/// A pipeline as a value: what to make and how to link it.
///
/// Nothing runs.
///
/// Translators build graphs, tests compare them, and ``launchText`` prints them in the syntax of
/// `gst-launch-1.0`, so every pipeline can be tried by hand.
public struct PipelineGraph: Sendable, Hashable, Codable {
  /// The elements, in the order they were added.
  public private(set) var elements: [Element] = []

  /// The links, in the order they were made.
  public private(set) var links: [Link] = []

  /// An element to make.
  public struct Element: Sendable, Hashable, Codable {
    /// The factory, or a part of a launch line that a user gave.
    public var factory: String
    /// Unique in the graph.
    public var name: String
    public var properties: [Property]
    /// Settings of the pads on this element, such as a mixer's `sink_0`, by pad.
    public var pads: [Pad]

    /// Whether ``factory`` is a part of a launch line: several elements, or one with settings of its own.
    package var isDescription: Bool { factory.contains(" ") }
  }

  public struct Property: Sendable, Hashable, Codable {
    public var name: String
    public var value: Value

    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  public struct Pad: Sendable, Hashable, Codable {
    public var name: String
    public var properties: [Property]
  }

  /// One end of a link.
  public struct Port: Sendable, Hashable, Codable {
    /// The element's name.
    public var element: String
    /// A pad to ask for; `nil` is any that fits.
    public var pad: String?

    public init(element: String, pad: String? = nil) {
      self.element = element
      self.pad = pad
    }

    /// The same end, with the caps that may pass it when it is linked.
    public func restricted(to caps: String) -> Restricted { Restricted(port: self, caps: caps) }
  }

  /// Where a link starts, and what may pass.
  public struct Restricted: Sendable, Hashable {
    var port: Port
    var caps: String
  }

  /// A link from a source to a sink.
  public struct Link: Sendable, Hashable, Codable {
    public var source: Port
    public var sink: Port
    /// The media type that may pass, if restricted.
    public var caps: String?
  }

  /// Creates an empty graph.
  public init() {}

  /// Adds an element.
  ///
  /// - Parameters:
  ///   - factory: The kind of element.
  ///   - name: What it is called, made unique by a number where another is called so.
  ///   - properties: Its settings.
  /// - Returns: The element, for linking.
  public mutating func add(
    _ factory: String, name: String, _ properties: [Property] = []
  ) -> Port {
    let used = Set(elements.map(\.name))
    var unique = name, number = 2
    while used.contains(unique) {
      unique = "\(name)-\(number)"
      number += 1
    }
    elements.append(Element(factory: factory, name: unique, properties: properties, pads: []))
    return Port(element: unique, pad: nil)
  }

  /// Adds what a user described in the syntax of `gst-launch-1.0`, as the end of a chain.
  ///
  /// - Parameters:
  ///   - description: Elements with exclamation marks between; the first takes the input.
  ///   - name: What it is called, if it is one element.
  /// - Returns: Its first element, for linking.
  public mutating func add(description: String, name: String) -> Port {
    add(description, name: name)
  }

  /// Asks for a pad of `port`'s element.
  public mutating func pad(_ name: String, of port: Port, _ properties: [Property] = []) -> Port {
    if let index = elements.firstIndex(where: { $0.name == port.element }) {
      elements[index].pads.append(Pad(name: name, properties: properties))
    }
    return Port(element: port.element, pad: name)
  }

  /// Lets the first of some elements stand for all of them: its data go where those of all went.
  ///
  /// - Parameters:
  ///   - names: Elements that nothing is linked to, and which give the same.
  ///   - name: What the `tee` behind the first of them is called.
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

  /// Links `source` to `sink`, and returns the element linked to.
  @discardableResult
  public mutating func link(_ source: Port, _ sink: Port) -> Port {
    links.append(Link(source: source, sink: sink, caps: nil))
    return Port(element: sink.element, pad: nil)
  }

  /// Links through a caps filter, and returns the element linked to.
  @discardableResult
  public mutating func link(_ source: Restricted, _ sink: Port) -> Port {
    links.append(Link(source: source.port, sink: sink, caps: source.caps))
    return Port(element: sink.element, pad: nil)
  }
}

/// The value of a property.
public enum Value: Sendable, Hashable, Codable {
  case int(Int)
  case double(Double)
  case string(String)
  case bool(Bool)
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  public init(integerLiteral value: Int) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}
