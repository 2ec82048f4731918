import CutawayDiagnostics

extension Box {
  /// Changes the file offsets of each track's media.
  ///
  /// Offsets past four gigabytes need twice the space: `stco` becomes `co64`. With `isLong` all
  /// tables do.
  ///
  /// - Throws: ``ContainerErrorCode/malformed`` if a table is shorter than it states.
  package mutating func mapChunkOffsets(
    isLong: Bool = false, _ newOffset: (UInt64) -> UInt64
  ) throws(ContainerError) {
    try changeAll(["stco", "co64"]) { table throws(ContainerError) in
      let wasLong = table.kind == "co64"
      let offsets = try table.chunkOffsets(isLong: wasLong).map(newOffset)
      table = .chunkOffsets(offsets, isLong: isLong || wasLong)
    }
  }

  /// A table of offsets, with 64 bits each if one of them needs it.
  static func chunkOffsets(_ offsets: [UInt64], isLong: Bool) -> Box {
    let isLong = isLong || offsets.contains { $0 > UInt32.max }
    var bytes: [UInt8] = [0, 0, 0, 0]
    bytes.append(number: UInt32(clamping: offsets.count))
    for offset in offsets {
      if isLong { bytes.append(number: offset) } else { bytes.append(number: UInt32(offset)) }
    }
    return Box(isLong ? "co64" : "stco", bytes)
  }

  private func chunkOffsets(isLong: Bool) throws(ContainerError) -> [UInt64] {
    let width = isLong ? 8 : 4
    guard let count = bytes.number(UInt32.self, at: 4), Int(count) <= (bytes.count - 8) / width
    else {
      throw ContainerError(.malformed, "the table '\(kind)' is shorter than its stated length")
    }
    return (0..<Int(count)).map { index in
      let offset = 8 + index * width
      return isLong
        ? bytes.number(UInt64.self, at: offset) ?? 0
        : UInt64(bytes.number(UInt32.self, at: offset) ?? 0)
    }
  }
}
