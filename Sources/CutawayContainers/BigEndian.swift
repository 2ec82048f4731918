extension Array where Element == UInt8 {
  /// The bytes of a number in big-endian order.
  init(bigEndian number: some FixedWidthInteger) {
    self = []
    append(number: number)
  }

  /// Appends a number in big-endian order, as movie files store all numbers.
  mutating func append(number: some FixedWidthInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Overwrites as many bytes as the number has.
  ///
  /// - Precondition: These bytes exist.
  mutating func set(_ number: some FixedWidthInteger, at offset: Int) {
    for (index, shift) in stride(from: number.bitWidth - 8, through: 0, by: -8).enumerated() {
      self[offset + index] = UInt8(truncatingIfNeeded: number >> shift)
    }
  }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// The big-endian number at an offset from the start; `nil` if it extends past the end.
  func number<Number: FixedWidthInteger>(_: Number.Type = Number.self, at offset: Int) -> Number? {
    let length = Number.bitWidth / 8
    guard offset >= 0, offset <= count - length else { return nil }
    let start = startIndex + offset
    return self[start..<start + length].reduce(0) { $0 << 8 | Number($1) }
  }
}
