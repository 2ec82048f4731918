import Foundation
import TestSupport

/// Damages files as disks, networks and broken programs do.
struct FileMutator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1) }

  /// One to three kinds of damage to a file.
  mutating func mutated(_ file: Data) -> Data {
    var bytes = [UInt8](file)
    for _ in 0..<Int.random(in: 1...3, using: &random) where bytes.count > 64 { damage(&bytes) }
    return Data(bytes)
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      // Anywhere.
      for _ in 0..<Int.random(in: 1...64, using: &random) { flip(&bytes, in: bytes.indices) }
    case 1:
      // Where headers are.
      let header = 0..<min(bytes.count, 2_048)
      for _ in 0..<Int.random(in: 1...8, using: &random) { flip(&bytes, in: header) }
    case 2:
      // Where MP4 files have their index.
      let index = max(0, bytes.count - 4_096)..<bytes.count
      for _ in 0..<Int.random(in: 1...8, using: &random) { flip(&bytes, in: index) }
    case 3: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
    case 4:
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, start + Int.random(in: 1...8_192, using: &random))
      bytes.replaceSubrange(start..<end, with: repeatElement(0, count: end - start))
    default: swapBoxes(&bytes)
    }
  }

  private mutating func flip(_ bytes: inout [UInt8], in range: Range<Int>) {
    bytes[Int.random(in: range, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
  }

  /// Swaps two adjacent parts: boxes if the file has them, else any parts.
  private mutating func swapBoxes(_ bytes: inout [UInt8]) {
    var starts = [0]
    while let start = starts.last, start + 8 <= bytes.count {
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length >= 8, start + length <= bytes.count else { break }
      starts.append(start + length)
    }
    if starts.count < 3 {
      starts = (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
    }
    let first = Int.random(in: 0...starts.count - 3, using: &random)
    let (a, b, c) = (starts[first], starts[first + 1], starts[first + 2])
    bytes.replaceSubrange(a..<c, with: Array(bytes[b..<c] + bytes[a..<b]))
  }
}
