import CutawayContainers

/// What the beginning of a fragmented MP4 says about its codecs, in the words of RFC 6381: a browser
/// wants to know before it takes the first byte.
enum CodecNames {
  /// The media type of a file.
  ///
  /// - Parameter start: The file's first bytes.
  /// - Returns: Such as `video/mp4; codecs="avc1.42C01E, mp4a.40.2"`; `nil` where the header, the box
  ///   `moov`, is not complete, or holds something else than H.264 and AAC.
  static func mediaType(of start: [UInt8]) -> String? {
    guard let header = header(in: start[...]) else { return nil }
    let names = header.boxes.filter { $0.kind == "trak" }.map(name)
    guard !names.isEmpty, names.allSatisfy({ $0 != nil }) else { return nil }
    let kind = names.contains { $0?.hasPrefix("avc1") == true } ? "video" : "audio"
    return "\(kind)/mp4; codecs=\"\(names.compactMap(\.self).joined(separator: ", "))\""
  }

  /// The header among boxes of which the last may break off.
  private static func header(in bytes: ArraySlice<UInt8>) -> Box? {
    var rest = bytes
    while rest.count >= 8 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard length >= 8, length <= rest.count else { return nil }
      // A box that is none is passed over: without the header there is no media type.
      if let box = try? Box.boxes(in: rest.prefix(length)).first, box.kind == "moov" { return box }
      rest = rest.dropFirst(length)
    }
    return nil
  }

  private static func name(ofTrack track: Box) -> String? {
    let path: [FourCC] = ["mdia", "minf", "stbl", "stsd"]
    let descriptions = path.reduce(Optional(track)) { box, kind in
      box?.boxes.first { $0.kind == kind }
    }
    // Version and count come before the entries (ISO/IEC 14496-12, 8.5.2). Where they break off there is
    // no media type, of which the caller makes an error.
    guard let bytes = descriptions?.bytes.dropFirst(8),
      let entry = try? Box.boxes(in: bytes, isFlat: true).first
    else { return nil }
    switch entry.kind {
    case "avc1": return h264(entry)
    // Audio of MPEG-4, and of its kinds Low Complexity.
    case "mp4a": return "mp4a.40.2"
    default: return nil
    }
  }

  /// Profile, constraints and level (ISO/IEC 14496-15, 5.3.3.1) behind the fields of a picture.
  private static func h264(_ entry: Box) -> String? {
    // As above.
    guard let boxes = try? Box.boxes(in: entry.bytes.dropFirst(78), isFlat: true),
      let configuration = boxes.first(where: { $0.kind == "avcC" }), configuration.bytes.count >= 4
    else { return nil }
    let digits = configuration.bytes[1...3].map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "avc1." + digits.joined()
  }
}
