/// What the header of a Matroska or WebM file says that GStreamer does not hand on.
///
/// matroskademux of GStreamer 1.22 takes how far it has read for the length of a file without one.
package struct MatroskaHeader: Sendable, Hashable {
  /// Whether it says how long the film is: recordings that were sent while they were made do not.
  package private(set) var statesDuration = false

  /// Reads the header of a file; `nil` where it has none.
  package init?(path: String) {
    // What cannot be read has no header: GStreamer says why it cannot be opened.
    guard let file = try? EBMLFile(path: path), let found = try? Self.read(file) else { return nil }
    self = found
  }

  private init(statesDuration: Bool) { self.statesDuration = statesDuration }

  private static func read(_ file: borrowing EBMLFile) throws(ContainerError) -> MatroskaHeader? {
    let all = 0..<file.size
    guard let header = try file.element(at: 0, in: all), header.name == MatroskaName.header,
      let segment = try file.element(at: header.body.upperBound, in: all),
      segment.name == MatroskaName.segment
    else { return nil }
    var position = segment.body.lowerBound
    // What follows the first cluster was written when all was known.
    while let part = try file.element(at: position, in: segment.body),
      part.name != MatroskaName.cluster
    {
      if part.name == MatroskaName.information {
        return MatroskaHeader(statesDuration: try statesDuration(in: part.body, of: file))
      }
      position = part.body.upperBound
    }
    return MatroskaHeader(statesDuration: true)
  }

  private static func statesDuration(
    in information: Range<Int>, of file: borrowing EBMLFile
  ) throws(ContainerError) -> Bool {
    guard
      let duration = try file.elements(in: information)
        .last(where: { $0.name == MatroskaName.duration })
    else { return false }
    // A number of floating point; a place that was kept for it holds 0.
    return try file.integer(duration) != 0
  }
}
