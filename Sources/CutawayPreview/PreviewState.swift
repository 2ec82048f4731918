import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation

/// The complete state of a preview for a page, sent with every change: a page may miss changes.
struct PreviewState: Codable, Hashable, Sendable {
  /// A message for people.
  struct Note: Codable, Hashable, Sendable {
    var isError: Bool
    var text: String
  }

  /// Identifies the run of the server, because a page may outlive it.
  let session: String
  /// The number of the composition, from 1.
  var version: Int
  /// The name of the composition.
  var name: String
  /// The length in frames.
  var frameCount: Int
  /// The duration of a frame in seconds, as a fraction.
  var frameNumerator: Int64
  var frameDenominator: Int64
  /// The size in pixels; 0 without video.
  var width: Int
  var height: Int
  var hasSound: Bool
  /// The number of timeline drawings so far; an increase means that a better one is available.
  var drawing = 0
  /// The errors of the last file, and messages since.
  var notes: [Note] = []
  /// The initial state of a page.
  var options: Options

  /// The initial state of a page.
  struct Options: Codable, Hashable, Sendable {
    /// The frame that a page shows first.
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

  /// The state as a server-sent event (HTML, 9.2).
  var event: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Numbers, texts and flags can always be encoded.
    let text = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    return "event: state\ndata: \(text)\n\n"
  }

  /// Adds a note, unless it is a duplicate or the limit is reached.
  mutating func add(_ note: Note) {
    guard notes.count < 20, !notes.contains(note) else { return }
    notes.append(note)
  }
}
