/// The rules for access to a preview.
package struct AccessRules: Sendable, Hashable {
  /// The start of every URL's path, if other machines can reach the server.
  package var token: String?

  package init(token: String? = nil) { self.token = token }

  /// A rejected request.
  package struct Refusal: Error, Hashable {
    var status: Int
    var message: String
  }

  /// A token of 128 random bits, which cannot be guessed.
  package static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Checks a request.
  ///
  /// - Parameters:
  ///   - method: The method, which must be GET.
  ///   - path: The path without the query.
  ///   - host: The header `Host`.
  ///   - site: The header `Sec-Fetch-Site`, which states the origin of a browser's request.
  ///   - mode: The header `Sec-Fetch-Mode`.
  /// - Returns: The requested resource: the path after the token.
  /// - Throws: ``Refusal``.
  package func resource(
    method: String, path: String, host: String?, site: String?, mode: String?
  ) throws(Refusal) -> String {
    guard method == "GET" else { throw Refusal(status: 405, message: "only GET is supported") }
    let resource = try resource(of: path, host: host)
    // A page of another site must not make this machine render, not in a frame either. But a link
    // to the preview's page is allowed.
    let isLink = mode == "navigate" && resource.isEmpty
    guard isLink || site != "cross-site" && site != "same-site" else {
      throw Refusal(status: 403, message: "other sites may not use this preview")
    }
    return resource
  }

  private func resource(of path: String, host: String?) throws(Refusal) -> String {
    guard let token else {
      // With a name that temporarily resolves to this machine, a page of another site bypasses its
      // browser's rules (DNS rebinding). Another port may be that of a tunnel.
      guard let host, Self.isLoopback(host) else {
        throw Refusal(status: 403, message: "this preview is for localhost only")
      }
      return String(path.dropFirst())
    }
    let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, Self.isSame(parts[1], token) else {
      throw Refusal(
        status: 403, message: "open the URL that cutaway printed: it ends with a token")
    }
    return String(parts[2])
  }

  /// Whether a host, with or without a port, is the loopback interface.
  package static func isLoopback(_ host: String) -> Bool {
    // An address of version 6 has brackets, and may follow a port after them.
    let end =
      host.hasPrefix("[")
      ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
    let name = host[..<(end ?? host.endIndex)], port = host[(end ?? host.endIndex)...]
    guard port.isEmpty || port.first == ":" && PreviewAddress.port(port.dropFirst()) != nil else {
      return false
    }
    if name == "[::1]" || name.lowercased() == "localhost" { return true }
    let bytes = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return bytes.count == 4 && bytes[0] == 127 && bytes.allSatisfy { $0 != nil }
  }

  /// Compares in constant time, which does not reveal how many characters match.
  private static func isSame(_ given: Substring, _ token: String) -> Bool {
    let given = Array(given.utf8), token = Array(token.utf8)
    guard given.count == token.count else { return false }
    return zip(given, token).reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 } == 0
  }
}
