extension PipelineGraph {
  /// The graph in the syntax of `gst-launch-1.0`: a line for each chain of elements.
  public var launchText: String {
    // A chain starts where nothing comes in, or more than one thing.
    let inputs = Dictionary(grouping: links, by: \.sink.element)
    let heads = elements.filter { (inputs[$0.name]?.count ?? 0) != 1 || !$0.pads.isEmpty }
    // And one starts at each of the ends that an element has several of.
    let outputs = Dictionary(grouping: links, by: \.source.element).filter { $0.value.count > 1 }
    let names = Set(heads.map(\.name)), forks = Set(outputs.keys)
    func chain(_ start: String, from element: String) -> String {
      var (text, current) = (start, element)
      while !forks.contains(current),
        let link = links.first(where: { $0.source.element == current })
      {
        text += continuation(link, until: names)
        current = names.contains(link.sink.element) ? "" : link.sink.element
      }
      return text
    }
    return heads.map { chain($0.launchText, from: $0.name) }.joined(separator: "\n")
      + links.filter { forks.contains($0.source.element) }.map { link in
        let rest = names.contains(link.sink.element) ? "" : link.sink.element
        return "\n"
          + chain("\(link.source.element)." + continuation(link, until: names), from: rest)
      }.joined()
  }

  /// A link and what it leads to, or a reference to that where it stands elsewhere.
  private func continuation(_ link: Link, until heads: Set<String>) -> String {
    let caps = link.caps.map { " ! \($0)" } ?? ""
    guard link.sink.pad == nil, !heads.contains(link.sink.element),
      let next = elements.first(where: { $0.name == link.sink.element })
    else { return "\(caps) ! \(link.sink.element).\(link.sink.pad ?? "")" }
    return "\(caps) ! \(next.launchText)"
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
