/// An EBML file, Matroska or WebM, whose elements are read on demand.
package struct EBMLFile: ~Copyable {
  let file: DiskFile
  /// The size in bytes.
  let size: Int

  /// An element.
  ///
  /// Positions are bytes from the start of the file.
  struct Element {
    var name: UInt64
    /// The position of the identifier.
    var start: Int
    var body: Range<Int>
  }

  init(path: String, isWritable: Bool = false) throws(ContainerError) {
    let file = try DiskFile(path: path, isWritable: isWritable)
    size = try file.size
    self.file = file
  }

  /// Reads the element whose identifier is at a position.
  ///
  /// - Parameters:
  ///   - position: The position of the identifier in the file.
  ///   - range: The range that contains the element. An element whose size is unknown or too large
  ///     extends to the end of the range.
  /// - Returns: The element; `nil` if there is none.
  /// - Throws: ``ContainerError`` if the file cannot be read.
  func element(at position: Int, in range: Range<Int>) throws(ContainerError) -> Element? {
    guard let head = EBMLHead(try file.read(EBMLHead.longest, at: position)[...]),
      range.upperBound - position >= head.length
    else { return nil }
    let start = position + head.length
    let length = min(head.size ?? .max, range.upperBound - start)
    return Element(name: head.name, start: position, body: start..<start + length)
  }

  /// The consecutive elements in a range.
  func elements(in range: Range<Int>) throws(ContainerError) -> [Element] {
    var position = range.lowerBound, found: [Element] = []
    while position < range.upperBound, let element = try element(at: position, in: range) {
      found.append(element)
      position = element.body.upperBound
    }
    return found
  }

  /// The contents of an element as an unsigned integer.
  func integer(_ element: Element) throws(ContainerError) -> UInt64 {
    try file.read(min(8, element.body.count), at: element.body.lowerBound)
      .reduce(0) { $0 << 8 | UInt64($1) }
  }
}
