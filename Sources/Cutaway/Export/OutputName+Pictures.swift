import Foundation
import Glibc

extension OutputName {
  /// Checks that the pictures of a sequence can have their names.
  ///
  /// - Parameters:
  ///   - count: How many there will be, numbered from 0 on.
  ///   - overwriting: Whether there may be files of these names already.
  /// - Throws: ``ExportError`` with ``ExportError/Code/outputExists`` or
  ///   ``ExportError/Code/outputUnavailable``, and the first name that cannot be had.
  func checkPictures(count: Int64, overwriting: Bool) throws(ExportError) {
    // Once, for all of them: an hour of film has more pictures than one wants to ask for.
    let taken = Set(entries(of: folder))
    if taken.isEmpty { return }
    for number in 0..<Int32(clamping: count) {
      let picture = String(format: name, number)
      guard taken.contains(picture) else { continue }
      let path = folder + "/" + picture
      if !overwriting { throw ExportError(.outputExists, "'\(path)' exists") }
      if let status = fileStatus(of: path), status.st_mode & S_IFMT == S_IFDIR {
        throw ExportError(.outputUnavailable, "'\(path)' is a directory")
      }
    }
  }
}
