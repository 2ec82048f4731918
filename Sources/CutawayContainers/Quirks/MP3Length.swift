package import CutawayQuirks

extension Quirk {
  /// xingmux writes a first frame without the number of samples that the encoder has put before and
  /// after the sound: files begin 23 ms late.
  package static let mp3Length = Quirk(
    "xingmux does not state where the sound of an MP3 file starts and ends",
    versions: [.all],
    test: "an MP3 file states where its sound starts and ends")
}

/// The length of an MP3 file, in a first frame without sound.
///
/// Players read from this frame how many frames follow, and how many samples an encoder has put
/// before and after the sound. The frame of xingmux keeps its size: its seek table, which is useless
/// at a constant rate, makes room. The format is that of LAME, "MP3 Info Tag revision 1".
package struct MP3Length: Sendable {
  /// The number of samples per channel that the encoder received.
  package let sampleCount: Int64

  package init(sampleCount: Int64) { self.sampleCount = sampleCount }

  /// The number of samples that LAME puts before the first one, without those that every decoder
  /// adds.
  private static let delay: Int64 = 576

  /// Writes the length over the frame that xingmux made.
  ///
  /// A file without such a frame stays unchanged.
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
    // The encoder; unknown values for rate, level and modes; and both numbers in 12 bits each.
    tag += Array("LAME3.100".utf8) + [UInt8](repeating: 0, count: 12)
    tag += [UInt8](bigEndian: UInt32(Self.delay << 12 | tail)).suffix(3)
    let room = frame.length - (place - start)
    guard room >= tag.count else { return }
    tag += [UInt8](repeating: 0, count: room - tag.count)
    try file.write(tag, at: place)
  }

  /// The number of consecutive frames in a range of the file.
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
