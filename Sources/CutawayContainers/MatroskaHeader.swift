/// Properties in the header of a Matroska or WebM file that GStreamer does not expose.
///
/// If a file states no duration, matroskademux of GStreamer 1.22 reports the position that it has
/// read up to.
package struct MatroskaHeader: Sendable, Hashable {
  /// Whether the file states its duration: live recordings do not.
  package private(set) var statesDuration = false

  /// Reads the header of a file; `nil` if the file has none.
  package init?(path: String) {
    // An unreadable file has no header: GStreamer reports why the file cannot be opened.
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
    // Elements after the first cluster were written when everything was known.
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
    // A floating-point number. A placeholder for it contains 0.
    return try file.integer(duration) != 0
  }
}
