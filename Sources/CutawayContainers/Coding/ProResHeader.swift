/// What the header of a ProRes frame says of its picture (SMPTE RDD 36, 5.1 and 5.1.1).
package struct ProResHeader: Sendable, Hashable {
  /// The width and the height in pixels.
  package let width: Int
  package let height: Int
  /// The resolution of chroma as in `chroma_format_idc`: 2 is 4:2:2, 3 is 4:4:4.
  package let chroma: Int
  /// Whether the frame is one picture, not two fields.
  package let isProgressive: Bool
  /// Whether the frame has an alpha channel.
  package let hasAlpha: Bool
  /// The shape of a pixel and the frame rate, the primaries, the transfer function and the matrix: one
  /// byte each.
  private let labels: [UInt8]

  /// The number of bytes that contain the header's fixed part.
  package static let length = 28
  /// The bytes of the labels.
  private static let labelRange = 21..<25

  /// Reads the header of a packet; `nil` if the packet is no ProRes frame.
  ///
  /// - Parameter start: The first ``length`` bytes of the packet.
  package init?(_ start: [UInt8]) {
    guard start.count >= Self.length, start[4..<8].elementsEqual("icpf".utf8) else { return nil }
    width = Int(start[16]) << 8 | Int(start[17])
    height = Int(start[18]) << 8 | Int(start[19])
    chroma = Int(start[20] >> 6)
    isProgressive = start[20] >> 2 & 3 == 0
    hasAlpha = start[25] & 15 != 0
    labels = Array(start[Self.labelRange])
  }

  /// The numbers of the primaries, the transfer function and the matrix; 2 is unspecified.
  package var colors: [Int] { labels.dropFirst().map { $0 == 0 ? 2 : Int($0) } }

  /// Whether the pictures of another header have the same form, whatever their labels.
  package func hasPicture(of other: ProResHeader) -> Bool {
    (width, height, chroma) == (other.width, other.height, other.chroma)
      && (isProgressive, hasAlpha) == (other.isProgressive, other.hasAlpha)
  }

  /// A frame with the labels of this header instead of its own.
  package func labelling(_ frame: [UInt8]) -> [UInt8] {
    guard frame.count >= Self.length else { return frame }
    var changed = frame
    changed.replaceSubrange(Self.labelRange, with: labels)
    return changed
  }
}

extension CodedFormat {
  /// The format of ProRes pictures in 4:2:2.
  ///
  /// - Parameters:
  ///   - header: The header of a frame.
  ///   - profile: The name of the profile.
  ///   - label: The colours that the container states.
  package init(_ header: ProResHeader, profile: String, label: String?) {
    self.init(
      coding: .proRes(profile: profile), width: header.width, height: header.height,
      codedWidth: header.width, codedHeight: header.height, chroma: header.chroma, lumaDepth: 10,
      chromaDepth: 10, isFullRange: false, colors: header.colors, label: label)
  }
}
