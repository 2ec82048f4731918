import Foundation

/// Where a media file is, as text: a URI, or a path from somewhere.
struct AssetLocation {
  let text: String

  init(_ text: String) { self.text = text }

  /// Whether the text starts with a scheme (RFC 3986, section 3.1).
  ///
  /// A path that looks so is written with `./` before it.
  var isURI: Bool {
    guard let colon = text.firstIndex(of: ":"), let first = text.unicodeScalars.first,
      first.isASCII, first.properties.isAlphabetic
    else { return false }
    return text[..<colon].unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains(scalar))
    }
  }

  private var isRelativePath: Bool { !isURI && !text.hasPrefix("/") }

  /// The location as seen from where `directory` is relative to.
  func resolved(in directory: String) -> String {
    guard isRelativePath, let prefix = Self.prefix(of: directory) else { return text }
    return prefix + (text.hasPrefix("./") ? String(text.dropFirst(2)) : text)
  }

  /// The location as seen from `directory`, so that ``resolved(in:)`` leads back to the same file.
  func relative(to directory: String) -> String {
    guard !isURI, let prefix = Self.prefix(of: directory) else { return text }
    if text.hasPrefix(prefix), text != prefix {
      let rest = String(text.dropFirst(prefix.count))
      return AssetLocation(rest).isRelativePath ? rest : "./" + rest
    }
    guard isRelativePath else { return text }
    let parts = prefix.split(separator: "/")
    if prefix.hasPrefix("/") || parts.contains("..") {
      return FileManager.default.currentDirectoryPath + "/" + text
    }
    return String(repeating: "../", count: parts.filter { $0 != "." }.count) + text
  }

  /// A directory with a slash after it; `nil` for the current one.
  private static func prefix(of directory: String) -> String? {
    var path = directory
    while path.hasSuffix("/"), path != "/" { path.removeLast() }
    if path.isEmpty || path == "." { return nil }
    return path == "/" ? path : path + "/"
  }
}
