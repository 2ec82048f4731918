import CutawayDiagnostics

/// A Matroska or WebM file as written by GStreamer's `matroskamux`: clusters of blocks, and
/// descriptive elements before and after them, which are short and can be rewritten.
package struct MatroskaFile {
  /// The elements before the first cluster.
  private(set) var head: [MatroskaElement]
  /// The elements after the last cluster.
  private(set) var tail: [MatroskaElement]
  /// The range of the clusters in the file.
  private let clusters: Range<Int>
  /// A digest of the clusters' total size, their first bytes and their last bytes.
  private let clusterDigest: ContentDigest
  /// The position of the segment's size, which has eight bytes.
  ///
  /// The contents follow directly.
  private let sizePlace: Int

  private var start: Int { sizePlace + 8 }

  /// The maximum size of the descriptive elements: an hour of video has 100 kB of them.
  private static let longest = 64 << 20

  /// Reads a file, applies a change, and writes the differences.
  ///
  /// - Throws: ``ContainerError`` if the file does not have the structure that `matroskamux`
  ///   writes, or cannot be written.
  package static func rewrite(
    _ path: String, _ change: (inout MatroskaFile) throws(ContainerError) -> Void
  ) throws(ContainerError) {
    let disk = try EBMLFile(path: path, isWritable: true)
    let old = try MatroskaFile(disk)
    var file = old
    try change(&file)
    try file.write(over: old, to: disk.file)
  }

  static let unknownShape = ContainerError(
    .malformed, "the Matroska file does not have the structure that the muxer writes")

  private init(_ disk: borrowing EBMLFile) throws(ContainerError) {
    let size = disk.size
    guard
      let segment = try disk.elements(in: 0..<size).first(where: { $0.name == MatroskaName.segment }
      ),
      segment.body.lowerBound >= 12, segment.body.upperBound == size
    else { throw Self.unknownShape }
    sizePlace = segment.body.lowerBound - 8
    let parts = try disk.elements(in: segment.body)
    let isCluster = parts.map { $0.name == MatroskaName.cluster }
    guard let first = isCluster.firstIndex(of: true), let last = isCluster.lastIndex(of: true),
      isCluster[first...last].allSatisfy(\.self)
    else { throw Self.unknownShape }
    clusters = parts[first].start..<parts[last].body.upperBound
    var digest = ContentDigest()
    digest.add(MatroskaElement.number(UInt64(clusters.count), bytes: 8))
    let sampled = min(clusters.count, 1 << 16)
    digest.add(try disk.file.readAll(sampled, at: clusters.lowerBound))
    digest.add(try disk.file.readAll(sampled, at: clusters.upperBound - sampled))
    clusterDigest = digest
    head = try Self.elements(in: segment.body.lowerBound..<clusters.lowerBound, of: disk.file)
    tail = try Self.elements(in: clusters.upperBound..<size, of: disk.file)
  }

  private static func elements(
    in range: Range<Int>, of file: borrowing DiskFile
  ) throws(ContainerError) -> [MatroskaElement] {
    guard range.count <= longest else { throw unknownShape }
    let bytes = try file.readAll(range.count, at: range.lowerBound)
    let found = MatroskaElement.elements(in: bytes[...])
    guard found.last?.end ?? 0 == bytes.count else { throw unknownShape }
    return found
  }

  /// A digest of the contents of the file, independent of their positions.
  var digest: UInt64 {
    var digest = clusterDigest
    for element in head + tail
    where element.name != MatroskaName.seekHead && element.name != MatroskaName.cues {
      digest.add(element.bytes)
    }
    return digest.value
  }

  /// Replaces elements before and after the clusters.
  mutating func replace(_ change: (MatroskaElement) -> MatroskaElement?) {
    head = head.map { $0.replacing(change) }
    tail = tail.map { $0.replacing(change) }
  }

  /// Replaces the element of the same name after the clusters.
  ///
  /// - Throws: ``ContainerError`` if there is none.
  mutating func replaceInTail(_ element: MatroskaElement) throws(ContainerError) {
    guard let index = tail.firstIndex(where: { $0.name == element.name }) else {
      throw Self.unknownShape
    }
    tail[index] = element
  }

  // MARK: Writing

  private func length(_ elements: [MatroskaElement]) -> Int {
    elements.reduce(0) { $0 + $1.bytes.count }
  }

  private mutating func write(
    over old: MatroskaFile, to file: borrowing DiskFile
  ) throws(ContainerError) {
    // Clusters stay in place unless the elements before them change their size.
    let shift = length(head) - old.length(old.head)
    let end = clusters.upperBound + shift
    moveCues(by: shift)
    correctSeekHead(tailStart: end - start)
    if shift != 0 { try moveClusters(of: file, by: shift) }
    try file.write(head.flatMap(\.bytes), at: start)
    try file.write(tail.flatMap(\.bytes), at: end)
    let size = end + length(tail)
    try file.truncate(to: size)
    try file.write(MatroskaElement.size(size - start), at: sizePlace)
  }

  private mutating func moveCues(by shift: Int) {
    guard shift != 0 else { return }
    tail = tail.map { element in
      element.replacing { leaf in
        guard leaf.name == MatroskaName.cueClusterPosition else { return nil }
        let place = MatroskaElement.number(UInt64(Int(leaf.number) + shift))
        return MatroskaElement(leaf.name, short: place)
      }
    }
  }

  /// Updates the positions in the seek head, whose size does not change.
  private mutating func correctSeekHead(tailStart: Int) {
    var places: [UInt64: Int] = [:]
    for (elements, start) in [(head, 0), (tail, tailStart)] {
      var place = start
      for element in elements {
        places[element.name] = places[element.name] ?? place
        place += element.bytes.count
      }
    }
    head = head.map { element in
      var wanted: UInt64 = 0
      return element.name != MatroskaName.seekHead
        ? element
        : element.replacing { leaf in
          if leaf.name == MatroskaName.seekID { wanted = leaf.number }
          guard leaf.name == MatroskaName.seekPosition, let place = places[wanted] else {
            return nil
          }
          return MatroskaElement(
            leaf.name,
            short: MatroskaElement.number(UInt64(place), bytes: leaf.content.count))
        }
    }
  }

  /// Moves the clusters, starting at the end or the start so that no chunk is overwritten before it
  /// moves.
  private func moveClusters(
    of file: borrowing DiskFile, by shift: Int
  ) throws(ContainerError) {
    let chunk = 4 << 20
    var starts = Array(stride(from: clusters.lowerBound, to: clusters.upperBound, by: chunk))
    if shift > 0 { starts.reverse() }
    for start in starts {
      let count = min(chunk, clusters.upperBound - start)
      try file.write(try file.readAll(count, at: start), at: start + shift)
    }
  }
}
