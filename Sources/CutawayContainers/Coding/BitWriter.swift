/// Writes bits and Exp-Golomb codes, most significant bit first.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var free = 0

  mutating func append(bit: Bool) {
    if free == 0 {
      bytes.append(0)
      free = 8
    }
    free -= 1
    if bit { bytes[bytes.count - 1] |= 1 << UInt8(free) }
  }

  mutating func append(_ value: Int, bits: Int) {
    for place in (0..<bits).reversed() { append(bit: value >> place & 1 == 1) }
  }

  /// Appends an unsigned Exp-Golomb code, `ue(v)`.
  mutating func append(code value: Int) {
    let length = Self.length(ofCode: value)
    append(value + 1, bits: length)
  }

  /// Appends bits of a payload.
  mutating func append(_ range: Range<Int>, of source: [UInt8]) {
    var position = range.lowerBound
    while position < range.upperBound {
      if free == 0, position & 7 == 0, range.upperBound - position >= 8 {
        bytes.append(source[position >> 3])
        position += 8
      } else {
        append(bit: source[position >> 3] >> UInt8(7 - position & 7) & 1 == 1)
        position += 1
      }
    }
  }

  /// Ends a payload with a one and zeros up to a byte, `rbsp_trailing_bits()`.
  mutating func close() {
    append(bit: true)
    free = 0
  }

  /// The number of bits of an Exp-Golomb code.
  static func length(ofCode value: Int) -> Int {
    2 * (Int.bitWidth - (value + 1).leadingZeroBitCount) - 1
  }

  /// The number of bits of any number below another one, `Ceil(Log2(count))`.
  static func length(ofNumberBelow count: Int) -> Int {
    count > 1 ? Int.bitWidth - (count - 1).leadingZeroBitCount : 0
  }
}
