/// A 64-bit hash that is the same in every run and on every machine: FNV-1a, not for security.
public struct Digest: Sendable, Hashable, CustomStringConvertible {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  public init() {}

  /// The digest of a sequence of bytes.
  public init(_ bytes: some Sequence<UInt8>) { add(bytes) }

  public mutating func add(_ bytes: some Sequence<UInt8>) {
    var state = state
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    self.state = state
  }

  /// Sixteen hexadecimal digits.
  public var description: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension RawFrame {
  /// A hash of the pixels only, without row padding and times, for golden lists.
  public var digest: Digest {
    var digest = Digest()
    for plane in planes {
      if plane.stride == plane.width {
        digest.add(plane.bytes)
      } else {
        for row in plane.rows { digest.add(row) }
      }
    }
    return digest
  }
}
