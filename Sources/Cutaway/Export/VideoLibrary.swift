import CutawayDiagnostics
import CutawaySystem
package import Foundation

/// The user's video folder, as desktops define it.
package enum VideoLibrary {
  /// The folder: `XDG_VIDEOS_DIR` of the environment or of `user-dirs.dirs`, else `Videos` in the
  /// user's home.
  ///
  /// Source: the XDG user directories of freedesktop.org, `xdg-user-dir(1)`.
  package static func folder(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> URL {
    URL(fileURLWithPath: UserFolders.videos(environment), isDirectory: true)
  }

  /// Reserves an unused file name: the title, the date, and a number if necessary.
  ///
  /// - Parameters:
  ///   - title: The title of the video; characters that file names cannot contain are replaced.
  ///   - date: The date in the name.
  ///   - pathExtension: The file name extension.
  ///   - folder: The folder of the file.
  /// - Returns: The name, which stays reserved as long as the value exists.
  /// - Throws: ``ExportError`` if the folder is not writable.
  package static func reserveName(
    title: String, date: Date, pathExtension: String, in folder: URL
  ) throws(ExportError) -> ReservedName {
    Leftovers.clear(in: folder.path)
    let day = date.formatted(.iso8601.year().month().day().dateSeparator(.dash))
    let words = title.map { $0 == "/" || $0.isNewline || $0 == "\0" ? "-" : $0 }
    let name = String(words).trimmingCharacters(in: .whitespaces.union(["."]))
    // A name has at most 255 bytes.
    let short = String(
      decoding: Array((name.isEmpty ? "Untitled" : name).utf8.prefix(200)), as: UTF8.self
    )
    .replacing("\u{FFFD}", with: "")
    var number = 1
    while true {
      let suffix = number == 1 ? "" : " (\(number))"
      let file = folder.appendingPathComponent("\(short) \(day)\(suffix).\(pathExtension)")
      if let name = try ReservedName(file) { return name }
      number += 1
    }
  }

  /// Notifies the desktop's indexer of a new file: Tracker's miner or Baloo.
  ///
  /// The indexers also find it by themselves, but later. The function does not wait, and ignores
  /// missing indexers.
  package static func announce(_ file: URL) { UserFolders.announce(file) }
}
