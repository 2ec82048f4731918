/// Who may see a preview.
package struct AccessRules: Sendable, Hashable {
  /// What the path of every URL starts with, where other machines reach the server.
  package var token: String?

  package init(token: String? = nil) { self.token = token }

  /// A request that is not answered.
  package struct Refusal: Error, Hashable {
    var status: Int
    var message: String
  }

  /// A token that cannot be guessed: 128 random bits.
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
  ///   - method: GET is the only one.
  ///   - path: The path without the query.
  ///   - host: The header `Host`.
  ///   - site: The header `Sec-Fetch-Site`: from where a browser's request comes.
  ///   - mode: The header `Sec-Fetch-Mode`.
  /// - Returns: What is asked for: the path behind the token.
  /// - Throws: ``Refusal``.
  package func resource(
    method: String, path: String, host: String?, site: String?, mode: String?
  ) throws(Refusal) -> String {
    guard method == "GET" else { throw Refusal(status: 405, message: "only GET is understood") }
    let resource = try resource(of: path, host: host)
    // A page elsewhere must not make this machine render, not in a frame either; following a link to the
    // preview's page is well.
    let isLink = mode == "navigate" && resource.isEmpty
    guard isLink || site != "cross-site" && site != "same-site" else {
      throw Refusal(status: 403, message: "other sites may not use this preview")
    }
    return resource
  }

  private func resource(of path: String, host: String?) throws(Refusal) -> String {
    guard let token else {
      // A name that leads here only for a while is how a page elsewhere gets around its browser's
      // rules. Another port may be that of a tunnel.
      guard let host, Self.isLoopback(host) else {
        throw Refusal(status: 403, message: "this preview is for localhost only")
      }
      return String(path.dropFirst())
    }
    let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, Self.isSame(parts[1], token) else {
      throw Refusal(
        status: 403, message: "open the address that cutaway has printed: it ends in a token")
    }
    return String(parts[2])
  }

  /// Whether the name of a host, with or without a port, is this machine's own.
  package static func isLoopback(_ host: String) -> Bool {
    var name = host[...]
    if name.hasPrefix("[") {
      guard let end = name.firstIndex(of: "]") else { return false }
      name = name[...end]
    } else if let colon = name.firstIndex(of: ":") {
      name = name[..<colon]
    }
    if name == "[::1]" || name.lowercased() == "localhost" { return true }
    let bytes = name.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return bytes.count == 4 && bytes[0] == 127 && bytes.allSatisfy { $0 != nil }
  }

  /// Compares in a time that does not tell how much is alike.
  private static func isSame(_ given: Substring, _ token: String) -> Bool {
    let given = Array(given.utf8), token = Array(token.utf8)
    guard given.count == token.count else { return false }
    return zip(given, token).reduce(UInt8(0)) { $0 | $1.0 ^ $1.1 } == 0
  }
}
