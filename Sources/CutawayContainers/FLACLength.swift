/// What a FLAC file says of its length, put right where the file has been cut.
///
/// flacenc writes it first, from what it expects, and again at the end, which a cut file does not get.
/// Source: RFC 9639, section 8.2 (STREAMINFO).
package struct FLACLength: Sendable {
  /// The samples of each channel that the file holds.
  package let sampleCount: Int64

  package init(sampleCount: Int64) { self.sampleCount = sampleCount }

  /// Writes it into the file's header.
  package func write(to path: String) throws(ContainerError) {
    let file = try DiskFile(path: path, isWritable: true)
    let head = try file.read(42, at: 0)
    // The first block of all is the one with the length.
    guard head.count == 42, head.starts(with: Array("fLaC".utf8)), head[4] & 0x7F == 0 else {
      return
    }
    var bytes = [head[21] & 0xF0 | UInt8(truncatingIfNeeded: sampleCount >> 32 & 0xF)]
    bytes.append(number: UInt32(truncatingIfNeeded: sampleCount))
    // The digest of all samples is that of more than there are: 0 stands for none.
    bytes += [UInt8](repeating: 0, count: 16)
    try file.write(bytes, at: 21)
  }
}
