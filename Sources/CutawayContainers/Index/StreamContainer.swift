package import CutawayTime

/// A container without a table of its packets: only a demuxer that reads the whole file knows them.
package enum StreamContainer: Sendable, Hashable {
  /// MPEG-TS, also with time codes or error correction around its packets.
  case transportStream
  /// MPEG-PS.
  case programStream
  /// FLV.
  case flash
  /// AVI.
  case avi
  /// MXF.
  case mxf
  /// ASF, which contains WMV and WMA.
  case asf
  /// IVF.
  case ivf
  /// Sound without a container that does not state its length: AAC (ADTS), AC-3, MP3, FLAC.
  case bareSound
  /// Pictures without a container: H.264, HEVC, MPEG-1 and MPEG-2, MPEG-4.
  case barePictures

  /// Recognizes a file by its first bytes; `nil` if it is none of these containers.
  package init?(path: String) {
    // A file that cannot be read is none: GStreamer reports why it cannot be opened.
    guard let file = try? DiskFile(path: path, isWritable: false),
      let bytes = try? file.read(1_024, at: 0)
    else { return nil }
    let found =
      Self.signatures.first { bytes.starts(with: $0.bytes) }?.container
      ?? (Self.isTransportStream(bytes) ? .transportStream : nil)
      ?? (Self.isBareSound(path, file, bytes) ? .bareSound : nil)
      ?? (Self.isBarePictures(bytes) ? .barePictures : nil)
    guard let container = found else { return nil }
    // RIFF contains sound, too.
    if container == .avi, bytes.dropFirst(8).prefix(4) != ArraySlice("AVI ".utf8) { return nil }
    self = container
  }

  private static let signatures: [(bytes: [UInt8], container: StreamContainer)] = [
    ([0, 0, 1, 0xBA], .programStream),
    (Array("FLV".utf8), .flash),
    (Array("RIFF".utf8), .avi),
    (Array("DKIF".utf8), .ivf),
    // The key of a partition (SMPTE ST 377-1, 7.1).
    ([0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0D, 0x01, 0x02], .mxf),
    // The identifier of the header (Advanced Systems Format, 10.1).
    ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .asf),
  ]

  /// Whether packets of 188 bytes follow each other, perhaps with 4 bytes before or 16 bytes after each
  /// (ISO/IEC 13818-1, 2.4.3.2).
  private static func isTransportStream(_ bytes: [UInt8]) -> Bool { packets(in: bytes) != nil }

  /// The distance and the start of the packets of a transport stream.
  static func packets(in bytes: [UInt8]) -> (size: Int, start: Int)? {
    for size in [188, 192, 204] where bytes.count >= 4 * size {
      let start = (0..<size).first { start in
        stride(from: start, to: bytes.count, by: size).allSatisfy { bytes[$0] == 0x47 }
      }
      if let start { return (size, start) }
    }
    return nil
  }

  /// Whether a start code comes first, and then what can begin a stream.
  private static func isBarePictures(_ bytes: [UInt8]) -> Bool {
    guard let start = bytes.firstIndex(where: { $0 != 0 }), (2...8).contains(start),
      bytes[start] == 1, bytes.count > start + 3
    else { return false }
    let (first, second) = (bytes[start + 1], bytes[start + 2])
    // The header of a sequence of MPEG-1 and MPEG-2, and those of MPEG-4: a sequence, a visual object, a
    // layer, a video object before a layer (ISO/IEC 14496-2, 6.2.1).
    if [0xB3, 0xB0, 0xB5].contains(first) || 0x20..<0x30 ~= first { return true }
    if first < 0x20, bytes.dropFirst(start + 2).starts(with: [0, 0, 1]) { return true }
    // Parameter sets, a delimiter or additional information of H.264 (ITU-T H.264, table 7-1).
    if first & 0x80 == 0, [6, 7, 9].contains(first & 31), first & 31 == 7 || first >> 5 == 0 {
      return true
    }
    // The same of HEVC, of the lowest layers (ITU-T H.265, table 7-1).
    return second == 1 && [32, 33, 35, 39].contains(first >> 1)
  }

  private static func isBareSound(
    _ path: String, _ file: borrowing DiskFile, _ bytes: [UInt8]
  ) -> Bool {
    // The number of samples has the last 36 bits of these bytes (RFC 9639, 8.2).
    if bytes.starts(with: Array("fLaC".utf8)) {
      return bytes.count > 25 && bytes[21] & 0xF == 0 && bytes[22..<26].allSatisfy { $0 == 0 }
    }
    // A tag can precede the first frame. What cannot be read is no frame.
    let start = Int(MP3Frame.endOfTags(Array(bytes.prefix(10))))
    guard let frame = try? file.read(4, at: start), frame.count == 4 else { return false }
    // The marks of AC-3 and of ADTS; the latter has layer 0.
    if frame.starts(with: [0x0B, 0x77]) || frame[0] == 0xFF && frame[1] & 0xF6 == 0xF0 {
      return true
    }
    return MP3Frame(frame) != nil && MP3Header(path: path) == nil
  }

  /// The duration of a tick of its time stamps.
  package var tick: MediaTime {
    switch self {
    case .flash, .asf: MediaTime(1, over: 1_000)
    // Others state a rate, and demuxers compute times in nanoseconds.
    case .transportStream, .programStream, .avi, .mxf, .ivf, .bareSound, .barePictures:
      MediaTime(1, over: 90_000)
    }
  }

  /// Whether it states only when frames are decoded.
  package var statesOnlyDecoding: Bool { [.avi, .barePictures].contains(self) }

  /// Whether demuxers count from the clock of the recording, which starts anywhere.
  package var keepsClock: Bool {
    switch self {
    case .transportStream, .programStream, .flash: true
    case .avi, .mxf, .asf, .ivf, .bareSound, .barePictures: false
    }
  }
}
