/// Where a preview is served.
public struct PreviewAddress: Sendable, Hashable {
  /// A name or an address, without brackets.
  public var host: String
  /// 0 is any that is free.
  public var port: Int

  /// The port of this machine's loopback, which no other machine reaches.
  public init(host: String = "127.0.0.1", port: Int) {
    self.host = host
    self.port = port
  }

  /// Reads `8080`, `0.0.0.0:8080`, `localhost:0` or `[::1]:8080`; `nil` where it is none of these.
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

  private static func port(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = Int(text), port <= 65_535
    else { return nil }
    return port
  }

  /// As it stands in a URL.
  static func urlHost(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}
