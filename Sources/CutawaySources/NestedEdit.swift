package import CutawayGraph

/// The picture and the sound of a composition file that segments of another composition play.
///
/// The text form stands for a location in a launch line: `cutaway:PATH?NAME=VALUE`, a URI that the element
/// `cutawaysrc` plays.
package struct NestedEdit: Sendable {
  /// A stream of the edit.
  package struct Stream: Sendable, Hashable {
    /// The elements, the last of which has an open end.
    package var graph: PipelineGraph
    /// The caps at the open end.
    package var caps: String

    package init(_ graph: PipelineGraph, caps: String) {
      (self.graph, self.caps) = (graph, caps)
    }
  }

  /// The location of the composition file, for messages and printed graphs.
  package var name = "nested composition"
  /// The values of the file's variables.
  package var values: [String: String] = [:]
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

  /// The scheme of the URIs of compositions.
  package static let scheme = "cutaway"

  /// The text form.
  package var text: String {
    // Letters and digits, and what separates neither parts of a URI nor segments of a launch line.
    func escaped(_ text: String, keeping marks: String) -> String {
      text.utf8.reduce(into: "") { result, byte in
        let character = Character(UnicodeScalar(byte))
        if byte < 128, character.isLetter || character.isNumber || marks.contains(character) {
          result.append(character)
        } else {
          let digits = String(byte, radix: 16, uppercase: true)
          result += byte < 16 ? "%0\(digits)" : "%\(digits)"
        }
      }
    }
    let query = values.sorted { $0.key < $1.key }.map {
      "\(escaped($0.key, keeping: "-._"))=\(escaped($0.value, keeping: "-._"))"
    }
    return "\(Self.scheme):\(escaped(name, keeping: "/-._~"))"
      + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }
}

extension NestedEdit: Hashable {
  /// Whether both render the same streams.
  package static func == (a: Self, b: Self) -> Bool {
    a.name == b.name && a.values == b.values && a.picture == b.picture && a.sound == b.sound
  }

  /// Hashes what is cheap to hash: a graph may be large.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(trackCount)
  }
}
