import CutawayDiagnostics

extension Box {
  /// The containers whose boxes this module needs in order to finish a file.
  private static let containers: Set<FourCC> = [
    "moov", "trak", "edts", "mdia", "minf", "dinf", "stbl", "udta", "meta", "mvex", "moof", "traf",
    "mfra",
  ]

  /// The maximum depth.
  ///
  /// No regular file exceeds it; a file that does could exhaust the stack.
  private static let deepest = 10

  /// Parses consecutive boxes.
  ///
  /// With `isFlat`, their contents stay bytes.
  ///
  /// - Throws: ``ContainerErrorCode/malformed`` if the sizes do not match.
  package static func boxes(
    in bytes: ArraySlice<UInt8>, isFlat: Bool = false
  ) throws(ContainerError) -> [Box] {
    try boxes(in: bytes, of: "moov", isFlat: isFlat, depth: 0)
  }

  private static func boxes(
    in bytes: ArraySlice<UInt8>, of parent: FourCC, isFlat: Bool, depth: Int
  ) throws(ContainerError) -> [Box] {
    guard depth <= deepest else {
      throw ContainerError(.malformed, "boxes are nested more than \(deepest) deep")
    }
    var found: [Box] = [], rest = bytes
    while !rest.isEmpty {
      // QuickTime may end a list of user data with a zero.
      if parent == "udta", rest.count == 4, rest.allSatisfy({ $0 == 0 }) { break }
      let (kind, inside) = try splitFirst(of: &rest, in: parent)
      if isFlat || !containers.contains(kind) {
        found.append(Box(kind, Array(inside)))
      } else {
        let start = kind == "meta" ? prefixLength(ofMeta: inside) : 0
        found.append(
          Box(
            kind, Array(inside.prefix(start)),
            boxes: try boxes(
              in: inside.dropFirst(start), of: kind, isFlat: false, depth: depth + 1)))
      }
    }
    return found
  }

  /// Removes the first box and returns it.
  ///
  /// Its size may have 64 bits.
  private static func splitFirst(
    of rest: inout ArraySlice<UInt8>, in parent: FourCC
  ) throws(ContainerError) -> (kind: FourCC, inside: ArraySlice<UInt8>) {
    guard rest.count >= 8 else {
      throw ContainerError(.malformed, "a box in '\(parent)' is truncated")
    }
    guard let head = BoxHead(rest, space: rest.count) else {
      let (length, kind) = (
        rest.number(UInt32.self, at: 0) ?? 0, rest.number(UInt32.self, at: 4) ?? 0
      )
      throw ContainerError(
        .malformed,
        "the box '\(FourCC(value: kind))' in '\(parent)' has \(length) bytes, of \(rest.count)")
    }
    defer { rest = rest.dropFirst(head.length) }
    return (head.kind, rest.prefix(head.length).dropFirst(head.headLength))
  }

  /// The length of the version field, which an ISO box has before its boxes, and a QuickTime atom
  /// does not.
  private static func prefixLength(ofMeta inside: ArraySlice<UInt8>) -> Int {
    inside.number(at: 4) == FourCC("hdlr").value ? 0 : min(4, inside.count)
  }
}
