import CutawayDiagnostics

/// The fragments of a movie file with one track, and what a playlist says about it.
package struct FragmentedMovie: Sendable, Hashable {
  /// A header with its media.
  package struct Fragment: Sendable, Hashable {
    /// The bytes in the file.
    package var range: Range<Int>
    /// The decoding time of the first sample in units of the track.
    package var start: Int
  }

  /// The bytes before the index and the first fragment, which every player needs.
  package let header: Range<Int>
  /// The bytes of the index of the segments; `nil` if there is none.
  package let index: Range<Int>?
  /// The fragments in order of time; at least one.
  package let fragments: [Fragment]
  /// The units of the track in a second.
  package let timescale: Int
  /// The codec as RFC 6381 writes it: `avc1.640028`.
  package let codec: String

  /// The maximum size of a fragment's header.
  private static let longest = 64 << 20

  /// Reads a file.
  ///
  /// - Throws: ``ContainerError`` if it is no movie of fragments, or its codec is not H.264 or AAC.
  package init(path: String) throws(ContainerError) {
    let layout = try MovieLayout(path: path)
    let movie = try MovieHeader(completed: path).movie
    guard let media = movie.box("trak")?.box("mdia"), let times = media.box("mdhd"),
      let codec = Self.codec(of: media)
    else { throw ContainerError(.unsupported, "a movie without a track in H.264 or AAC") }
    timescale = times.word(times.byte(0) == 1 ? 20 : 12)
    self.codec = codec
    let file = try DiskFile(path: path, isWritable: false)
    var fragments: [Fragment] = []
    for box in layout.boxes {
      switch box.kind {
      case "moof":
        guard box.range.count <= Self.longest else {
          throw ContainerError(.malformed, "a 'moof' of \(box.range.count) bytes")
        }
        let bytes = try file.readAll(box.range.count - 8, at: box.range.lowerBound + 8)
        guard let time = BoxView(bytes[...]).box("traf")?.box("tfdt") else {
          throw ContainerError(.unsupported, "a fragment without a decoding time")
        }
        fragments.append(
          Fragment(
            range: box.range, start: time.byte(0) == 1 ? time.longWord(4) : time.word(4)))
      case "mdat":
        guard let last = fragments.last, last.range.upperBound == box.range.lowerBound else {
          throw ContainerError(.malformed, "media without a header")
        }
        fragments[fragments.count - 1].range = last.range.lowerBound..<box.range.upperBound
      default: break
      }
    }
    guard let first = fragments.first, timescale > 0 else {
      throw ContainerError(.malformed, "a movie without fragments")
    }
    index =
      layout.boxes.first { $0.kind == "sidx" && $0.range.upperBound <= first.range.lowerBound }?
      .range
    header = 0..<(index?.lowerBound ?? first.range.lowerBound)
    self.fragments = fragments
  }

  /// The codec of a track by its sample description (ISO/IEC 14496-15 and 14496-14).
  private static func codec(of media: BoxView) -> String? {
    guard let description = media.box("minf")?.box("stbl")?.box("stsd"),
      let entry = description.boxes(from: 8).first
    else { return nil }
    switch entry.kind {
    case "avc1", "avc3":
      guard let setup = entry.inside.boxes(from: 78).first(where: { $0.kind == "avcC" })?.inside
      else { return nil }
      let digits = (1...3).map { index in
        let text = String(setup.byte(index), radix: 16, uppercase: true)
        return text.count == 1 ? "0" + text : text
      }
      return "\(entry.kind)." + digits.joined()
    // The encoders make AAC with low complexity.
    case "mp4a": return "mp4a.40.2"
    default: return nil
    }
  }
}
