package import Foundation

/// The user's folders, as freedesktop.org specifies them.
package enum UserFolders {
  /// The folder of data that a program can create again, as the XDG base directory specification
  /// states; `nil` if there is no home.
  package static func caches(_ environment: [String: String]) -> String? {
    // The specification ignores relative paths.
    environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.cache" }
  }

  /// Creates the folder with the records of earlier runs; `nil` if there is none.
  package static func makeRecords(_ environment: [String: String]) -> String? {
    guard let path = caches(environment).map({ $0 + "/cutaway" }) else { return nil }
    // Without the folder, nothing is recorded.
    let made: Void? = try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
    return made.map { path }
  }

  /// The folders and files in which fontconfig looks for the user's fonts.
  package static func fonts(_ environment: [String: String]) -> [String] {
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    let configuration = environment["XDG_CONFIG_HOME"] ?? home + "/.config"
    let data = environment["XDG_DATA_HOME"] ?? home + "/.local/share"
    return [home + "/.fonts", data + "/fonts", configuration + "/fontconfig"]
      + ["FONTCONFIG_FILE", "FONTCONFIG_PATH"].compactMap { environment[$0] }
  }

  /// The folder of videos: `XDG_VIDEOS_DIR` of the environment or of `user-dirs.dirs`, else `Videos`
  /// in the user's home.
  ///
  /// Source: the XDG user directories, `xdg-user-dir(1)`.
  package static func videos(_ environment: [String: String]) -> String {
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    let configuration =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
    // Most users have no such file; the default name then applies.
    let settings = try? String(
      contentsOfFile: configuration + "/user-dirs.dirs", encoding: .utf8)
    let stated = environment["XDG_VIDEOS_DIR"] ?? settings.flatMap(videosEntry)
    let path = stated?.replacing("$HOME", with: home) ?? home + "/Videos"
    // The home folder itself means that there is no video folder.
    let isOwn = path.hasPrefix("/") && path != home && path != home + "/"
    return isOwn ? path : home + "/Videos"
  }

  /// Notifies the desktop's indexer of a new file: Tracker's miner or Baloo.
  ///
  /// The indexers also find it by themselves, but later. The function does not wait, and ignores
  /// missing indexers.
  package static func announce(_ file: URL) {
    let calls = [
      [
        "gdbus", "call", "--session", "--timeout", "2", "--dest",
        "org.freedesktop.Tracker3.Miner.Files", "--object-path",
        "/org/freedesktop/Tracker3/Miner/Files/Index", "--method",
        "org.freedesktop.Tracker3.Miner.Files.Index.IndexLocation", file.absoluteString, "[]", "[]",
      ],
      ["balooctl", "index", file.path],
    ]
    for call in calls {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = call
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      // A desktop without an indexer finds the file when it reads the folder.
      try? process.run()
    }
  }
}

/// The value of `XDG_VIDEOS_DIR="$HOME/Videos"`.
private func videosEntry(_ settings: String) -> String? {
  settings.split(separator: "\n").lazy.compactMap { line -> String? in
    let line = line.trimmingCharacters(in: .whitespaces)
    guard line.hasPrefix("XDG_VIDEOS_DIR=") else { return nil }
    return line.dropFirst("XDG_VIDEOS_DIR=".count).trimmingCharacters(in: ["\""])
  }.first
}
