/// The boxes that a movie file consists of, in their order.
///
/// ```swift
/// let layout = try MovieLayout(path: "film.mp4")
/// print(layout.boxes.map(\.kind), layout.hasHeaderFirst)  // ["ftyp", "moov", "mdat"] true
/// ```
public struct MovieLayout: Sendable, Hashable {
  public struct Box: Sendable, Hashable {
    /// Four characters, as `moov`.
    public var kind: String
    /// Where it lies in the file, with its header.
    public var range: Range<Int>
  }

  public var boxes: [Box]

  /// Whether a player finds the header before the media: it can start before it has all.
  public var hasHeaderFirst: Bool {
    boxes.first { $0.kind == "moov" || $0.kind == "mdat" || $0.kind == "moof" }?.kind == "moov"
  }

  /// Whether the media come in fragments, each with a header of its own.
  public var isFragmented: Bool { boxes.contains { $0.kind == "moof" } }

  /// Reads the lengths of the boxes, not what is in them.
  ///
  /// - Throws: ``ContainerError/Code/unreadable``, or ``ContainerError/Code/malformed`` where the
  ///   boxes do not fill the file exactly.
  public init(path: String) throws(ContainerError) {
    try self.init(DiskFile(path: path, isWritable: false))
  }

  /// A day of fragments of a tenth of a second has fewer.
  private static let most = 4 << 20

  init(_ file: borrowing DiskFile) throws(ContainerError) {
    let size = try file.size
    boxes = []
    var position = 0
    while position < size {
      let bytes = try file.read(BoxHead.longest, at: position)
      guard boxes.count < Self.most, bytes.count >= 8 else {
        throw ContainerError(.malformed, "no movie: its boxes break off at \(position)")
      }
      guard let head = BoxHead(bytes[...], space: size - position, mayBeLast: true) else {
        let kind = FourCC(value: bytes.number(at: 4) ?? 0)
        throw ContainerError(
          .malformed, "no movie: the box '\(kind)' at \(position) does not fit the file")
      }
      let end = position + head.length
      boxes.append(Box(kind: "\(head.kind)", range: position..<end))
      position = end
    }
  }
}
