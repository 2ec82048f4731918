import CutawayDiagnostics

/// The top-level boxes of a movie file, in order.
///
/// ```swift
/// let layout = try MovieLayout(path: "film.mp4")
/// print(layout.boxes.map(\.kind), layout.hasHeaderFirst)  // ["ftyp", "moov", "mdat"] true
/// ```
package struct MovieLayout: Sendable, Hashable {
  /// A top-level box.
  package struct Box: Sendable, Hashable {
    /// The kind as four characters, such as `moov`.
    package var kind: String
    /// The range of the box in the file, with its header, in bytes.
    package var range: Range<Int>
  }

  /// The boxes, in the order of the file.
  package var boxes: [Box]

  /// Whether the header precedes the media, so that playback can start before the download ends.
  package var hasHeaderFirst: Bool {
    boxes.first { $0.kind == "moov" || $0.kind == "mdat" || $0.kind == "moof" }?.kind == "moov"
  }

  /// Whether the media are in fragments, each with its own header.
  package var isFragmented: Bool { boxes.contains { $0.kind == "moof" } }

  /// Reads the sizes of the boxes, but not their contents.
  ///
  /// - Throws: ``ContainerErrorCode/unreadable``, or ``ContainerErrorCode/malformed`` if the
  ///   boxes do not fill the file exactly.
  package init(path: String) throws(ContainerError) {
    try self.init(DiskFile(path: path, isWritable: false))
  }

  /// The maximum number of boxes: a day of fragments of a tenth of a second has fewer.
  private static let most = 4 << 20

  init(_ file: borrowing DiskFile) throws(ContainerError) {
    let size = try file.size
    boxes = []
    var position = 0
    while position < size {
      let bytes = try file.read(BoxHead.longest, at: position)
      guard boxes.count < Self.most, bytes.count >= 8 else {
        throw ContainerError(.malformed, "not a movie: its boxes are truncated at \(position)")
      }
      guard let head = BoxHead(bytes[...], space: size - position, mayBeLast: true) else {
        let kind = FourCC(value: bytes.number(at: 4) ?? 0)
        throw ContainerError(
          .malformed, "not a movie: the box '\(kind)' at \(position) does not fit the file")
      }
      let end = position + head.length
      boxes.append(Box(kind: "\(head.kind)", range: position..<end))
      position = end
    }
  }
}
