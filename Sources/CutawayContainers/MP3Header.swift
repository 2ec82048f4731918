public import CutawayTime

/// What the first frame of an MP3 file says of its sound: how much of what is decoded lies before it and
/// behind it.
///
/// The form is that of LAME, "MP3 Info Tag revision 1", which all encoders of today write.
public struct MP3Header: Sendable, Hashable {
  public var sampleRate: Int
  /// How many samples of each channel a decoder makes before the first of the sound.
  public var lead: Int
  /// How many samples of each channel the sound has.
  public var sampleCount: Int64

  /// Where the sound begins, counted from the first sample that is decoded.
  public var start: MediaTime { MediaTime(Int64(lead), over: Int64(sampleRate)) }
  public var duration: MediaTime { MediaTime(sampleCount, over: Int64(sampleRate)) }

  /// What every decoder adds to what the encoder has put in front.
  private static let decoderDelay = 529

  /// Reads a file; `nil` where its first frame says nothing, or is none.
  public init?(path: String) {
    // What cannot be read has no first frame that says anything.
    guard let file = try? DiskFile(path: path, isWritable: false),
      let head = try? file.read(10, at: 0),
      let bytes = try? file.read(512, at: Int(MP3Frame.endOfTags(head)))
    else { return nil }
    self.init(firstFrame: bytes)
  }

  /// Reads the first bytes of the first frame, 192 or more.
  public init?(firstFrame bytes: [UInt8]) {
    guard let frame = MP3Frame(bytes) else { return nil }
    let tag = bytes.dropFirst(4 + frame.sideLength)
    let names = ["Xing", "Info"].map { Array($0.utf8) }
    // Without the number of frames nothing says where the sound ends.
    guard names.contains(Array(tag.prefix(4))), let flags: UInt32 = tag.number(at: 4),
      flags & 1 != 0,
      let frames: UInt32 = tag.number(at: 8)
    else { return nil }
    let optional: [(flag: UInt32, length: Int)] = [(2, 4), (4, 100), (8, 4)]
    let encoder = 12 + optional.filter { flags & $0.flag != 0 }.map(\.length).reduce(0, +)
    // Who encoded it in nine letters, twelve bytes about rate, level and modes, of which the last is read
    // with the three of delay and padding.
    guard let letter: UInt8 = tag.number(at: encoder), letter != 0,
      let both: UInt32 = tag.number(at: encoder + 20)
    else { return nil }
    let (delay, padding) = (Int(both >> 12 & 0xFFF), Int(both & 0xFFF))
    let count = Int64(frames) * Int64(frame.sampleCount) - Int64(delay + padding)
    guard count > 0 else { return nil }
    sampleRate = frame.sampleRate
    lead = delay + Self.decoderDelay
    sampleCount = count
  }
}
