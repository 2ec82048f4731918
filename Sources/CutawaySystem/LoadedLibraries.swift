import Foundation

extension CurrentProcess {
  /// The name of this machine in its network.
  package static var hostName: String { ProcessInfo.processInfo.hostName }

  /// The file names of the shared libraries that the process has loaded and whose names start with
  /// one of some prefixes, sorted: `libx264.so.164`.
  package static func loadedLibraries(startingWith prefixes: [String]) -> [String] {
    // Without the list of mappings, nothing is known of the libraries.
    let file = try? OpenFile("/proc/self/maps", for: .reading)
    let bytes = (try? file?.read(longestMaps, at: 0)) ?? []
    let names = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { $0.split(separator: "/").last }
    return Set(names.filter { name in prefixes.contains { name.hasPrefix($0) } }.map(String.init))
      .sorted()
  }

  /// More bytes than the list of mappings has.
  ///
  /// `String(contentsOfFile:)` reads only its first page.
  private static let longestMaps = 4 << 20
}
