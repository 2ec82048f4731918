import CCutawayGStreamer
import CutawayElementBridge

/// Determines which frames of an encoded stream other frames refer to.
struct FrameImportance {
  private enum Codec {
    case h264
    /// Only frames of the highest layer are not references.
    case hevc(layers: Int)
    /// MPEG-1, too.
    case mpeg2
    /// MPEG-4 Part 2.
    case mpeg4
  }

  private let codec: Codec
  /// The size of the length field of a unit in bytes; 0 for start codes.
  private let lengthSize: Int

  /// Creates the analysis of a stream.
  ///
  /// - Returns: `nil` for codecs without unreferenced frames, or if they cannot be determined.
  init?(_ caps: Caps) {
    guard let fields = gst_caps_get_structure(caps, 0), let name = gst_structure_get_name(fields)
    else { return nil }
    let setup = codecData(of: fields)
    switch String(cString: name) {
    case "video/x-h264":
      codec = .h264
      lengthSize = setup.count > 4 ? Int(setup[4] & 3) + 1 : 0
    case "video/x-h265":
      guard setup.count > 21 else { return nil }
      codec = .hevc(layers: Int(setup[21] >> 3 & 7))
      lengthSize = Int(setup[21] & 3) + 1
    case "video/mpeg":
      var version: Int32 = 0
      guard gst_structure_get_int(fields, "mpegversion", &version) != 0 else { return nil }
      switch version {
      case 1, 2: codec = .mpeg2
      case 4: codec = .mpeg4
      default: return nil
      }
      lengthSize = 0
    case "video/x-xvid":
      codec = .mpeg4
      lengthSize = 0
    case "video/x-divx":
      // Version 3 is another codec.
      var version: Int32 = 0
      guard gst_structure_get_int(fields, "divxversion", &version) != 0, version > 3 else {
        return nil
      }
      codec = .mpeg4
      lengthSize = 0
    default: return nil
    }
  }

  /// Whether a frame that others refer to is shown when the next such frame is decoded, and all others at
  /// once.
  var typesTellOrder: Bool {
    switch codec {
    case .mpeg2, .mpeg4: true
    case .h264, .hevc: false
    }
  }

  /// Whether other frames refer to this one; `true` if unknown.
  func isNeededByOthers(_ buffer: Buffer) -> Bool { first(in: buffer, isNeeded(unit:)) ?? true }

  /// Whether a frame depends on no others, according to the first part of its picture; `true` if
  /// unknown.
  func isIndependent(_ buffer: Buffer) -> Bool { first(in: buffer, isIndependent(unit:)) ?? true }

  /// Whether a picture ends all references to earlier ones, of itself and of later pictures: an IDR
  /// picture of H.264, an IDR or BLA picture of HEVC; `true` if unknown.
  func endsReferences(_ buffer: Buffer) -> Bool {
    first(in: buffer) { unit in
      guard let first = unit.first else { return nil }
      switch codec {
      case .h264: return (1...5).contains(first & 31) ? first & 31 == 5 : nil
      case .hevc:
        let type = first >> 1 & 63
        return type < 32 ? (16...20).contains(type) : nil
      case .mpeg2, .mpeg4: return true
      }
    } ?? true
  }

  /// Whether a key frame may be followed by pictures that are presented before it and refer to frames
  /// before it, which libavcodec would decode without them: a picture of H.264 that is no IDR picture.
  func mayFollowOthers(_ buffer: Buffer) -> Bool {
    guard case .h264 = codec else { return false }
    let type = first(in: buffer) { unit in
      unit.first.flatMap { (1...5).contains($0 & 31) ? $0 & 31 : nil }
    }
    return type.map { $0 != 5 } ?? false
  }

  /// Whether decoders leave out the pictures that follow the first key frame of a stream and are presented
  /// before it: those of an open group.
  func leavesOutLeading(_ buffer: Buffer) -> Bool {
    guard case .mpeg2 = codec else { return mayFollowOthers(buffer) }
    // The header of a group of pictures, after 25 bits of a time code (ISO/IEC 13818-2, 6.2.2.6).
    return first(in: buffer) { unit in
      guard unit.first == 0xB8, unit.count > 4 else { return nil }
      return unit[unit.startIndex + 4] & 0x40 == 0
    } ?? true
  }

  /// The first answer for a unit of a buffer; `nil` if no unit gives one, or the buffer cannot be
  /// read.
  private func first<Answer>(
    in buffer: Buffer, _ answer: (_ unit: Slice<UnsafeBufferPointer<UInt8>>) -> Answer?
  ) -> Answer? {
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
    defer { gst_buffer_unmap(buffer, &map) }
    let bytes = UnsafeBufferPointer(start: map.data, count: Int(map.size))
    var position = 0
    while let unit = nextUnit(of: bytes, from: position) {
      if let found = answer(bytes[unit]) { return found }
      position = unit.upperBound
    }
    return nil
  }

  /// Whether others refer to the picture; `nil` if the unit is not part of the picture.
  private func isNeeded(unit: Slice<UnsafeBufferPointer<UInt8>>) -> Bool? {
    guard unit.count > 2 else { return nil }
    let (first, second) = (unit[unit.startIndex], unit[unit.startIndex + 1])
    switch codec {
    case .h264:
      guard (1...5).contains(first & 31) else { return nil }
      return first >> 5 & 3 != 0
    case .hevc(let layers):
      let type = first >> 1 & 63
      guard type < 32 else { return nil }
      let isReferredTo = type >= 16 || type % 2 == 1
      return isReferredTo || Int(second & 7) != layers
    case .mpeg2:
      // The header of a picture; type 3 is a B picture.
      guard first == 0 else { return nil }
      return unit[unit.startIndex + 2] >> 3 & 7 != 3
    case .mpeg4:
      // The header of a video object plane; type 2 is bidirectional (ISO/IEC 14496-2, 6.3.5).
      guard first == 0xB6 else { return nil }
      return second >> 6 != 2
    }
  }

  /// Whether the picture depends on no others; `nil` if the unit is not part of the picture.
  private func isIndependent(unit: Slice<UnsafeBufferPointer<UInt8>>) -> Bool? {
    guard let first = unit.first else { return nil }
    switch codec {
    case .h264:
      guard (1...5).contains(first & 31) else { return nil }
      return first & 31 == 5 || sliceType(unit).map { [2, 4].contains($0 % 5) } ?? true
    case .hevc:
      let type = first >> 1 & 63
      return type < 32 ? (16...23).contains(type) : nil
    case .mpeg2, .mpeg4: return true
    }
  }

  /// The second number in the header of a slice of H.264; Exp-Golomb codes, ITU-T H.264, 9.1.
  private func sliceType(_ unit: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
    let bytes = unit.dropFirst().prefix(8)
    var bits = bytes.reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - bytes.count))
    let firstBlock = bits.leadingZeroBitCount
    guard firstBlock < 16 else { return nil }
    bits <<= UInt64(2 * firstBlock + 1)
    let zeros = bits.leadingZeroBitCount
    return zeros < 4 ? bits >> UInt64(63 - 2 * zeros) - 1 : nil
  }

  private func nextUnit(
    of bytes: UnsafeBufferPointer<UInt8>, from position: Int
  ) -> Range<Int>? {
    if lengthSize > 0 {
      let start = position + lengthSize
      guard start <= bytes.count else { return nil }
      let length = bytes[position..<start].reduce(0) { $0 << 8 | Int($1) }
      return length > 0 && start + length <= bytes.count ? start..<start + length : nil
    }
    // The end does not matter, because a start code follows.
    var index = position
    while index + 3 < bytes.count {
      if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
        return index + 3..<min(index + 8, bytes.count)
      }
      index += 1
    }
    return nil
  }
}
