package import CutawaySystem

/// The head of an HTTP/1.1 request (RFC 9112): the request line and the headers.
package struct RequestHead: Sendable, Hashable {
  package let method: String
  /// The path with the query, as the client sent it.
  package let target: String
  /// The headers by their names in lower case.
  package let headers: [String: String]

  /// The reason why there is no request.
  package enum Failure: Error {
    /// The client has disconnected, or has sent no request in time.
    case disconnected
    case malformed
  }

  /// The maximum length in bytes.
  package static let limit = 1 << 14
  private static let end = Array("\r\n\r\n".utf8)

  /// Receives the head of a request; a body is ignored.
  package init(from connection: TCPSocket, within limit: Duration) throws(Failure) {
    let end = ContinuousClock.now + limit
    var bytes: [UInt8] = []
    while true {
      let searched = max(0, bytes.count - Self.end.count + 1)
      // An error means that the client has disconnected, or is too slow.
      guard
        let more = try? connection.receive(atMost: 4096, waiting: end - .now), !more.isEmpty
      else { throw .disconnected }
      bytes += more
      if let length = bytes[searched...].firstRange(of: Self.end)?.lowerBound {
        guard length <= Self.limit, let head = RequestHead(bytes[..<length]) else {
          throw .malformed
        }
        self = head
        return
      }
      guard bytes.count <= Self.limit else { throw .malformed }
    }
  }

  /// Parses a head without the empty line at its end; `nil` if it is malformed.
  ///
  /// Parsing is strict, because a proxy may understand an unusual head differently: visible ASCII in the request line, no
  /// continued lines, no spaces before a colon, no header twice.
  package init?(_ bytes: some Sequence<UInt8>) {
    guard let text = String(validating: bytes, as: Unicode.ASCII.self) else { return nil }
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    guard let start = lines.popFirst() else { return nil }
    let parts = start.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, Self.isToken(parts[0]), parts[1].hasPrefix("/"),
      parts[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) }), parts[2] == "HTTP/1.1"
    else { return nil }
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), Self.isToken(line[..<colon]) else { return nil }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...]
      guard value.utf8.allSatisfy({ $0 == 0x09 || (0x20...0x7E).contains($0) }) else { return nil }
      let isNew = headers.updateValue(Self.trimmed(value), forKey: name) == nil
      guard isNew else { return nil }
    }
    method = String(parts[0])
    target = String(parts[1])
    self.headers = headers
  }

  private static func trimmed(_ value: Substring) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    let start = value.drop(while: isSpace)
    guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(start[...last])
  }

  /// Whether a text is a name (RFC 9110, 5.6.2).
  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: Array("!#$%&'*+-.^_`|~".utf8).contains(byte)
        }
      }
  }
}
