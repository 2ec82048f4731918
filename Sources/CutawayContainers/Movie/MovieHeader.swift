import CutawayDiagnostics

/// The header of an MP4 or MOV file, `moov`, with its position in the file.
///
/// It provides properties that demuxers do not expose: durations of tracks, orientations, edit
/// lists and packet tables.
package struct MovieHeader: Sendable {
  package let movie: BoxView
  /// The size of the file in bytes.
  package let fileSize: Int
  /// The position of the header's contents in the file.
  private let position: Int

  /// The maximum size of a header: ten hours of video have one of a few megabytes.
  private static let longest = 256 << 20

  /// The boxes that may precede a header.
  ///
  /// A file with any other box is not a movie, and its numbers are not sizes.
  private static let kinds: Set<FourCC> = [
    "ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "uuid",
  ]

  /// Reads the header of a file; `nil` if the file has none, or cannot be read.
  package init?(path: String) {
    // An unreadable file has no header: GStreamer reports why the file cannot be opened.
    guard let file = try? DiskFile(path: path, isWritable: false),
      let found = try? Self.find(in: file)
    else { return nil }
    (movie, position, fileSize) = found
  }

  /// Reads the header of a file that a muxer has completed.
  ///
  /// - Throws: ``ContainerErrorCode/malformed`` if there is none.
  package init(completed path: String) throws(ContainerError) {
    guard let header = MovieHeader(path: path), header.movie.box("mvhd") != nil else {
      throw ContainerError(.malformed, "the header that the muxer wrote cannot be read")
    }
    self = header
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

  /// The position in the file of an offset in a box of the header.
  package func place(of box: BoxView, _ offset: Int) -> Int { position + box.offset + offset }

  /// The tracks of a media type, `vide` or `soun`, in the order in which qtdemux counts them: by
  /// their numbers.
  package func tracks(of handler: FourCC) -> [BoxView] {
    movie.boxes("trak").filter { $0.box("mdia")?.box("hdlr")?.kind(8) == handler }
      .sorted { $0.trackNumber < $1.trackNumber }
  }
}

extension BoxView {
  var trackNumber: Int {
    guard let header = box("tkhd") else { return 0 }
    return header.word(header.byte(0) == 1 ? 20 : 12)
  }
}

// MARK: Numbers

/// A number in a header: four bytes, or eight in boxes of version 1.
package struct HeaderNumber: Sendable {
  package let value: Int
  private let box: BoxView
  private let offset: Int
  private let isLong: Bool

  /// Reads a number from a box.
  ///
  /// - Parameters:
  ///   - box: A box whose first byte is its version.
  ///   - short: The offset of the number in version 0.
  ///   - long: The offset of the number in version 1.
  package init(_ box: BoxView, at short: Int, long: Int) {
    self.box = box
    isLong = box.byte(0) == 1
    offset = isLong ? long : short
    value = isLong ? box.longWord(long) : box.word(short)
  }

  /// A patch that replaces the number in the file by another one.
  package func patch(_ number: Int, in header: MovieHeader) -> FilePatch {
    let bytes = isLong ? [UInt8](bigEndian: number) : [UInt8](bigEndian: UInt32(clamping: number))
    return FilePatch(position: header.place(of: box, offset), bytes: bytes)
  }
}
