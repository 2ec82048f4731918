import Foundation

/// Where a media file is, as text: a URI, or a path from somewhere.
struct AssetLocation {
  let text: String

  init(_ text: String) { self.text = text }

  /// Whether the text starts with a scheme (RFC 3986, section 3.1) and `//`, or with a scheme that
  /// does without.
  ///
  /// Anything else is a path: names of files may well have a colon.
  var isURI: Bool {
    guard let scheme else { return false }
    return text.dropFirst(scheme.count).hasPrefix("://") || ["file", "data"].contains(scheme)
  }

  /// What comes before the first colon, if it could be a scheme.
  private var scheme: String? {
    guard let colon = text.firstIndex(of: ":"), let first = text.unicodeScalars.first,
      first.isASCII, first.properties.isAlphabetic
    else { return nil }
    let isScheme = text[..<colon].unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains(scalar))
    }
    return isScheme ? String(text[..<colon]) : nil
  }

  private var isRelativePath: Bool { !isURI && !text.hasPrefix("/") }

  /// The text, so that GStreamer does not take a path for a URI: what starts like a scheme is one to it.
  private var plain: String { isRelativePath && scheme != nil ? "./" + text : text }

  /// The location as seen from where `directory` is relative to.
  func resolved(in directory: String) -> String {
    guard isRelativePath, let prefix = Self.prefix(of: directory) else { return plain }
    return prefix + (text.hasPrefix("./") ? String(text.dropFirst(2)) : text)
  }

  /// The location as seen from `directory`, so that ``resolved(in:)`` leads back to the same file.
  func relative(to directory: String) -> String {
    guard !isURI, let prefix = Self.prefix(of: directory) else { return plain }
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
