import CutawayDiagnostics
import Foundation
import Glibc

extension OutputName {
  /// Checks that the images of a sequence can be created.
  ///
  /// - Parameters:
  ///   - count: The number of images, which are numbered from 0.
  ///   - overwriting: Whether files of these names may exist.
  /// - Throws: ``ExportError`` with ``ExportErrorCode/outputExists`` or
  ///   ``ExportErrorCode/outputUnavailable``, and the first unavailable name.
  func checkPictures(count: Int64, overwriting: Bool) throws(ExportError) {
    // Read the folder once: an hour of video has too many images to check each.
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
