/// The address on which a preview listens.
public struct PreviewAddress: Sendable, Hashable {
  /// A host name or an IP address, without brackets.
  public var host: String
  /// The port number; 0 selects a free port.
  public var port: Int

  /// Creates an address; the default host is the loopback interface, which other machines cannot
  /// reach.
  public init(host: String = "127.0.0.1", port: Int) {
    self.host = host
    self.port = port
  }

  /// Parses `8080`, `0.0.0.0:8080`, `localhost:0` or `[::1]:8080`; `nil` for any other form.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else {
      guard let port = Self.port(text[...]) else { return nil }
      self.init(port: port)
      return
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, let port = Self.port(text[text.index(after: colon)...]) else { return nil }
    self.init(host: String(host), port: port)
  }

  /// A port number of digits alone.
  static func port(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = Int(text), port <= 65_535
    else { return nil }
    return port
  }

  /// The host as it is written in a URL.
  static func urlHost(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}
