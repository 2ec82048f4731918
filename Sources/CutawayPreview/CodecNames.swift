import CutawayContainers

/// The codec parameters of a fragmented MP4 file in the syntax of RFC 6381, which a browser needs
/// before the first byte.
enum CodecNames {
  /// The media type of a file.
  ///
  /// - Parameter start: The first bytes of the file.
  /// - Returns: A media type such as `video/mp4; codecs="avc1.42C01E, mp4a.40.2"`; `nil` if the
  ///   header, the box `moov`, is incomplete, or contains other codecs than H.264 and AAC.
  static func mediaType(of start: [UInt8]) -> String? {
    guard let header = header(in: start[...]) else { return nil }
    let names = header.boxes.filter { $0.kind == "trak" }.map(name)
    guard !names.isEmpty, names.allSatisfy({ $0 != nil }) else { return nil }
    let kind = names.contains { $0?.hasPrefix("avc1") == true } ? "video" : "audio"
    return "\(kind)/mp4; codecs=\"\(names.compactMap(\.self).joined(separator: ", "))\""
  }

  /// The header, in a sequence of boxes of which the last one may be incomplete.
  private static func header(in bytes: ArraySlice<UInt8>) -> Box? {
    var rest = bytes
    while rest.count >= 8 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard length >= 8, length <= rest.count else { return nil }
      // Skip invalid boxes: without the header there is no media type.
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
    // The version and the number of entries precede the entries (ISO/IEC 14496-12, 8.5.2). If the
    // bytes end there, there is no media type, and the caller reports an error.
    guard let bytes = descriptions?.bytes.dropFirst(8),
      let entry = try? Box.boxes(in: bytes, isFlat: true).first
    else { return nil }
    switch entry.kind {
    case "avc1": return h264(entry)
    // MPEG-4 audio, Low Complexity.
    case "mp4a": return "mp4a.40.2"
    default: return nil
    }
  }

  /// The profile, the constraints and the level (ISO/IEC 14496-15, 5.3.3.1), after the fields of
  /// the visual sample entry.
  private static func h264(_ entry: Box) -> String? {
    // If the bytes end early, there is no media type.
    guard let boxes = try? Box.boxes(in: entry.bytes.dropFirst(78), isFlat: true),
      let configuration = boxes.first(where: { $0.kind == "avcC" }), configuration.bytes.count >= 4
    else { return nil }
    let digits = configuration.bytes[1...3].map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "avc1." + digits.joined()
  }
}
