extension PipelineGraph {
  /// The graph in the syntax of `gst-launch-1.0`: a line for each chain of elements.
  public var launchText: String {
    // A chain starts where nothing comes in, or more than one thing.
    let inputs = Dictionary(grouping: links, by: \.sink.element)
    let heads = elements.filter { (inputs[$0.name]?.count ?? 0) != 1 || hasPads($0) }
    let names = Set(heads.map(\.name))
    return heads.map { chain(from: $0, until: names) }.joined(separator: "\n")
  }

  private func hasPads(_ element: Element) -> Bool { !element.pads.isEmpty }

  /// The elements from `head` on, up to a reference to the next chain's head.
  private func chain(from head: Element, until heads: Set<String>) -> String {
    var text = head.launchText
    var current = head
    while let link = links.first(where: { $0.source.element == current.name }) {
      if let caps = link.caps { text += " ! \(caps)" }
      guard link.sink.pad == nil, !heads.contains(link.sink.element),
        let next = elements.first(where: { $0.name == link.sink.element })
      else {
        return text + " ! \(link.sink.element).\(link.sink.pad ?? "")"
      }
      text += " ! \(next.launchText)"
      current = next
    }
    return text
  }
}

extension PipelineGraph.Element {
  fileprivate var launchText: String {
    let own = properties.map { "\($0.name)=\($0.value)" }
    let ofPads = pads.flatMap { pad in
      pad.properties.map { "\(pad.name)::\($0.name)=\($0.value)" }
    }
    // What a user wrote may be several elements, and have a name.
    let head = factory.contains(" ") ? [factory] : [factory, "name=\(name)"]
    return (head + own + ofPads).joined(separator: " ")
  }
}

extension Value: CustomStringConvertible {
  /// The value as a launch line has it: text that is more than a word stands in quotes.
  public var description: String {
    switch self {
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .bool(let value): "\(value)"
    case .string(let value): quoted(value)
    }
  }
}

private func quoted(_ text: String) -> String {
  let plain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
  if plain, !text.isEmpty { return text }
  let escaped = text.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : "\($1)" }
  return "\"\(escaped)\""
}
