/// Reads bits and Exp-Golomb codes, most significant bit first (ITU-T H.264, 7.2 and 9.1).
///
/// Bits past the end read as 0, and set ``isPastEnd``.
struct BitReader {
  private let bytes: [UInt8]
  /// The number of bits that were read.
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether more bits were read than there are, or a code was too long.
  private(set) var isPastEnd = false

  mutating func bit() -> Bool {
    let index = position >> 3
    guard index < bytes.count else {
      isPastEnd = true
      return false
    }
    defer { position += 1 }
    return bytes[index] >> UInt8(7 - position & 7) & 1 == 1
  }

  /// An unsigned number of up to 32 bits.
  mutating func number(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, _ in value << 1 | (bit() ? 1 : 0) }
  }

  mutating func skip(_ count: Int) {
    position += count
    if position > bytes.count * 8 {
      position = bytes.count * 8
      isPastEnd = true
    }
  }

  /// An unsigned Exp-Golomb code, `ue(v)`.
  mutating func code() -> Int {
    var zeros = 0
    while !bit() {
      zeros += 1
      if zeros > 32 || isPastEnd {
        isPastEnd = true
        return 0
      }
    }
    return (1 << zeros) - 1 + number(zeros)
  }

  /// A signed Exp-Golomb code, `se(v)`.
  mutating func signedCode() -> Int {
    let code = code()
    return code % 2 == 1 ? (code + 1) / 2 : -(code / 2)
  }
}
