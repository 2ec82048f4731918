import CutawayContainers
import Foundation

/// What an MP3 file says of its length: a first frame without sound, in which players find how many
/// frames follow, and how many samples an encoder has put before and behind the sound.
///
/// xingmux of GStreamer 1.22 writes such a frame without the latter, so that films began 23 ms late.
/// The frame keeps its size: its table for seeking, of no use at a constant rate, makes room. The form
/// is that of LAME, "MP3 Info Tag revision 1".
struct MP3Length {
  /// The samples of each channel that went into the encoder.
  let sampleCount: Int64

  /// What LAME puts before the first sample, but for what every decoder adds.
  private static let delay: Int64 = 576

  /// Writes it over the frame that xingmux made.
  ///
  /// A file that has none stays as it is.
  ///
  /// - Throws: ``ExportError``.
  func write(to path: String) throws(ExportError) {
    do {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      // All has been written by then.
      defer { try? file.close() }
      try write(to: file)
    } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
      throw ExportError(.noSpaceLeft, "cannot write '\(path)': \(error.localizedDescription)")
    } catch {
      throw ExportError(.failed, "cannot tell the length of '\(path)' in it: \(error)")
    }
  }

  private func write(to file: FileHandle) throws {
    let size = Int64(try file.seekToEnd())
    let start = MP3Frame.endOfTags(try read(10, at: 0, of: file))
    guard let frame = MP3Frame(try read(4, at: start, of: file)) else { return }
    let place = start + 4 + Int64(frame.sideLength)
    guard try read(4, at: place, of: file) == Array("Xing".utf8) else { return }
    let count = try frames(of: file, from: start + Int64(frame.length), to: size)
    let tail = max(0, count * Int64(frame.sampleCount) - Self.delay - sampleCount)
    guard tail < 4096 else { return }
    var tag = Array("Info".utf8) + [0, 0, 0, 3]
    for number in [count, size - start] {
      tag += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> Int64($0)) }
    }
    // Who encoded it; what it does not say of rate, level and modes; both numbers in 12 bits each.
    tag += Array("LAME3.100".utf8) + [UInt8](repeating: 0, count: 12)
    let both = Self.delay << 12 | tail
    tag += [16, 8, 0].map { UInt8(truncatingIfNeeded: both >> Int64($0)) }
    let room = frame.length - Int(place - start)
    guard room >= tag.count else { return }
    tag += [UInt8](repeating: 0, count: room - tag.count)
    try file.seek(toOffset: UInt64(place))
    try file.write(contentsOf: tag)
  }

  /// How many frames follow each other.
  private func frames(of file: FileHandle, from start: Int64, to end: Int64) throws -> Int64 {
    var position = start, count: Int64 = 0
    while position < end, let frame = MP3Frame(try read(4, at: position, of: file)) {
      position += Int64(frame.length)
      count += 1
    }
    return count
  }

  private func read(_ count: Int, at offset: Int64, of file: FileHandle) throws -> [UInt8] {
    try file.seek(toOffset: UInt64(offset))
    return Array(try file.read(upToCount: count) ?? Data())
  }
}
