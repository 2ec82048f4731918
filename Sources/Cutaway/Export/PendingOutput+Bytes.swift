import CutawayDiagnostics
import Glibc

extension PendingOutput {
  /// Writes the complete contents of the file.
  borrowing func write(_ bytes: [UInt8]) throws(ExportError) {
    let file = unsafe open(temporaryPath, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard file >= 0 else { throw writingError(errno, name.path) }
    defer { Glibc.close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw writingError(errno, name.path) }
      rest.removeFirst(count)
    }
  }
}
