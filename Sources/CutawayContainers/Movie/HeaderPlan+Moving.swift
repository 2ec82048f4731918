import CutawayDiagnostics

extension HeaderPlan {
  /// The number of bytes that are read and written at a time.
  private static let chunk = 4 << 20

  /// Moves the tail, and writes the new bytes before it.
  ///
  /// If the disk has no room, the file stays unchanged.
  ///
  /// - Throws: ``ContainerError``, with ``ContainerErrorCode/cancelled`` if the task is cancelled.
  func write(
    _ bytes: [UInt8], to file: borrowing DiskFile, progress: (Double) -> Void
  ) throws(ContainerError) {
    let size = try file.size
    let end = tail.isEmpty ? start + bytes.count : tail.upperBound + shift
    if end > size { try file.grow(from: size, by: end - size) }
    if shift > 0 { try moveTail(of: file, progress: progress) }
    try file.write(bytes, at: start)
    if filler > 0 { try fill(start + bytes.count..<start + bytes.count + filler, of: file) }
    if let remains {
      try file.write(Array("free".utf8), at: remains.lowerBound + shift + 4)
    }
    if end < size { try file.truncate(to: end) }
  }

  /// Moves the tail, starting at its end so that no byte is overwritten before it moves.
  private func moveTail(
    of file: borrowing DiskFile, progress: (Double) -> Void
  ) throws(ContainerError) {
    var end = tail.upperBound
    while end > tail.lowerBound {
      guard !Task.isCancelled else {
        throw ContainerError(.cancelled, "cancelled while the header was moved to the start")
      }
      let start = max(tail.lowerBound, end - Self.chunk)
      try file.write(file.readAll(end - start, at: start), at: start + shift)
      end = start
      progress(Double(tail.upperBound - end) / Double(tail.count))
    }
  }

  /// Writes a box of free space, filled with zeros.
  private func fill(_ range: Range<Int>, of file: borrowing DiskFile) throws(ContainerError) {
    guard range.count <= UInt32.max else {
      throw ContainerError(.unsupported, "more free space than a box can hold")
    }
    try file.write(Box("free").encoded, at: range.lowerBound)
    var head: [UInt8] = []
    head.append(number: UInt32(range.count))
    try file.write(head, at: range.lowerBound)
    var position = range.lowerBound + 8
    while position < range.upperBound {
      let length = min(Self.chunk, range.upperBound - position)
      try file.write([UInt8](repeating: 0, count: length), at: position)
      position += length
    }
  }
}
