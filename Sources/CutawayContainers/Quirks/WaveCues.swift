package import CutawayQuirks

extension Quirk {
  /// wavenc chooses the numbers of cue points at random, so that equal exports would be different
  /// files.
  package static let waveCues = Quirk(
    "wavenc numbers cue points at random",
    versions: [.all],
    upstream: "by design",
    test: "equal exports are equal files")
}

/// The numbers that a WAV file uses for its cue points and their labels.
///
/// This type numbers them from 1. Source: *Multimedia Programming Interface and Data Specifications
/// 1.0* of IBM and Microsoft, “Cue-Points Chunk” and “Associated Data Chunk”.
package struct WaveCues {
  private var numbers: [[UInt8]: UInt32] = [:]

  /// Numbers the cue points of a file.
  ///
  /// - Throws: ``ContainerError`` if the file cannot be read or written.
  package static func number(in path: String) throws(ContainerError) {
    let file = try DiskFile(path: path, isWritable: true)
    var cues = WaveCues()
    try cues.number(in: 12..<max(12, try file.size), of: file)
  }

  /// Chunks follow each other, each at an even position.
  private mutating func number(
    in range: Range<Int>, of file: borrowing DiskFile
  ) throws(ContainerError) {
    var position = range.lowerBound
    while position + 8 <= range.upperBound {
      let head = try file.read(8, at: position)
      guard head.count == 8 else { return }
      let length = head[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
      let body = position + 8, end = min(body + length, range.upperBound)
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "cue ":
        // The count of the cue points, then 24 bytes each: a number, and a position that repeats it
        // if there is no playlist.
        for place in stride(from: body + 4, to: end, by: 24) {
          try renumber(at: place, of: file)
        }
      case "LIST": try number(in: body + 4..<max(body + 4, end), of: file)
      case "labl", "note", "ltxt": try renumber(at: body, of: file)
      default: break
      }
      position = body + length + length % 2
    }
  }

  private mutating func renumber(
    at position: Int, of file: borrowing DiskFile
  ) throws(ContainerError) {
    let old = try file.read(4, at: position)
    guard old.count == 4 else { return }
    let number = numbers[old] ?? UInt32(numbers.count + 1)
    numbers[old] = number
    try file.write([UInt8](bigEndian: number.byteSwapped), at: position)
  }
}
