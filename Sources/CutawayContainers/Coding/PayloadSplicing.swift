/// Changes of the bits of a parameter set's payload.
///
/// The trailing bits of the payload are left out and written again.
struct PayloadSplicing {
  private let source: [UInt8]
  /// The number of bits before the trailing bits.
  private let end: Int
  private var position = 0
  private var writer = BitWriter()

  /// Starts to copy a payload; `nil` if it has no trailing bits.
  init?(_ source: [UInt8]) {
    guard let last = source.lastIndex(where: { $0 != 0 }) else { return nil }
    self.source = source
    end = last * 8 + 7 - source[last].trailingZeroBitCount
  }

  /// Copies everything before a range of bits, and leaves the range out.
  ///
  /// Ranges come in order; what lies past the end is ignored.
  mutating func leaveOut(_ range: Range<Int>) {
    copy(to: range.lowerBound)
    position = min(max(position, range.upperBound), end)
  }

  /// Replaces a range of bits by an Exp-Golomb code.
  mutating func replace(_ range: Range<Int>, byCode value: Int) {
    leaveOut(range)
    writer.append(code: value)
  }

  /// Writes bits after those so far.
  mutating func write(_ body: (inout BitWriter) -> Void) { body(&writer) }

  private mutating func copy(to limit: Int) {
    let limit = min(limit, end)
    guard position < limit else { return }
    writer.append(position..<limit, of: source)
    position = limit
  }

  /// The payload with the rest of the source and new trailing bits.
  mutating func finish() -> [UInt8] {
    copy(to: end)
    writer.close()
    return writer.bytes
  }
}
