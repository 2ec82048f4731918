import Foundation

/// A Matroska or WebM file as GStreamer's `matroskamux` leaves it: clusters of blocks, and before and
/// behind them what describes them, which is short and can be written again.
struct MatroskaFile {
  /// The elements before the first cluster.
  private(set) var head: [MatroskaElement]
  /// The elements behind the last one.
  private(set) var tail: [MatroskaElement]
  /// Where the clusters lie in the file.
  private let clusters: Range<UInt64>
  /// Of how long they are, and how they begin and end.
  private let clusterDigest: ContentDigest
  /// Where the segment's length lies, of eight bytes; what it holds comes right behind.
  private let sizePlace: UInt64

  private typealias ID = MatroskaElement.ID
  private var start: UInt64 { sizePlace + 8 }

  /// What describes the clusters is no longer: an hour of film has 100 kB of it.
  private static let longest: UInt64 = 64 << 20

  /// Reads a file, has it changed, and writes what is different.
  ///
  /// - Throws: ``ExportError`` where it is not as `matroskamux` leaves it, or cannot be written.
  static func rewrite(
    _ path: String, _ change: (inout MatroskaFile) throws(ExportError) -> Void
  ) throws(ExportError) {
    do {
      let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      // All has been written by then.
      defer { try? handle.close() }
      let old = try MatroskaFile(handle)
      var file = old
      try change(&file)
      try file.write(over: old, to: handle)
    } catch let error as ExportError {
      throw error
    } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
      throw ExportError(.noSpaceLeft, "cannot write '\(path)': \(error.localizedDescription)")
    } catch {
      throw ExportError(.failed, "cannot complete '\(path)': \(error)")
    }
  }

  static let unknownShape = ExportError(
    .failed, "the Matroska file is not as it was expected from the muxer")

  private init(_ handle: FileHandle) throws {
    let walk = MatroskaWalk(file: handle)
    let size = try handle.seekToEnd()
    guard let segment = try walk.elements(in: 0..<size).first(where: { $0.name == 0x1853_8067 }),
      segment.body.lowerBound >= 12, segment.body.upperBound == size
    else { throw Self.unknownShape }
    sizePlace = segment.body.lowerBound - 8
    let parts = try walk.elements(in: segment.body)
    let isCluster = parts.map { $0.name == 0x1F43_B675 }
    guard let first = isCluster.firstIndex(of: true), let last = isCluster.lastIndex(of: true),
      isCluster[first...last].allSatisfy(\.self)
    else { throw Self.unknownShape }
    clusters = parts[first].start..<parts[last].body.upperBound
    var digest = ContentDigest()
    digest.add(MatroskaElement.number(UInt64(clusters.count), bytes: 8))
    let sampled = min(clusters.count, 1 << 16)
    digest.add(try walk.bytes(at: clusters.lowerBound, count: sampled))
    digest.add(try walk.bytes(at: clusters.upperBound - UInt64(sampled), count: sampled))
    clusterDigest = digest
    func elements(_ range: Range<UInt64>) throws -> [MatroskaElement] {
      guard range.count <= Self.longest else { throw Self.unknownShape }
      let bytes = Array(try walk.bytes(at: range.lowerBound, count: range.count))
      let found = MatroskaElement.elements(in: bytes[...])
      guard bytes.count == range.count, found.last?.end ?? 0 == bytes.count else {
        throw Self.unknownShape
      }
      return found
    }
    head = try elements(segment.body.lowerBound..<clusters.lowerBound)
    tail = try elements(clusters.upperBound..<size)
  }

  /// A number for what the file holds, wherever its parts lie.
  var digest: UInt64 {
    var digest = clusterDigest
    for element in head + tail where element.id != ID.seekHead && element.id != ID.cues {
      digest.add(element.bytes)
    }
    return digest.value
  }

  /// Puts other elements in the place of some before and behind the clusters.
  mutating func replace(_ change: (MatroskaElement) -> MatroskaElement?) {
    head = head.map { $0.replacing(change) }
    tail = tail.map { $0.replacing(change) }
  }

  /// Puts another element behind the clusters in the place of the one of its name.
  ///
  /// - Throws: ``ExportError`` where there is none.
  mutating func replaceInTail(_ element: MatroskaElement) throws(ExportError) {
    guard let index = tail.firstIndex(where: { $0.id == element.id }) else {
      throw Self.unknownShape
    }
    tail[index] = element
  }

  // MARK: Writing

  private func length(_ elements: [MatroskaElement]) -> UInt64 {
    elements.reduce(0) { $0 + UInt64($1.bytes.count) }
  }

  private mutating func write(over old: MatroskaFile, to handle: FileHandle) throws {
    // Clusters stay where they are unless what precedes them has another length.
    let shift = Int64(length(head)) - Int64(old.length(old.head))
    let end = UInt64(Int64(clusters.upperBound) + shift)
    moveCues(by: shift)
    correctSeekHead(tailStart: end - start)
    if shift != 0 { try move(handle, by: shift) }
    try handle.seek(toOffset: start)
    try handle.write(contentsOf: Data(head.flatMap(\.bytes)))
    try handle.seek(toOffset: end)
    try handle.write(contentsOf: Data(tail.flatMap(\.bytes)))
    let size = end + length(tail)
    try handle.truncate(atOffset: size)
    try handle.seek(toOffset: sizePlace)
    try handle.write(contentsOf: Data(MatroskaElement.size(Int(size - start))))
  }

  private mutating func moveCues(by shift: Int64) {
    guard shift != 0 else { return }
    tail = tail.map { element in
      element.replacing { leaf in
        guard leaf.id == ID.cueClusterPosition else { return nil }
        let place = MatroskaElement.number(UInt64(Int64(leaf.number) + shift))
        return MatroskaElement(leaf.id, short: place)
      }
    }
  }

  /// Has the seek head, whose length does not change, say where elements are now.
  private mutating func correctSeekHead(tailStart: UInt64) {
    var places: [[UInt8]: UInt64] = [:]
    for (elements, start) in [(head, 0), (tail, tailStart)] {
      var place = start
      for element in elements {
        places[element.id] = places[element.id] ?? place
        place += UInt64(element.bytes.count)
      }
    }
    head = head.map { element in
      var wanted: [UInt8] = []
      return element.id != ID.seekHead
        ? element
        : element.replacing { leaf in
          if leaf.id == ID.seekID { wanted = Array(leaf.content) }
          guard leaf.id == ID.seekPosition, let place = places[wanted] else { return nil }
          return MatroskaElement(
            leaf.id, short: MatroskaElement.number(place, bytes: leaf.content.count))
        }
    }
  }

  /// Moves the clusters, from their end on so that none is overwritten before it has been moved.
  private func move(_ handle: FileHandle, by shift: Int64) throws {
    let chunk: UInt64 = 4 << 20
    var starts = Array(stride(from: clusters.lowerBound, to: clusters.upperBound, by: Int(chunk)))
    if shift > 0 { starts.reverse() }
    for start in starts {
      let count = Int(min(chunk, clusters.upperBound - start))
      let bytes = try MatroskaWalk(file: handle).bytes(at: start, count: count)
      try handle.seek(toOffset: UInt64(Int64(start) + shift))
      try handle.write(contentsOf: bytes)
    }
  }
}
