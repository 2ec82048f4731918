import Foundation

/// Removes private details of this machine from a message: the paths of its files, and credentials
/// in URLs.
///
/// Of an absolute path, only the last part remains.
package struct PathMask: Sendable {
  /// The known paths, the longest first; they may contain spaces, at which a path would otherwise
  /// end.
  private let known: [String]
  /// The folder of the composition, with a slash; paths in it become relative, as in the
  /// composition.
  private let folder: String

  /// Creates a mask.
  ///
  /// - Parameters:
  ///   - file: The path of the composition.
  ///   - known: Other known paths.
  package init(file: String, known: [String] = []) {
    let end = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
    // Every path contains the root.
    folder = file[..<end].count > 1 && file.hasPrefix("/") ? String(file[..<end]) : ""
    self.known = known.filter { $0.hasPrefix("/") }.sorted { $0.utf8.count > $1.utf8.count }
  }

  package func masked(_ message: String) -> String {
    var text = folder.isEmpty ? message : message.replacing(folder, with: "")
    for path in known { text = text.replacing(path, with: lastPart(path)) }
    // Remove user names and passwords, and the query, which may contain a signature.
    text = text.replacing(/(https?:\/\/)[^\/\s'"@]*@/) { String($0.1) }
    text = text.replacing(/(https?:\/\/[^\s'"?]*)\?[^\s'"]*/) { String($0.1) }
    text = text.replacing(/file:\/\/(\/[^\s'"]*)/) { lastPart(String($0.1)) }
    text = text.replacing(/'(\/[^']*)'/) { "'\(lastPart(String($0.1)))'" }
    text = text.replacing(/"(\/[^"]*)"/) { "\"\(lastPart(String($0.1)))\"" }
    return text.replacing(/(^|[\s(=\[,;:<|])(\/[^\s'"\/]+(?:\/[^\s'",;:)\]]*)*)/) { match in
      "\(match.1)\(lastPart(String(match.2)))"
    }
  }
}

private func lastPart(_ path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? ""
}
