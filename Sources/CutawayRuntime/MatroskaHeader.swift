import CutawayContainers

/// What the header of a Matroska or WebM file says that GStreamer does not hand on.
///
/// matroskademux of GStreamer 1.22 takes how far it has read for the length of a file without one.
///
/// Source: RFC 9559.
struct MatroskaHeader {
  /// Whether it says how long the film is: recordings that were sent while they were made do not.
  private(set) var statesDuration = false

  private enum Name {
    static let header: UInt64 = 0x1A45_DFA3, segment: UInt64 = 0x1853_8067
    static let information: UInt64 = 0x1549_A966, duration: UInt64 = 0x4489
    static let cluster: UInt64 = 0x1F43_B675
  }

  /// Reads the header of a file; `nil` where it has none.
  init?(path: String) {
    guard let file = EBMLFile(path: path), let header = file.element(at: 0),
      header.name == Name.header,
      let segment = file.element(at: header.end), segment.name == Name.segment
    else { return nil }
    var position = segment.start
    // What follows the first cluster was written when all was known.
    while let part = file.element(at: position), part.name != Name.cluster {
      if part.name == Name.information {
        readInformation(part, of: file)
        return
      }
      position = part.end
    }
    statesDuration = true
  }

  private mutating func readInformation(_ information: EBMLFile.Element, of file: EBMLFile) {
    var position = information.start
    while position < information.end, let part = file.element(at: position) {
      if part.name == Name.duration {
        // A number of floating point; a place that was kept for it holds 0.
        let bytes = file.bytes(8, at: part.start).prefix(part.end - part.start)
        statesDuration = bytes.contains { $0 != 0 }
      }
      position = part.end
    }
  }
}
