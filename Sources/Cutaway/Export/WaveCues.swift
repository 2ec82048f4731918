import Foundation

/// The numbers by which a WAV file names its cue points and their labels.
///
/// wavenc of GStreamer 1.22 draws them by lot; here they count from 1, so that equal exports are equal
/// files. Source: *Multimedia Programming Interface and Data Specifications 1.0* of IBM and Microsoft,
/// “Cue-Points Chunk” and “Associated Data Chunk”.
struct WaveCues {
  private let file: FileHandle
  private var numbers: [[UInt8]: UInt32] = [:]

  /// Counts the cue points of a file.
  ///
  /// - Throws: ``ExportError`` where it cannot be read or written.
  static func number(in path: String) throws(ExportError) {
    do {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      // All has been written by then.
      defer { try? file.close() }
      var cues = WaveCues(file: file)
      try cues.number(in: 12..<(try file.seekToEnd()))
    } catch {
      throw ExportError(.failed, "cannot number the markers of '\(path)': \(error)")
    }
  }

  private init(file: FileHandle) { self.file = file }

  /// Chunks follow each other, each at an even place.
  private mutating func number(in range: Range<UInt64>) throws {
    var position = range.lowerBound
    while position + 8 <= range.upperBound {
      let head = try bytes(8, at: position)
      guard head.count == 8 else { return }
      let length = head[4...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      let body = position + 8
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "cue ":
        // Their count, then 24 bytes each: a number, a place that is the same in a list of no order.
        for place in stride(from: body + 4, to: min(body + length, range.upperBound), by: 24) {
          try renumber(at: place)
        }
      case "LIST": try number(in: body + 4..<max(body + 4, min(body + length, range.upperBound)))
      case "labl", "note", "ltxt": try renumber(at: body)
      default: break
      }
      position = body + length + length % 2
    }
  }

  private mutating func renumber(at position: UInt64) throws {
    let old = try bytes(4, at: position)
    guard old.count == 4 else { return }
    let number = numbers[old] ?? UInt32(numbers.count + 1)
    numbers[old] = number
    try file.seek(toOffset: position)
    try file.write(contentsOf: (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
  }

  private func bytes(_ count: Int, at position: UInt64) throws -> [UInt8] {
    try file.seek(toOffset: position)
    return Array(try file.read(upToCount: count) ?? Data())
  }
}
