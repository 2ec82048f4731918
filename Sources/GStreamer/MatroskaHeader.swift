import Glibc

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
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    guard let header = element(of: file, at: 0), header.name == Name.header,
      let segment = element(of: file, at: header.end), segment.name == Name.segment
    else { return nil }
    var position = segment.start
    // What follows the first cluster was written when all was known.
    while let part = element(of: file, at: position), part.name != Name.cluster {
      if part.name == Name.information {
        readInformation(part, of: file)
        return
      }
      position = part.end
    }
    statesDuration = true
  }

  private mutating func readInformation(_ information: Element, of file: UnsafeMutablePointer<FILE>)
  {
    var position = information.start
    while position < information.end, let part = element(of: file, at: position) {
      if part.name == Name.duration {
        // A number of floating point; a place that was kept for it holds 0.
        let bytes = read(8, at: part.start, of: file).prefix(part.end - part.start)
        statesDuration = bytes.contains { $0 != 0 }
      }
      position = part.end
    }
  }
}

private struct Element {
  var name: UInt64
  /// Where its content starts.
  var start: Int
  /// Where it ends; what is as long as it takes has no content by this.
  var end: Int
}

private func element(of file: UnsafeMutablePointer<FILE>, at position: Int) -> Element? {
  let bytes = read(12, at: position, of: file)
  guard let first = bytes.first, first != 0, first.leadingZeroBitCount < 4 else { return nil }
  let nameLength = first.leadingZeroBitCount + 1
  guard bytes.count > nameLength, bytes[nameLength] != 0 else { return nil }
  let sizeLength = bytes[nameLength].leadingZeroBitCount + 1
  guard bytes.count >= nameLength + sizeLength else { return nil }
  let size = bytes[nameLength..<nameLength + sizeLength].reduce(0) { $0 << 8 | UInt64($1) }
  let unmarked = size ^ 1 << UInt64(7 * sizeLength)
  let isUnknown = unmarked == 1 << UInt64(7 * sizeLength) - 1
  let start = position + nameLength + sizeLength
  return Element(
    name: bytes[..<nameLength].reduce(0) { $0 << 8 | UInt64($1) }, start: start,
    end: isUnknown ? start : start + Int(unmarked))
}

private func read(_ count: Int, at position: Int, of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  guard fseek(file, position, SEEK_SET) == 0 else { return [] }
  let found = fread(&bytes, 1, count, file)
  return Array(bytes.prefix(found))
}
