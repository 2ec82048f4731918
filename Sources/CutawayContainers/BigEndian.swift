extension Array where Element == UInt8 {
  /// A number, big end first.
  init(bigEndian number: some FixedWidthInteger) {
    self = []
    append(number: number)
  }

  /// Appends a number, big end first, as all numbers of a movie file are.
  mutating func append(number: some FixedWidthInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Overwrites as many bytes as the number has.
  ///
  /// - Precondition: They are there.
  mutating func set(_ number: some FixedWidthInteger, at offset: Int) {
    for (index, shift) in stride(from: number.bitWidth - 8, through: 0, by: -8).enumerated() {
      self[offset + index] = UInt8(truncatingIfNeeded: number >> shift)
    }
  }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// The number that is so many bytes from the start; `nil` where it lies past the end.
  func number<Number: FixedWidthInteger>(_: Number.Type = Number.self, at offset: Int) -> Number? {
    let length = Number.bitWidth / 8
    guard offset >= 0, offset <= count - length else { return nil }
    let start = startIndex + offset
    return self[start..<start + length].reduce(0) { $0 << 8 | Number($1) }
  }
}
