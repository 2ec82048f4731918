/// The length of a FLAC file, corrected after the file has been cut.
///
/// flacenc writes the expected length at the start, and corrects it at the end. A cut file does not
/// get that correction. Source: RFC 9639, section 8.2 (STREAMINFO).
package struct FLACLength: Sendable {
  /// The number of samples per channel in the file.
  package let sampleCount: Int64

  package init(sampleCount: Int64) { self.sampleCount = sampleCount }

  /// Writes the length into the header of the file.
  package func write(to path: String) throws(ContainerError) {
    let file = try DiskFile(path: path, isWritable: true)
    let head = try file.read(42, at: 0)
    // The first block contains the length.
    guard head.count == 42, head.starts(with: Array("fLaC".utf8)), head[4] & 0x7F == 0 else {
      return
    }
    var bytes = [head[21] & 0xF0 | UInt8(truncatingIfNeeded: sampleCount >> 32 & 0xF)]
    bytes.append(number: UInt32(truncatingIfNeeded: sampleCount))
    // The digest covers more samples than the file has. 0 means that there is no digest.
    bytes += [UInt8](repeating: 0, count: 16)
    try file.write(bytes, at: 21)
  }
}
