/// The path of a value in the model: keys and indices.
struct ModelPath: Sendable, Hashable {
  private var text = ""

  /// The path of the composition.
  static let root = ModelPath([])

  init(_ keys: some Sequence<String>) {
    for key in keys { text += "\u{1F}" + key }
  }

  subscript(key: String) -> ModelPath {
    var path = self
    path.text += "\u{1F}" + key
    return path
  }

  subscript(index: Int) -> ModelPath { self["\(index)"] }
}

/// The positions of a model's values in a file, by path.
struct PositionMap: Sendable {
  private var positions: [ModelPath: SourcePosition] = [:]

  subscript(path: ModelPath) -> SourcePosition? {
    get { positions[path] }
    set { positions[path] = newValue }
  }

  /// The position of the value at a path, or of the innermost value around it.
  func nearest(to path: [String]) -> SourcePosition {
    var path = path[...]
    while true {
      if let position = self[ModelPath(path)] { return position }
      if path.popLast() == nil { return SourcePosition() }
    }
  }
}
