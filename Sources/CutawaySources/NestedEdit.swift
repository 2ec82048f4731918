package import CutawayGraph

/// The picture and the sound of a composition file that segments of another composition play.
///
/// The text form stands for a location in a launch line. It has the graphs of both streams as launch
/// lines and the caps at their ends: `edit:12:video/x-raw,…`, each text after its length in bytes.
package struct NestedEdit: Sendable {
  /// A stream of the edit.
  package struct Stream: Sendable, Hashable {
    /// The elements, the last of which has an open end.
    package var elements: Elements
    /// The caps at the open end.
    package var caps: String

    package init(_ elements: Elements, caps: String) {
      (self.elements, self.caps) = (elements, caps)
    }
  }

  /// The elements of a stream: a graph in the process that translated the edit, and a launch line from a
  /// text.
  package enum Elements: Sendable, Hashable {
    case graph(PipelineGraph)
    case launchLine(String)

    fileprivate var launchText: String {
      switch self {
      case .graph(let graph): graph.launchText
      case .launchLine(let text): text
      }
    }
  }

  /// The location of the composition file, for messages.
  package var name = "nested composition"
  /// The picture; `nil` without a video track.
  package var picture: Stream?
  /// The sound; `nil` without an audio track.
  package var sound: Stream?
  /// The local files that were read: the composition file, its media, and those of edits in it.
  package var files: [String] = []
  /// The tracks of the graphs, with those of edits inside them for each of their uses.
  package var trackCount = 0
  /// The policy by which the edit was checked; `nil` if everything was allowed.
  package var policy: (any Hashable & Sendable)?

  package init(picture: Stream? = nil, sound: Stream? = nil) {
    (self.picture, self.sound) = (picture, sound)
  }

  /// How many edits may be inside each other, the outermost composition not counted.
  package static let depthLimit = 8
  /// The maximum of ``trackCount`` of an edit, and of all uses of edits in a composition.
  package static let trackLimit = 10_000

  private static let scheme = "edit:"

  /// The text form: the streams alone.
  package var text: String {
    [picture, sound].flatMap { [$0?.caps ?? "", $0?.elements.launchText ?? ""] }
      .reduce(Self.scheme) { $0 + "\($1.utf8.count):\($1)" }
  }

  /// Reads the text form; the result is `nil` for other texts.
  package init?(text: String) {
    guard text.hasPrefix(Self.scheme) else { return nil }
    var rest = text.utf8.dropFirst(Self.scheme.utf8.count), parts: [String] = []
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      guard let length = Int(String(rest[..<colon]) ?? ""), length >= 0 else { return nil }
      rest = rest[rest.index(after: colon)...]
      guard rest.count >= length, let part = String(rest.prefix(length)) else { return nil }
      parts.append(part)
      rest = rest.dropFirst(length)
    }
    guard rest.isEmpty, parts.count == 4 else { return nil }
    func stream(_ index: Int) -> Stream? {
      parts[index].isEmpty ? nil : Stream(.launchLine(parts[index + 1]), caps: parts[index])
    }
    self.init(picture: stream(0), sound: stream(2))
  }
}

extension NestedEdit: Hashable {
  /// Whether both render the same streams.
  package static func == (a: Self, b: Self) -> Bool {
    a.name == b.name && a.picture == b.picture && a.sound == b.sound
  }

  /// Hashes what is cheap to hash: a graph may be large.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(trackCount)
  }
}
