import Foundation

/// What a FLAC file says of its length, put right where the file has been cut.
///
/// flacenc writes it first, from what it expects, and again at the end, which a cut file does not get.
/// Source: RFC 9639, section 8.2 (STREAMINFO).
struct FLACLength {
  /// The samples of each channel that the file holds.
  let sampleCount: Int64

  /// Writes it into the file's header.
  ///
  /// - Throws: ``ExportError``.
  func write(to path: String) throws(ExportError) {
    do {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      // All has been written by then.
      defer { try? file.close() }
      let head = Array(try file.read(upToCount: 42) ?? Data())
      // The first block of all is the one with the length.
      guard head.count == 42, head.starts(with: Array("fLaC".utf8)), head[4] & 0x7F == 0 else {
        return
      }
      var bytes = [head[21] & 0xF0 | UInt8(truncatingIfNeeded: sampleCount >> 32 & 0xF)]
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sampleCount >> Int64($0)) }
      // The digest of all samples is that of more than there are: 0 stands for none.
      bytes += [UInt8](repeating: 0, count: 16)
      try file.seek(toOffset: 21)
      try file.write(contentsOf: bytes)
    } catch {
      throw ExportError(.failed, "cannot tell the length of '\(path)' in it: \(error)")
    }
  }
}
