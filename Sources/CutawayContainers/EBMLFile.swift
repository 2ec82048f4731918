import Foundation

/// The elements of an EBML file: Matroska and WebM.
///
/// Source: RFC 8794.
public struct EBMLFile {
  private let file: FileHandle

  /// An element; positions are in bytes from the start of the file.
  public struct Element: Sendable, Hashable {
    /// Its ID, with the marker of its length.
    public var name: UInt64
    /// Where its content starts.
    public var start: Int
    /// Where it ends; its start, where its size is unknown.
    public var end: Int
  }

  /// Opens a file; `nil` where it cannot be opened.
  public init?(path: String) {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    self.file = file
  }

  /// The element whose ID starts at a position; `nil` where none does.
  public func element(at position: Int) -> Element? {
    let bytes = bytes(12, at: position)
    guard let first = bytes.first, first != 0, first.leadingZeroBitCount < 4 else { return nil }
    let nameLength = first.leadingZeroBitCount + 1
    guard bytes.count > nameLength,
      let size = Self.variableInteger(bytes.dropFirst(nameLength))
    else { return nil }
    let start = position + nameLength + size.length
    return Element(
      name: bytes[..<nameLength].reduce(0) { $0 << 8 | UInt64($1) }, start: start,
      end: size.value.map { start + Int($0) } ?? start)
  }

  /// The bytes from a position on, fewer at the end of the file.
  public func bytes(_ count: Int, at position: Int) -> [UInt8] {
    // What cannot be read is not there: the caller finds too few bytes.
    guard position >= 0, (try? file.seek(toOffset: UInt64(position))) != nil,
      let data = try? file.read(upToCount: count)
    else { return [] }
    return Array(data)
  }

  /// The content of an element as an unsigned integer.
  public func integer(_ element: Element) -> UInt64 {
    bytes(min(8, element.end - element.start), at: element.start).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A number that says its own length in its leading zeros; its value is `nil` where all bits are set,
  /// which means unknown.
  public static func variableInteger(
    _ bytes: ArraySlice<UInt8>
  ) -> (value: UInt64?, length: Int)? {
    guard let first = bytes.first, first != 0 else { return nil }
    let length = first.leadingZeroBitCount + 1
    guard bytes.count >= length else { return nil }
    let marked = bytes.prefix(length).reduce(0) { $0 << 8 | UInt64($1) }
    let value = marked ^ 1 << UInt64(7 * length)
    return (value == 1 << UInt64(7 * length) - 1 ? nil : value, length)
  }
}
