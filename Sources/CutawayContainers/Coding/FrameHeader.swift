/// What a frame says of its picture in codings without parameter sets.
package struct FrameHeader: Sendable, Hashable {
  /// The width and the height in pixels.
  package var width: Int
  package var height: Int
  /// The resolution of chroma as in `chroma_format_idc`: 1 is 4:2:0, 2 is 4:2:2, 3 is 4:4:4.
  package var chroma: Int
  /// The bits of a sample.
  package var depth = 8
  /// Whether the frame is one picture, not two fields.
  package var isProgressive = true
  /// Whether the frame has an alpha channel.
  package var hasAlpha = false
  /// Whether samples use the full range.
  package var isFullRange = false
  /// The numbers of the primaries, the transfer function and the matrix; 2 is unspecified.
  package var colors = [2, 2, 2]
  /// The bits that contain labels, as they are in the frame.
  fileprivate var labels: [UInt8] = []
}

extension FrameHeader {
  /// Reads the header of a frame; `nil` if the packet is none, or refers to other packets.
  ///
  /// - Parameters:
  ///   - packet: The bytes, with indices from 0.
  ///   - coding: The coding.
  package init?<Bytes: RandomAccessCollection>(_ packet: Bytes, _ coding: FrameCoding)
  where Bytes.Element == UInt8, Bytes.Index == Int {
    switch coding {
    case .proRes: self.init(proRes: packet)
    case .jpeg: self.init(jpeg: packet)
    case .vp9: self.init(vp9: packet)
    }
  }

  /// Whether a packet of a coding contains a frame that refers to other packets.
  package static func isDependent<Bytes: RandomAccessCollection>(
    _ packet: Bytes, _ coding: FrameCoding
  ) -> Bool where Bytes.Element == UInt8, Bytes.Index == Int {
    guard case .vp9 = coding, let first = packet.first else { return false }
    return VP9Bits.isFrame(first) && !VP9Bits.isShownKey(first) && !VP9Bits.resizes(packet)
  }

  /// Whether the pictures of another header have the same form, whatever their labels.
  package func hasPicture(of other: FrameHeader) -> Bool {
    var same = other
    (same.labels, same.colors, same.isFullRange) = (labels, colors, isFullRange)
    return same == self
  }

  /// A frame with the labels of this header instead of its own.
  package func labelling(_ frame: [UInt8], _ coding: FrameCoding) -> [UInt8] {
    var changed = frame
    switch coding {
    case .proRes:
      guard frame.count >= ProResBits.length else { return frame }
      changed.replaceSubrange(ProResBits.labels, with: labels)
    case .vp9:
      guard let own = FrameHeader(vp9: frame), own.labels.count == labels.count else {
        return frame
      }
      changed[VP9Bits.label] = frame[VP9Bits.label] & 0x0F | labels[0]
    case .jpeg: break
    }
    return changed
  }
}

/// A coding in which a frame describes itself.
package enum FrameCoding: Sendable, Hashable {
  /// ProRes, with the name of its profile in GStreamer's caps.
  case proRes(profile: String)
  /// JPEG.
  case jpeg
  /// VP9 of profile 0. Only key frames are independent.
  case vp9
}

/// SMPTE RDD 36, 5.1 and 5.1.1.
private enum ProResBits {
  static let length = 28
  /// The shape of a pixel and the frame rate, the primaries, the transfer function and the matrix: one
  /// byte each.
  static let labels = 21..<25
}

extension FrameHeader {
  fileprivate init?<Bytes: RandomAccessCollection>(proRes packet: Bytes)
  where Bytes.Element == UInt8, Bytes.Index == Int {
    guard packet.count >= ProResBits.length, packet[4..<8].elementsEqual("icpf".utf8) else {
      return nil
    }
    let colors: [Int] = packet[22..<25].map { $0 == 0 ? 2 : Int($0) }
    let interlacing = packet[20] >> 2 & 3, alpha = packet[25] & 15
    self.init(
      width: Self.word(of: packet, at: 16), height: Self.word(of: packet, at: 18),
      chroma: Int(packet[20] >> 6), depth: 10, isProgressive: interlacing == 0,
      hasAlpha: alpha != 0, colors: colors, labels: Array(packet[ProResBits.labels]))
  }

  /// ITU-T T.81, B.1 and B.2.
  ///
  /// Samples have the full range, as JFIF says.
  fileprivate init?<Bytes: RandomAccessCollection>(jpeg packet: Bytes)
  where Bytes.Element == UInt8, Bytes.Index == Int {
    guard packet.count > 4, packet[0] == 0xFF, packet[1] == 0xD8 else { return nil }
    var start = 2
    while start + 4 <= packet.count, packet[start] == 0xFF {
      let marker = packet[start + 1]
      let end = start + 2 + Self.word(of: packet, at: start + 2)
      // Adobe's segment, whose last byte 0 says that the components are R, G and B.
      if marker == 0xEE, end <= packet.count, end >= start + 16,
        packet[start + 4..<start + 9].elementsEqual("Adobe".utf8), packet[start + 15] == 0
      {
        return nil
      }
      // Baseline and extended frames with Huffman codes.
      if marker == 0xC0 || marker == 0xC1 {
        // Three components: luma, and two of chroma with the same sampling.
        guard end <= packet.count, end >= start + 19, packet[start + 4] == 8,
          packet[start + 9] == 3, packet[start + 14] == packet[start + 17],
          let chroma = Self.chroma(luma: packet[start + 11], chroma: packet[start + 14])
        else { return nil }
        self.init(
          width: Self.word(of: packet, at: start + 7), height: Self.word(of: packet, at: start + 5),
          chroma: chroma, isFullRange: true)
        return
      }
      // Another kind of frame, or the data.
      let isFrame = (0xC2...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
      if isFrame || marker == 0xDA { return nil }
      start = end
    }
    return nil
  }

  /// The resolution of chroma for sampling factors: columns in the higher half, lines in the lower.
  private static func chroma(luma: UInt8, chroma: UInt8) -> Int? {
    let (columns, lines) = (Int(luma >> 4), Int(luma & 15))
    let own = (columns: Int(chroma >> 4), lines: Int(chroma & 15))
    guard own.columns > 0, own.lines > 0 else { return nil }
    return switch (columns, lines) {
    case (2 * own.columns, 2 * own.lines): 1
    case (2 * own.columns, own.lines): 2
    case (own.columns, own.lines): 3
    default: nil
    }
  }

  /// A number of two bytes.
  private static func word<Bytes: RandomAccessCollection>(of packet: Bytes, at start: Int) -> Int
  where Bytes.Element == UInt8, Bytes.Index == Int {
    Int(packet[start]) << 8 | Int(packet[start + 1])
  }
}

/// The uncompressed header of VP9 (VP9 Bitstream & Decoding Process Specification 0.6, 6.2).
private enum VP9Bits {
  /// The byte of a key frame of profile 0 whose higher half is the colour space and the range.
  static let label = 4

  static func isFrame(_ first: UInt8) -> Bool { first >> 6 == 2 }

  /// Profile 0, no repetition of a frame, a key frame, shown.
  static func isShownKey(_ first: UInt8) -> Bool { first >> 1 == 0b1000_001 }

  /// Whether a shown frame has none of the sizes of its references.
  static func resizes<Bytes: RandomAccessCollection>(_ packet: Bytes) -> Bool
  where Bytes.Element == UInt8, Bytes.Index == Int {
    // Profile 0, no repetition, no key frame, shown.
    guard packet.count > 4, packet[0] >> 1 == 0b1000_011 else { return false }
    // `reset_frame_context` if frames depend on earlier contexts, `refresh_frame_flags`, and three
    // references with their signs.
    let isResilient = packet[0] & 1 == 1
    let start = 8 + (isResilient ? 0 : 2) + 8 + 12
    // `found_ref`, once for each reference up to the one whose size the frame has.
    return !(start..<start + 3).contains { bit in
      packet[bit / 8] & 0x80 >> UInt8(bit % 8) != 0
    }
  }
}

extension FrameHeader {
  fileprivate init?<Bytes: RandomAccessCollection>(vp9 packet: Bytes)
  where Bytes.Element == UInt8, Bytes.Index == Int {
    guard packet.count >= 10, VP9Bits.isShownKey(packet[0]),
      packet[1..<4].elementsEqual([0x49, 0x83, 0x42])
    else { return nil }
    let label = packet[VP9Bits.label] & 0xF0
    // RGB has 4:4:4, which profile 0 has not.
    guard label >> 5 != 7 else { return nil }
    // The sizes follow the label at once, so that they begin in the middle of a byte.
    func number(_ start: Int) -> Int {
      let high = Int(packet[start] & 15), middle = Int(packet[start + 1])
      return high << 12 | middle << 4 | Int(packet[start + 2] >> 4)
    }
    self.init(
      width: number(4) + 1, height: number(6) + 1, chroma: 1, isFullRange: label & 0x10 != 0,
      colors: [2, 2, Self.matrix(ofVP9: label >> 5)], labels: [label])
  }

  /// The number of a matrix in ITU-T H.273 for a `color_space` of VP9 (7.2.2).
  private static func matrix(ofVP9 space: UInt8) -> Int {
    let matrices: [UInt8: Int] = [1: 6, 2: 1, 3: 6, 4: 7, 5: 9]
    return matrices[space] ?? 2
  }
}

extension CodedFormat {
  /// The format of a picture that describes itself.
  ///
  /// - Parameters:
  ///   - header: The header of a frame.
  ///   - coding: The coding.
  ///   - label: The colours that the container states.
  package init(_ header: FrameHeader, _ coding: FrameCoding, label: String?) {
    self.init(
      coding: .frames(coding), width: header.width, height: header.height,
      codedWidth: header.width, codedHeight: header.height, chroma: header.chroma,
      lumaDepth: header.depth, chromaDepth: header.depth, isFullRange: header.isFullRange,
      colors: header.colors, label: label)
  }
}
