/// Properties in the header of a Matroska or WebM file that GStreamer does not expose.
package struct MatroskaHeader: Sendable, Hashable {
  /// The time that each audio track outputs before the first sample of its recording, in nanoseconds
  /// (`CodecDelay`, RFC 9559, section 5.1.4.1.25).
  ///
  /// It is 0 for Opus: matroskademux subtracts the delay of Opus from time stamps, and of no other
  /// codec.
  package private(set) var unappliedDelays: [Int64] = []

  /// A longer delay is taken for an error.
  private static let longestDelay: UInt64 = 1_000_000_000

  /// Reads the header of a file; `nil` if the file has none.
  package init?(path: String) {
    // An unreadable file has no header: GStreamer reports why the file cannot be opened.
    guard let file = try? EBMLFile(path: path), let found = try? Self.read(file) else { return nil }
    self = found
  }

  private init() {}

  private static func read(_ file: borrowing EBMLFile) throws(ContainerError) -> MatroskaHeader? {
    let all = 0..<file.size
    guard let header = try file.element(at: 0, in: all), header.name == MatroskaName.header,
      let segment = try file.element(at: header.body.upperBound, in: all),
      segment.name == MatroskaName.segment
    else { return nil }
    var found = MatroskaHeader(), position = segment.body.lowerBound
    // Elements after the first cluster were written when everything was known.
    while let part = try file.element(at: position, in: segment.body),
      part.name != MatroskaName.cluster
    {
      if part.name == MatroskaName.tracks {
        found.unappliedDelays = try unappliedDelays(in: part.body, of: file)
      }
      position = part.body.upperBound
    }
    return found
  }

  private static func unappliedDelays(
    in tracks: Range<Int>, of file: borrowing EBMLFile
  ) throws(ContainerError) -> [Int64] {
    var delays: [Int64] = []
    for track in try file.elements(in: tracks) where track.name == MatroskaName.track {
      var isSound = false, isOpus = false, delay: UInt64 = 0
      for field in try file.elements(in: track.body) {
        switch field.name {
        case MatroskaName.trackType: isSound = try file.integer(field) == MatroskaName.sound
        case MatroskaName.codecDelay: delay = try file.integer(field)
        case MatroskaName.codecID:
          let name = try file.file.read(min(field.body.count, 6), at: field.body.lowerBound)
          isOpus = name.elementsEqual("A_OPUS".utf8)
        default: break
        }
      }
      if isSound { delays.append(isOpus || delay > longestDelay ? 0 : Int64(delay)) }
    }
    return delays
  }
}
