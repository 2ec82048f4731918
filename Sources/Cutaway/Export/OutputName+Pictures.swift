import CutawayDiagnostics
import CutawaySystem
import Foundation

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
    let taken = Set(FileSystem.names(in: folder))
    if taken.isEmpty { return }
    for number in 0..<Int32(clamping: count) {
      let picture = String(format: name, number)
      guard taken.contains(picture) else { continue }
      let path = folder + "/" + picture
      if !overwriting { throw ExportError(.outputExists, "'\(path)' exists") }
      // A file that has just been removed is in nobody's way.
      if (try? FileStatus(of: path))?.kind == .directory {
        throw ExportError(.outputUnavailable, "'\(path)' is a directory")
      }
    }
  }
}
