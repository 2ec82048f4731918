import Glibc

extension CurrentProcess {
  /// The name of this machine in its network.
  package static var hostName: String {
    // POSIX limits names to 255 bytes; the last byte stays 0.
    var name = [CChar](repeating: 0, count: 257)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

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
