import Foundation
public import MediaTime

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
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let head = try? file.read(upToCount: 10) else { return nil }
    guard (try? file.seek(toOffset: UInt64(MP3Frame.endOfTags(Array(head))))) != nil,
      let bytes = try? file.read(upToCount: 512)
    else { return nil }
    self.init(firstFrame: Array(bytes))
  }

  /// Reads the first bytes of the first frame, 192 or more.
  public init?(firstFrame bytes: [UInt8]) {
    guard let frame = MP3Frame(bytes) else { return nil }
    var rest = bytes.dropFirst(4 + frame.sideLength)
    func take(_ count: Int) -> [UInt8] {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    let name = take(4)
    guard name == Array("Xing".utf8) || name == Array("Info".utf8) else { return nil }
    let flags = number(take(4))
    // Without the number of frames nothing says where the sound ends.
    guard flags & 1 != 0 else { return nil }
    let frames = Int64(number(take(4)))
    if flags & 2 != 0 { _ = take(4) }
    if flags & 4 != 0 { _ = take(100) }
    if flags & 8 != 0 { _ = take(4) }
    // Who encoded it in nine letters, then twelve bytes about rate, level and modes.
    guard let letter = take(21).first, letter != 0 else { return nil }
    let both = take(3)
    guard both.count == 3 else { return nil }
    let (delay, padding) = (number(both) >> 12, number(both) & 0xFFF)
    let count = frames * Int64(frame.sampleCount) - Int64(delay + padding)
    guard count > 0 else { return nil }
    sampleRate = frame.sampleRate
    lead = delay + Self.decoderDelay
    sampleCount = count
  }
}

/// A number whose first byte counts most.
private func number(_ bytes: [UInt8]) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
