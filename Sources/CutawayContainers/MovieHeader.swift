/// The header of an MP4 or MOV file, `moov`, as it lies in the file.
///
/// Demuxers leave out what is read from it: lengths of tracks, orientations, edit lists, tables of packets.
package struct MovieHeader: Sendable {
  package let movie: BoxView
  /// In bytes.
  package let fileSize: Int
  /// Where the inside of the header begins in the file.
  private let position: Int

  /// No header is longer: ten hours of film have one of a few megabytes.
  private static let longest = 256 << 20

  /// What comes before a header. Anything else is no such file, and its numbers are no lengths.
  private static let kinds: Set<FourCC> = [
    "ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "uuid",
  ]

  /// Reads the header of a file; `nil` where it has none, or cannot be read.
  package init?(path: String) {
    // What cannot be read has no header: GStreamer says why it cannot be opened.
    guard let file = try? DiskFile(path: path, isWritable: false),
      let found = try? Self.find(in: file)
    else { return nil }
    (movie, position, fileSize) = found
  }

  private static func find(
    in file: borrowing DiskFile
  ) throws(ContainerError) -> (BoxView, Int, Int)? {
    let size = try file.size
    var position = 0
    while let head = BoxHead(
      try file.read(BoxHead.longest, at: position)[...], space: size - position),
      kinds.contains(head.kind)
    {
      if head.kind == "moov" {
        guard head.length <= longest else { return nil }
        let inside = position + head.headLength
        let bytes = try file.readAll(head.length - head.headLength, at: inside)
        return (BoxView(bytes[...]), inside, size)
      }
      position += head.length
    }
    return nil
  }

  /// Where something in the header lies in the file.
  package func place(of box: BoxView, _ offset: Int) -> Int { position + box.offset + offset }

  /// The tracks that are seen, `vide`, or heard, `soun`, in the order in which qtdemux counts them: by
  /// their numbers.
  package func tracks(of handler: FourCC) -> [BoxView] {
    movie.boxes("trak").filter { $0.box("mdia")?.box("hdlr")?.kind(8) == handler }
      .sorted { $0.trackNumber < $1.trackNumber }
  }
}

extension BoxView {
  fileprivate var trackNumber: Int {
    guard let header = box("tkhd") else { return 0 }
    return header.word(header.byte(0) == 1 ? 20 : 12)
  }
}

// MARK: Numbers

/// A number in a header: of four bytes, or of eight in boxes of version 1.
package struct HeaderNumber: Sendable {
  package let value: Int
  private let box: BoxView
  private let offset: Int
  private let isLong: Bool

  /// - Parameters:
  ///   - box: A box whose first byte is its version.
  ///   - short: Where the number lies in version 0.
  ///   - long: Where it lies in version 1.
  package init(_ box: BoxView, at short: Int, long: Int) {
    self.box = box
    isLong = box.byte(0) == 1
    offset = isLong ? long : short
    value = isLong ? box.longWord(long) : box.word(short)
  }

  /// Another number as it stands in the file, and where.
  package func patch(_ number: Int, in header: MovieHeader) -> FilePatch {
    let bytes = isLong ? [UInt8](bigEndian: number) : [UInt8](bigEndian: UInt32(clamping: number))
    return FilePatch(position: header.place(of: box, offset), bytes: bytes)
  }
}
