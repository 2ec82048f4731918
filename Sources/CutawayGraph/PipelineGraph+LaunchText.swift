extension PipelineGraph {
  /// The graph in the syntax of `gst-launch-1.0`, with one line per chain of elements.
  public var launchText: String { LaunchLines(self).lines.joined(separator: "\n") }

  /// The graph as a command for a POSIX shell, with an argument for each word of ``launchText``.
  ///
  /// If the graph writes to standard output, the program must not.
  public var shellText: String {
    let lines = LaunchLines(self).lines.map { line in
      words(of: line).map(shellArgument).joined(separator: " ")
    }
    let writesOutput = elements.contains { $0.factory == "fdsink" }
    return ([writesOutput ? "gst-launch-1.0 -q" : "gst-launch-1.0"] + lines).joined(
      separator: " \\\n  ")
  }
}

/// The words of a launch line; blanks in double quotes belong to the word.
private func words(of line: String) -> [String] {
  var words: [String] = [], word = "", isQuoted = false, isEscaped = false
  for character in line {
    if character == "\"", !isEscaped { isQuoted.toggle() }
    isEscaped = character == "\\" && !isEscaped
    if character.isWhitespace, !isQuoted {
      if !word.isEmpty { words.append(word) }
      word = ""
    } else {
      word.append(character)
    }
  }
  return word.isEmpty ? words : words + [word]
}

/// A word in single quotes, unless the shell leaves all of its characters as they are.
private func shellArgument(_ word: String) -> String {
  if word == "!" { return word }
  let plain = word.utf8.allSatisfy { byte in
    isPlain(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: ",")
  }
  return plain
    ? word
    : "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
}

/// Whether a character needs no quotes in a launch line.
private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
    UInt8(ascii: "_"), UInt8(ascii: "/"):
    true
  default: false
  }
}

/// The launch lines of a graph.
private struct LaunchLines {
  private let graph: PipelineGraph
  /// Elements that start a line: those with no input or several.
  private let heads: Set<String>
  /// Elements that end a line, because they have several outputs.
  ///
  /// Each output starts another line.
  private let forks: Set<String>

  private struct Line {
    var text: String
    /// The index of the link that ends the line, if the link requests a pad.
    var goal: Int?
    /// The last element of the line.
    var end: String
  }

  init(_ graph: PipelineGraph) {
    self.graph = graph
    let inputs = Dictionary(grouping: graph.links, by: \.sink.element)
    let outputs = Dictionary(grouping: graph.links, by: \.source.element)
    heads = Set(
      graph.elements.filter { inputs[$0.name]?.count != 1 || !$0.pads.isEmpty }.map(\.name))
    forks = Set(outputs.filter { $0.value.count > 1 }.keys)
  }

  /// The lines, in the order in which `gst-launch-1.0` has to request the pads of mixers.
  ///
  /// A mixer adds its inputs in the order of its pads. A line that starts at a fork therefore has
  /// the position that it would have with a source of its own.
  var lines: [String] {
    let own = graph.elements.filter { heads.contains($0.name) }
      .map { line(from: Line(text: $0.launchText, goal: nil, end: $0.name)) }
    var branches = graph.links.indices.filter { forks.contains(graph.links[$0].source.element) }
      .map { branch($0) }
    var lines: [Line] = []
    for line in own {
      if let goal = line.goal { move(from: &branches, before: goal, to: &lines) }
      lines.append(line)
    }
    return (lines + branches).map(\.text)
  }

  /// Moves the branches that link to a pad of the same mixer before another link does.
  private func move(from branches: inout [Line], before goal: Int, to lines: inout [Line]) {
    let mixer = graph.links[goal].sink.element
    let isBefore = { (line: Line) in
      line.goal.map { $0 < goal && graph.links[$0].sink.element == mixer } ?? false
    }
    lines += branches.filter(isBefore)
    branches.removeAll(where: isBefore)
  }

  private func branch(_ index: Int) -> Line {
    let start = graph.links[index].source
    return line(
      from: following(Line(text: "\(start.element).", goal: nil, end: start.element), index))
  }

  /// Extends a line up to an element that belongs to another line.
  private func line(from start: Line) -> Line {
    var line = start
    while line.goal == nil, !forks.contains(line.end),
      let index = graph.links.firstIndex(where: { $0.source.element == line.end })
    {
      let next = following(line, index)
      if next.end == line.end { return next }
      line = next
    }
    return line
  }

  /// A line extended by a link and its target, or by a reference to the target.
  private func following(_ line: Line, _ index: Int) -> Line {
    let link = graph.links[index]
    var next = line
    next.text += link.caps.map { " ! \($0)" } ?? ""
    if link.sink.pad == nil, !heads.contains(link.sink.element),
      let element = graph.elements.first(where: { $0.name == link.sink.element })
    {
      next.text += " ! \(element.launchText)"
      next.end = element.name
    } else {
      next.text += " ! \(reference(to: link.sink))"
      next.goal = link.sink.pad == nil ? nil : index
    }
    return next
  }
}

extension LaunchLines {
  /// The end of a line at an element of another line.
  private func reference(to port: PipelineGraph.Port) -> String {
    let isDescription = graph.elements.first { $0.name == port.element }?.isDescription ?? false
    // The pads of a description are its elements of these names.
    return isDescription ? "\(port.pad ?? "")." : "\(port.element).\(port.pad ?? "")"
  }
}

extension PipelineGraph.Element {
  fileprivate var launchText: String {
    let own = properties.map { "\($0.name)=\($0.value)" }
    let ofPads = pads.flatMap { pad in
      pad.properties.map { "\(pad.name)::\($0.name)=\($0.value)" }
    }
    // A user's description may consist of several elements, and may contain a name.
    let head = isDescription ? [factory] : [factory, "name=\(name)"]
    return (head + own + ofPads).joined(separator: " ")
  }
}

extension Value: CustomStringConvertible {
  /// The value as in a launch line.
  ///
  /// Text that is not a single word is quoted.
  public var description: String {
    switch self {
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .bool(let value): "\(value)"
    case .string(let value): quoted(value)
    case .shared(let value): quoted(value.text)
    }
  }
}

private func quoted(_ text: String) -> String {
  let plain = text.utf8.allSatisfy(isPlain)
  if plain, !text.isEmpty { return text }
  let escaped = text.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : "\($1)" }
  return "\"\(escaped)\""
}
