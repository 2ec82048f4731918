package import CutawayTime

/// The ADPCM of a WAV file, whose blocks of equal size contain equal numbers of samples.
///
/// GStreamer computes times from the byte rate in the header, which some writers state as that of
/// uncompressed sound.
package struct BlockedSound: Sendable, Hashable {
  /// The size of a block in bytes.
  package let blockSize: Int
  /// The number of samples of each channel in a block.
  package let blockLength: Int
  /// Samples per second.
  package let sampleRate: Int
  /// The length of all blocks.
  package let duration: MediaTime

  /// The formats of Microsoft and of IMA (RFC 2361, A.1 and A.10).
  private static let formats = [2, 0x11]

  /// Reads the header; `nil` if the file is no such WAV file.
  package init?(path: String) {
    // A file that cannot be read is none: GStreamer reports why it cannot be opened.
    guard let file = try? DiskFile(path: path, isWritable: false),
      let found = try? Self.parts(of: file), let format = found.format
    else { return nil }
    func number(_ place: Int, _ count: Int) -> Int {
      format[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard format.count >= 20, Self.formats.contains(number(0, 2)) else { return nil }
    sampleRate = number(4, 4)
    blockSize = number(12, 2)
    blockLength = number(18, 2)
    guard sampleRate > 0, blockSize > 0, blockLength > 0, let size = found.size else { return nil }
    duration = MediaTime(Int64(size / blockSize * blockLength), over: Int64(sampleRate))
  }

  /// The chunk of the format, and the size of the data.
  private static func parts(
    of file: borrowing DiskFile
  ) throws(ContainerError) -> (format: [UInt8]?, size: Int?) {
    let head = try file.read(12, at: 0)
    guard head.count == 12, head.starts(with: Array("RIFF".utf8)),
      head[8...].elementsEqual("WAVE".utf8)
    else { return (nil, nil) }
    let end = try file.size
    var place = 12, format: [UInt8]?
    // Tags precede the data; no file has so many.
    for _ in 0..<100 {
      let chunk = try file.read(8, at: place)
      guard chunk.count == 8 else { break }
      let size = chunk[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
      if chunk.starts(with: Array("fmt ".utf8)) {
        format = try file.read(min(size, 64), at: place + 8)
      } else if chunk.starts(with: Array("data".utf8)) {
        // Writers into a pipe do not know the size.
        let rest = max(0, end - place - 8)
        return (format, size == 0 ? rest : min(size, rest))
      }
      place += 8 + size + size % 2
    }
    return (format, nil)
  }
}
