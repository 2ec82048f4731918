import CutawayGraph
import CutawayModel
import CutawayTime
import Foundation

/// What a page knows of a preview, all of it at any change: a page that has missed some misses nothing.
struct PreviewState: Codable, Hashable, Sendable {
  /// Something that somebody should read.
  struct Note: Codable, Hashable, Sendable {
    var isError: Bool
    var text: String
  }

  /// Which run of the server it is: a page outlives it.
  let session: String
  /// Counts the compositions, from 1.
  var version: Int
  /// What the composition is called.
  var name: String
  /// In frames.
  var frameCount: Int
  /// A frame's duration in seconds, as a fraction.
  var frameNumerator: Int64
  var frameDenominator: Int64
  /// In pixels; 0 where there is no picture.
  var width: Int
  var height: Int
  var hasSound: Bool
  /// Counts the drawings of the timeline: there is a better one.
  var drawing = 0
  /// What was wrong with the last file, and what has come up since.
  var notes: [Note] = []
  /// How a page begins.
  var options: Options

  /// How a page begins.
  struct Options: Codable, Hashable, Sendable {
    /// The frame it shows first.
    var start = 0
    var rate = 1.0
    var loops = false
    var isMuted = false
  }

  init(
    _ resolved: ResolvedComposition, session: String, version: Int, name: String, options: Options
  ) {
    self.session = session
    self.version = version
    self.name = name
    self.options = options
    let kinds = Set(resolved.composition.tracks.map(\.mediaType))
    let hasPicture = kinds.contains(.video)
    frameCount = Int(resolved.frameCount)
    frameNumerator = resolved.frameDuration.numerator
    frameDenominator = resolved.frameDuration.denominator
    width = hasPicture ? resolved.outputSize.width : 0
    height = hasPicture ? resolved.outputSize.height : 0
    hasSound = kinds.contains(.audio)
  }

  /// The state as an event of the stream that a page listens to (HTML, 9.2).
  var event: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Numbers, texts and flags always have a spelling.
    let text = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    return "event: state\ndata: \(text)\n\n"
  }

  /// No more notes than anybody reads; each once.
  mutating func add(_ note: Note) {
    guard notes.count < 20, !notes.contains(note) else { return }
    notes.append(note)
  }
}
