extension String {
  /// The most similar name, which was probably intended; `nil` if none is similar.
  package func nearest(in names: some Sequence<String>) -> String? {
    guard utf8.count <= 40 else { return nil }
    let scored = names.map { (name: $0, distance: editDistance(to: $0)) }
    guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, count / 3) ? best.name : nil
  }

  /// Names in the order of their similarity.
  func sorted(byDistance names: [String]) -> [String] {
    guard utf8.count <= 40 else { return names }
    return names.map { (name: $0, distance: editDistance(to: $0)) }
      .sorted { $0.distance < $1.distance }.map(\.name)
  }

  /// The number of letters to insert, remove, replace or swap with their neighbour, ignoring case.
  private func editDistance(to other: String) -> Int {
    let a = Array(lowercased().utf8), b = Array(other.lowercased().utf8)
    var previous: [Int] = [], current = Array(0...b.count)
    for i in a.indices {
      let beforePrevious = previous
      previous = current
      current = [i + 1]
      for j in b.indices {
        var cost = Swift.min(
          previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = Swift.min(cost, beforePrevious[j - 1] + 1)
        }
        current.append(cost)
      }
    }
    return current[b.count]
  }
}

/// `a`, `a or b`, `a, b or c`.
func alternatives(_ names: some Collection<String>) -> String {
  let names = Array(names)
  guard let last = names.last, names.count > 1 else { return names.joined() }
  return names.dropLast().joined(separator: ", ") + " or " + last
}
