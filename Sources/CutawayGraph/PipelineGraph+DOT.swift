extension PipelineGraph {
  /// The graph in the language of Graphviz, for `dot -Tsvg`.
  public var dot: String {
    let nodes = elements.map { element in
      let settings = element.properties.map { "\($0.name) = \(shortened("\($0.value)"))" }
      let label = ([element.factory, element.name] + settings).map(escaped).joined(separator: "\\n")
      return "  \"\(escaped(element.name))\" [label=\"\(label)\"];"
    }
    let edges = links.map { link in
      let label = [link.caps.map { shortened($0) }, link.sink.pad].compactMap(\.self)
        .map(escaped).joined(separator: "\\n")
      return "  \"\(escaped(link.source.element))\" -> \"\(escaped(link.sink.element))\""
        + (label.isEmpty ? ";" : " [label=\"\(label)\"];")
    }
    let head = [
      "digraph pipeline {", "  rankdir=LR;", "  node [shape=box, fontname=\"sans-serif\"];",
      "  edge [fontname=\"sans-serif\", fontsize=10];",
    ]
    return (head + nodes + edges + ["}"]).joined(separator: "\n")
  }

  private func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(59) + "…" : text
  }

  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : "\($1)" }
  }
}
