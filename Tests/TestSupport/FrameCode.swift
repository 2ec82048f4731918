/// A clip number and a frame number, drawn as black and white blocks that any codec leaves legible.
///
/// The blocks fill the top 30 % of the picture: three rows of twelve, edge to edge. The four corner
/// blocks are a white one at the top left and three black ones; the other 32 hold, row by row and
/// highest bit first, the clip (8 bits), the frame (16) and a checksum (8). White is 1.
///
/// The code survives H.264, HEVC and VP8 at ordinary quality, scaling between 160×90 and 1920×1080,
/// conversions of range and matrix, and opacity down to about a tenth. It does not survive being
/// mixed with another picture at near equal parts: then it reads as `nil`.
public struct FrameCode: Sendable, Hashable {
  public var clip: UInt8
  public var frame: UInt16

  public init(clip: UInt8, frame: UInt16) {
    self.clip = clip
    self.frame = frame
  }

  /// The fraction of the picture's height that the blocks cover.
  public static let heightFraction = 0.3

  static let columns = 12
  static let rows = 3

  /// The 36 blocks, row by row; `true` is white.
  var blocks: [Bool] {
    let word = UInt32(clip) << 24 | UInt32(frame) << 8 | UInt32(checksum)
    var bits = (0..<32).map { bit -> Bool in word >> (31 - bit) & 1 == 1 }[...]
    return (0..<Self.columns * Self.rows).map { block in
      Self.corners[block] ?? bits.removeFirst()
    }
  }

  /// Reads blocks back, unless the checksum disagrees.
  init?(blocks: [Bool]) {
    var word: UInt32 = 0
    for (block, isWhite) in blocks.enumerated() where Self.corners[block] == nil {
      word = word << 1 | (isWhite ? 1 : 0)
    }
    self.init(clip: UInt8(word >> 24), frame: UInt16(truncatingIfNeeded: word >> 8))
    guard checksum == UInt8(truncatingIfNeeded: word) else { return nil }
  }

  /// Blocks of known colours, which define the levels of black and white.
  static let corners = [0: true, 11: false, 24: false, 35: false]

  /// CRC-8 with the polynomial 0x07, starting at 0xFF so that neither all black nor all white reads.
  private var checksum: UInt8 {
    var value: UInt8 = 0xFF
    for byte in [clip, UInt8(frame >> 8), UInt8(truncatingIfNeeded: frame)] {
      value ^= byte
      for _ in 0..<8 { value = value & 0x80 == 0 ? value << 1 : value << 1 ^ 0x07 }
    }
    return value
  }
}

extension FrameCode: CustomStringConvertible {
  public var description: String { "clip \(clip) frame \(frame)" }
}
