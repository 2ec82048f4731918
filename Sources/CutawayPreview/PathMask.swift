import Foundation

/// Takes out of a message what is nobody's business but this machine's: where its files lie, and who
/// may read a file elsewhere.
///
/// Of a path that starts at the root only the last part is left.
package struct PathMask: Sendable {
  /// Paths that are known, the longest first: they may hold spaces, after which a path could end.
  private let known: [String]
  /// The folder of the composition, with a slash: what lies in it is named as in the composition.
  private let folder: String

  /// - Parameters:
  ///   - file: The composition's.
  ///   - known: Other paths.
  package init(file: String, known: [String] = []) {
    let end = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
    // The root is in every path.
    folder = file[..<end].count > 1 && file.hasPrefix("/") ? String(file[..<end]) : ""
    self.known = known.filter { $0.hasPrefix("/") }.sorted { $0.utf8.count > $1.utf8.count }
  }

  package func masked(_ message: String) -> String {
    var text = folder.isEmpty ? message : message.replacing(folder, with: "")
    for path in known { text = text.replacing(path, with: lastPart(path)) }
    // A user's name and password, and the query, which may hold a signature.
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
