package import CutawayTime

/// The extent of the sound in an MP3 file, as its first frame states it.
///
/// A decoder outputs additional samples before and after the sound. The format is that of LAME,
/// "MP3 Info Tag revision 1", which all current encoders write. Where other MP3 files are appended, their
/// frames are sound, too, with what their encoders added.
package struct MP3Header: Sendable, Hashable {
  /// Samples per second.
  package var sampleRate: Int
  /// The number of samples per channel that a decoder outputs before the first one of the sound.
  package var lead: Int
  /// The number of samples per channel of the sound.
  package var sampleCount: Int64

  /// The start of the sound, from the first decoded sample.
  package var start: MediaTime { MediaTime(Int64(lead), over: Int64(sampleRate)) }
  /// The duration of the sound in seconds, without the additional samples.
  package var duration: MediaTime { MediaTime(sampleCount, over: Int64(sampleRate)) }

  /// The number of bytes of the frames that ``sampleCount`` counts; `nil` if it is not stated.
  private var byteCount: Int?
  /// The number of samples that a decoder outputs after the sound.
  private var decodedPadding: Int64 = 0

  /// The number of samples that every decoder adds to the encoder's delay.
  private static let decoderDelay = 529

  /// Reads a file; `nil` if its first frame does not state the extent, or is not an MP3 frame.
  package init?(path: String) {
    // An unreadable file has no first frame.
    guard let file = try? DiskFile(path: path, isWritable: false),
      let head = try? file.read(10, at: 0),
      case let start = Int(MP3Frame.endOfTags(head)),
      let bytes = try? file.read(512, at: start)
    else { return nil }
    self.init(firstFrame: bytes)
    // A file that cannot be read any more has no frames after these.
    if let byteCount, let count = try? MP3Frame.count(in: file, from: start + byteCount) {
      let more = count.frames * Int64(count.samples)
      // Single frames can be the rest of a tag.
      if count.frames > 2 { sampleCount = sampleCount + decodedPadding + more }
    }
  }

  /// Parses the first bytes of the first frame, 192 or more; `nil` if they do not state the extent.
  package init?(firstFrame bytes: [UInt8]) {
    guard let frame = MP3Frame(bytes) else { return nil }
    let tag = bytes.dropFirst(4 + frame.sideLength)
    let names = ["Xing", "Info"].map { Array($0.utf8) }
    // Without the number of frames, the end of the sound is unknown.
    guard names.contains(Array(tag.prefix(4))), let flags: UInt32 = tag.number(at: 4),
      flags & 1 != 0,
      let frames: UInt32 = tag.number(at: 8)
    else { return nil }
    let optional: [(flag: UInt32, length: Int)] = [(2, 4), (4, 100), (8, 4)]
    let encoder = 12 + optional.filter { flags & $0.flag != 0 }.map(\.length).reduce(0, +)
    // Nine letters name the encoder. Twelve bytes describe rate, level and modes; the last of them
    // is read together with the three bytes of delay and padding.
    guard let letter: UInt8 = tag.number(at: encoder), letter != 0,
      let both: UInt32 = tag.number(at: encoder + 20)
    else { return nil }
    let (delay, padding) = (Int(both >> 12 & 0xFFF), Int(both & 0xFFF))
    let count = Int64(frames) * Int64(frame.sampleCount) - Int64(delay + padding)
    guard count > 0 else { return nil }
    sampleRate = frame.sampleRate
    lead = delay + Self.decoderDelay
    sampleCount = count
    decodedPadding = Int64(padding - Self.decoderDelay)
    if flags & 2 != 0, let size: UInt32 = tag.number(at: 12), size > 0 { byteCount = Int(size) }
  }
}
