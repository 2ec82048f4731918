import Foundation

/// The location of a media file as text: a URI, or an absolute or relative path.
package struct AssetLocation {
  let text: String

  package init(_ text: String) { self.text = text }

  /// Whether the text starts with a scheme (RFC 3986, section 3.1) and `//`, or with a scheme that
  /// needs no `//`.
  ///
  /// Any other text is a path, because file names may contain a colon.
  var isURI: Bool {
    guard let scheme else { return false }
    return text.dropFirst(scheme.count).hasPrefix("://") || ["file", "data"].contains(scheme)
  }

  /// The text before the first colon, if it has the form of a scheme.
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

  /// The text in a form that GStreamer does not mistake for a URI.
  ///
  /// GStreamer treats any text that starts like a scheme as one.
  private var plain: String { isRelativePath && scheme != nil ? "./" + text : text }

  /// The location, relative to the directory that `directory` itself is relative to.
  package func resolved(in directory: String) -> String {
    guard isRelativePath, let prefix = Self.prefix(of: directory) else { return plain }
    return prefix + (text.hasPrefix("./") ? String(text.dropFirst(2)) : text)
  }

  /// The location relative to `directory`: ``resolved(in:)`` then leads back to the same file.
  package func relative(to directory: String) -> String {
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

  /// A directory with a trailing slash; `nil` for the current one.
  private static func prefix(of directory: String) -> String? {
    var path = directory
    while path.hasSuffix("/"), path != "/" { path.removeLast() }
    if path.isEmpty || path == "." { return nil }
    return path == "/" ? path : path + "/"
  }
}
