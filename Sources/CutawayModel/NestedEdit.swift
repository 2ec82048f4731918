/// The picture and the sound of a composition file that segments of another composition play.
///
/// The text form is the location of a segment in a launch line. It has the graphs of both streams as launch
/// lines and the caps at their ends: `edit:12:video/x-raw,…`, each text after its length in bytes.
package struct NestedEdit: Sendable, Hashable {
  /// A stream of the edit.
  package struct Stream: Sendable, Hashable {
    /// The graph as a launch line, whose last element has an open end.
    package var launch: String
    /// The caps at the open end.
    package var caps: String

    package init(launch: String, caps: String) {
      (self.launch, self.caps) = (launch, caps)
    }
  }

  /// The picture; `nil` without a video track.
  package var picture: Stream?
  /// The sound; `nil` without an audio track.
  package var sound: Stream?
  /// The local files that were read: the composition file, its media, and those of edits in it.
  package var files: [String] = []
  /// The tracks of the graphs, with those of edits inside them for each of their uses; the text form has no count.
  package var trackCount = 0
  /// The policy by which the edit was checked; `nil` if everything was allowed.
  package var policy: RenderPolicy?

  package init(picture: Stream? = nil, sound: Stream? = nil) {
    (self.picture, self.sound) = (picture, sound)
  }

  /// How many edits may be inside each other, the outermost composition not counted.
  package static let depthLimit = 8
  /// The maximum length of the text form in bytes.
  package static let sizeLimit = 4 << 20

  private static let scheme = "edit:"

  /// The text form, without the files.
  package var location: String {
    [picture, sound].flatMap { [$0?.caps ?? "", $0?.launch ?? ""] }
      .reduce(Self.scheme) { $0 + "\($1.utf8.count):\($1)" }
  }

  /// Reads the text form; the result is `nil` for other locations.
  package init?(location: String) {
    guard location.hasPrefix(Self.scheme) else { return nil }
    var rest = location.utf8.dropFirst(Self.scheme.utf8.count), parts: [String] = []
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      guard let length = Int(String(rest[..<colon]) ?? ""), length >= 0 else { return nil }
      rest = rest[rest.index(after: colon)...]
      guard rest.count >= length, let part = String(rest.prefix(length)) else { return nil }
      parts.append(part)
      rest = rest.dropFirst(length)
    }
    guard rest.isEmpty, parts.count == 4 else { return nil }
    func stream(_ index: Int) -> Stream? {
      parts[index].isEmpty ? nil : Stream(launch: parts[index + 1], caps: parts[index])
    }
    self.init(picture: stream(0), sound: stream(2))
  }

  /// Whether a location is that of a composition file, by the end of its name, or the text form.
  package static func isEdit(_ location: String) -> Bool {
    let name = location.lowercased()
    return location.hasPrefix(scheme)
      || [".yaml", ".yml", ".cutaway.json"].contains { name.hasSuffix($0) }
  }
}
