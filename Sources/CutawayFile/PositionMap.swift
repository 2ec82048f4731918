/// The positions of a model's values in a file, by path.
struct PositionMap: Sendable {
  private var positions: [String: SourcePosition] = [:]

  subscript(path: [String]) -> SourcePosition? {
    get { positions[Self.key(path)] }
    set { positions[Self.key(path)] = newValue }
  }

  /// The position of the value at a path, or of the innermost value around it.
  func nearest(to path: [String]) -> SourcePosition {
    var path = path[...]
    while true {
      if let position = self[Array(path)] { return position }
      if path.popLast() == nil { return SourcePosition() }
    }
  }

  private static func key(_ path: [String]) -> String { path.joined(separator: "\u{1F}") }
}
