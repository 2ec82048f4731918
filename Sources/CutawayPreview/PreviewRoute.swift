/// A resource of the preview server.
package enum PreviewRoute: Hashable {
  case page
  /// The state of the preview, now and at each change.
  case events
  /// The video from a frame on, of one version of the composition, for one page.
  case media(frame: Int, version: Int, page: String)
  /// The drawing of the timeline, with a width in pixels.
  case timeline(width: Int)

  /// Parses a request; `nil` if the resource is unknown, or a parameter is missing or out of range.
  ///
  /// - Parameters:
  ///   - resource: The path without a leading slash.
  ///   - query: The text after the question mark.
  package init?(resource: String, query: String?) {
    let items = Self.items(of: query ?? "")
    func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
      items[name[...]].flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
    }
    switch resource {
    case "": self = .page
    case "events": self = .events
    case "media":
      guard let frame = number("frame", in: 0...1 << 40),
        let version = number("version", in: 1...1 << 40),
        let page = items["page"], (1...40).contains(page.utf8.count)
      else { return nil }
      self = .media(frame: frame, version: version, page: String(page))
    case "timeline.svg":
      guard let width = number("width", in: 1...4096) else { return nil }
      // Rounding the width limits the number of drawings.
      self = .timeline(width: max(400, (width + 24) / 25 * 25))
    default: return nil
    }
  }

  /// The page's parameters are digits and letters, which need no decoding.
  private static func items(of query: String) -> [Substring: Substring] {
    let pairs = query.split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}
