/// The elements of an EBML file, read where they lie: Matroska and WebM.
package struct EBMLFile: ~Copyable {
  let file: DiskFile
  /// In bytes.
  let size: Int

  /// An element; positions are in bytes from the start of the file.
  struct Element {
    var name: UInt64
    /// Where its name begins.
    var start: Int
    var body: Range<Int>
  }

  init(path: String, isWritable: Bool = false) throws(ContainerError) {
    let file = try DiskFile(path: path, isWritable: isWritable)
    size = try file.size
    self.file = file
  }

  /// The element whose name begins at a position; `nil` where none does.
  ///
  /// - Parameter range: What it lies in. An element whose size is unknown, or too great, reaches to its end.
  func element(at position: Int, in range: Range<Int>) throws(ContainerError) -> Element? {
    guard let head = EBMLHead(try file.read(EBMLHead.longest, at: position)[...]),
      range.upperBound - position >= head.length
    else { return nil }
    let start = position + head.length
    let length = min(head.size ?? .max, range.upperBound - start)
    return Element(name: head.name, start: position, body: start..<start + length)
  }

  /// The elements that follow each other in a range.
  func elements(in range: Range<Int>) throws(ContainerError) -> [Element] {
    var position = range.lowerBound, found: [Element] = []
    while position < range.upperBound, let element = try element(at: position, in: range) {
      found.append(element)
      position = element.body.upperBound
    }
    return found
  }

  /// The content of an element as an unsigned integer.
  func integer(_ element: Element) throws(ContainerError) -> UInt64 {
    try file.read(min(8, element.body.count), at: element.body.lowerBound)
      .reduce(0) { $0 << 8 | UInt64($1) }
  }
}
