import Foundation

/// The boxes of a movie file, parsed without the tested code.
///
/// Every byte is checked.
struct BoxTree {
  let data: Data
  let kind: String
  /// The range of the contents in the file.
  let inside: Range<Int>

  struct Broken: Error { var message: String }

  /// The boxes of a file, as a box without a name.
  init(_ url: URL) throws {
    data = try Data(contentsOf: url)
    kind = ""
    inside = 0..<data.count
  }

  private init(data: Data, kind: String, inside: Range<Int>) {
    (self.data, self.kind, self.inside) = (data, kind, inside)
  }

  /// The boxes inside, from an offset in bytes.
  func boxes(from skipped: Int = 0) throws -> [BoxTree] {
    var found: [BoxTree] = []
    var position = inside.lowerBound + skipped
    while position < inside.upperBound {
      guard position + 8 <= inside.upperBound else { throw Broken(message: "\(kind) breaks off") }
      var (length, head) = (Self.number(data, position, 4), 8)
      if length == 1 { (length, head) = (Self.number(data, position + 8, 8), 16) }
      let name = String(data: data[position + 4..<position + 8], encoding: .isoLatin1) ?? ""
      guard length >= head, position + length <= inside.upperBound else {
        throw Broken(message: "\(name) in \(kind): \(length)")
      }
      found.append(BoxTree(data: data, kind: name, inside: position + head..<position + length))
      position += length
    }
    return found
  }

  /// All boxes of a path such as `moov/trak/tkhd`.
  ///
  /// A number states the bytes of a box before the boxes inside: `moov/meta+4/ilst`.
  func all(_ path: String) throws -> [BoxTree] {
    var found = [self], skipped = 0
    for step in path.split(separator: "/") {
      let parts = step.split(separator: "+")
      found = try found.flatMap { try $0.boxes(from: skipped) }.filter { $0.kind == parts[0] }
      skipped = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    }
    return found
  }

  func one(_ path: String) throws -> BoxTree {
    let found = try all(path)
    guard found.count == 1 else { throw Broken(message: "\(found.count) of \(path)") }
    return found[0]
  }

  var bytes: Data { Data(data[inside]) }

  func text(from offset: Int = 0) -> String {
    String(decoding: bytes.dropFirst(offset), as: UTF8.self)
  }

  /// A big-endian number of `bytes` bytes.
  func number(at offset: Int, bytes count: Int = 4) -> Int {
    Self.number(data, inside.lowerBound + offset, count)
  }

  /// Consecutive numbers.
  func numbers(at offset: Int, count: Int, bytes width: Int = 4) -> [Int] {
    (0..<count).map { number(at: offset + $0 * width, bytes: width) }
  }

  /// Bytes anywhere in the file.
  func file(_ offset: Int, _ count: Int) -> Data { Data(data[offset..<offset + count]) }

  private static func number(_ data: Data, _ offset: Int, _ count: Int) -> Int {
    data[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }
}

extension BoxTree {
  /// A box with a name and contents.
  static func box(_ kind: String, _ bytes: [UInt8] = []) -> [UInt8] {
    word(bytes.count + 8) + Array(kind.data(using: .isoLatin1) ?? Data()) + bytes
  }

  static func word(_ number: Int, bytes: Int = 4) -> [UInt8] {
    (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
