extension PipelineGraph {
  /// The largest tree of layers on a line, in bytes: Linux limits an argument to 128 KiB.
  private static let longestTree = 64 << 10

  /// Moves trees of layers that are too long for a launch line out of the graph.
  ///
  /// - Parameter write: Writes the text of a tree, given the name of its element, to a file, and returns
  ///   the path of the file.
  /// - Throws: What `write` throws.
  package mutating func moveLongTrees<Failure: Error>(
    _ write: (_ element: String, _ tree: String) throws(Failure) -> String
  ) throws(Failure) {
    try changeProperties { element, property throws(Failure) in
      guard element.factory == "layertree", property.name == "tree",
        case .shared(let reference) = property.value,
        case let tree = reference.text, tree.utf8.count > Self.longestTree
      else { return property }
      return Property("location", .string(try write(element.name, tree)))
    }
  }
}
