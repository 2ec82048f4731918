/// What an MP3 file says of its length: a first frame without sound, in which players find how many
/// frames follow, and how many samples an encoder has put before and behind the sound.
///
/// xingmux of GStreamer 1.22 writes such a frame without the latter, so that films began 23 ms late.
/// The frame keeps its size: its table for seeking, of no use at a constant rate, makes room. The form
/// is that of LAME, "MP3 Info Tag revision 1".
package struct MP3Length: Sendable {
  /// The samples of each channel that went into the encoder.
  package let sampleCount: Int64

  package init(sampleCount: Int64) { self.sampleCount = sampleCount }

  /// What LAME puts before the first sample, but for what every decoder adds.
  private static let delay: Int64 = 576

  /// Writes it over the frame that xingmux made.
  ///
  /// A file that has none stays as it is.
  package func write(to path: String) throws(ContainerError) {
    let file = try DiskFile(path: path, isWritable: true)
    let size = try file.size
    let start = Int(MP3Frame.endOfTags(try file.read(10, at: 0)))
    guard let frame = MP3Frame(try file.read(4, at: start)) else { return }
    let place = start + 4 + frame.sideLength
    guard try file.read(4, at: place) == Array("Xing".utf8) else { return }
    let count = try frames(of: file, from: start + frame.length, to: size)
    let tail = max(0, Int64(count) * Int64(frame.sampleCount) - Self.delay - sampleCount)
    guard tail < 4096 else { return }
    var tag = Array("Info".utf8) + [0, 0, 0, 3]
    tag.append(number: UInt32(clamping: count))
    tag.append(number: UInt32(clamping: size - start))
    // Who encoded it; what it does not say of rate, level and modes; both numbers in 12 bits each.
    tag += Array("LAME3.100".utf8) + [UInt8](repeating: 0, count: 12)
    tag += [UInt8](bigEndian: UInt32(Self.delay << 12 | tail)).suffix(3)
    let room = frame.length - (place - start)
    guard room >= tag.count else { return }
    tag += [UInt8](repeating: 0, count: room - tag.count)
    try file.write(tag, at: place)
  }

  /// How many frames follow each other.
  private func frames(
    of file: borrowing DiskFile, from start: Int, to end: Int
  ) throws(ContainerError) -> Int {
    var position = start, count = 0
    while position < end, let frame = MP3Frame(try file.read(4, at: position)) {
      position += frame.length
      count += 1
    }
    return count
  }
}
