/// A 64-bit digest of a file's contents, equal on every machine: FNV-1a, not for security.
package struct ContentDigest: Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    var value = value
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    self.value = value
  }

  /// One of many numbers derived from a digest, never 0.
  ///
  /// The bits are mixed as in SplitMix64.
  package static func mixed(_ seed: UInt64, _ index: UInt64) -> UInt64 {
    var mixed = seed &+ (index &+ 1) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return mixed == 0 ? 1 : mixed
  }
}
