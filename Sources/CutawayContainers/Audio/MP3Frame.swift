/// The header of an MPEG audio layer 3 frame (ISO/IEC 11172-3 and 13818-3, 2.4.2.3).
package struct MP3Frame: Sendable, Hashable {
  /// The size of the frame in bytes, with the header.
  package let length: Int
  /// Whether the frame has one channel; otherwise it has two.
  package let isMono: Bool
  /// Samples per second.
  package let sampleRate: Int
  /// Whether the frame is MPEG-1, not one of the lower rates that MPEG-2 added.
  package let isFirstVersion: Bool

  /// The number of samples per channel.
  package var sampleCount: Int { isFirstVersion ? 1152 : 576 }

  /// The number of bytes of side information between the header and the sound.
  package var sideLength: Int { isFirstVersion ? (isMono ? 17 : 32) : (isMono ? 9 : 17) }

  /// Parses the first four bytes of a frame; `nil` if they are not a valid header.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE2 else { return nil }
    let version = bytes[1] >> 3 & 3
    let rates =
      version == 3
      ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0]
      : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0]
    let frequency = [44_100, 48_000, 32_000, 0][Int(bytes[2] >> 2 & 3)]
    let rate = rates[Int(bytes[2] >> 4)]
    guard rate > 0, frequency > 0, version != 1 else { return nil }
    isFirstVersion = version == 3
    sampleRate = version == 3 ? frequency : version == 2 ? frequency / 2 : frequency / 4
    length = (version == 3 ? 144_000 : 72_000) * rate / sampleRate + Int(bytes[2] >> 1 & 1)
    isMono = bytes[3] >> 6 == 3
  }

  /// The end of an ID3 tag at the start of a file, in bytes; 0 without a tag.
  ///
  /// `head` is the first ten bytes of the file. The size of the tag has seven bits per byte.
  package static func endOfTags(_ head: [UInt8]) -> Int64 {
    guard head.count == 10, head.starts(with: Array("ID3".utf8)) else { return 0 }
    return 10 + head[6..<10].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
  }

  /// Counts the frames of a part of a file.
  ///
  /// Tags between frames do not count, nor do other bytes, of which there may be up to 64 KiB.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - start: Where the first frame is, or what precedes it.
  /// - Returns: The number of frames, and the number of samples per channel of the last one.
  /// - Throws: ``ContainerError`` if the file cannot be read.
  static func count(
    in file: borrowing DiskFile, from start: Int
  ) throws(ContainerError) -> (frames: Int64, samples: Int) {
    var position = start, frames: Int64 = 0, samples = 0, buffer: [UInt8] = [], origin = start
    let length = 1 << 20
    func isFrame(_ place: Int) -> MP3Frame? { MP3Frame(Array(buffer.dropFirst(place).prefix(4))) }
    var skipped = 0
    while skipped < 1 << 16 {
      if position + 10 > origin + buffer.count {
        buffer = try file.read(length, at: position)
        origin = position
        if buffer.count < 4 { break }
      }
      let place = position - origin
      let tag = MP3Frame.endOfTags(Array(buffer.dropFirst(place).prefix(10)))
      if tag > 0 {
        position += Int(tag)
      } else if let frame = isFrame(place),
        // Random bytes contain single headers.
        isFrame(place + frame.length)?.sampleRate == frame.sampleRate
          || place + frame.length + 4 > buffer.count
      {
        position += frame.length
        frames += 1
        samples = frame.sampleCount
        skipped = 0
      } else {
        position += 1
        skipped += 1
        if position >= origin + buffer.count, buffer.count < length { break }
      }
    }
    return (frames, samples)
  }
}
