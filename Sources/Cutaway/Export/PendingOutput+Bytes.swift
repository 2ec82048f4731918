import CutawayDiagnostics
import CutawaySystem

extension PendingOutput {
  /// Writes the complete contents of the file.
  borrowing func write(_ bytes: [UInt8]) throws(ExportError) {
    try writing(name.path) { () throws(SystemError) in
      try OpenFile(temporaryPath, for: .writing, .truncating).write(bytes)
    }
  }
}
