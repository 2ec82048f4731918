import CutawayModel

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

  /// The path and those of the values around it, the longest first, without the root.
  fileprivate var prefixes: [ModelPath] {
    var path = self, found: [ModelPath] = []
    while let end = path.text.lastIndex(of: "\u{1F}") {
      found.append(path)
      path.text = String(path.text[..<end])
    }
    return found
  }

  fileprivate func moved(from origin: ModelPath, to target: ModelPath) -> ModelPath {
    var path = self
    path.text = target.text + text.dropFirst(origin.text.count)
    return path
  }
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

  /// Moves the positions of parts that an edit has moved or copied.
  mutating func move(_ origins: EditOrigins) {
    var targets: [ModelPath: [ModelPath]] = [:]
    for move in origins.moves {
      targets[ModelPath(move.origin), default: []].append(ModelPath(move.path))
    }
    var moved: [ModelPath: SourcePosition] = [:]
    for (path, position) in positions {
      // The innermost part that moved determines where a value is.
      let origin = path.prefixes.first { targets[$0] != nil }
      guard let origin, let targets = targets[origin] else {
        moved[path] = moved[path] ?? position
        continue
      }
      for target in targets { moved[path.moved(from: origin, to: target)] = position }
    }
    positions = moved
  }
}
