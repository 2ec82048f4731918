import CutawayModel
import CutawayTime

/// Reads values into the model, and collects diagnostics.
///
/// A function that reads a value returns `nil` if it has reported an error in the value. Each
/// extension reads one part of the format.
struct Reader: Sendable {
  let file: String
  /// The prefix of relative paths.
  let directory: String
  let limits: CompositionLimits
  private(set) var diagnostics: [Diagnostic]
  var positions = PositionMap()
  /// Where values of variables are used.
  var variables = VariableUses()
  var frameDuration = FrameDuration.missing
  /// The assets read so far, and those that segments name by their paths.
  var assets = FileAssets()
  /// The tables and folders that the file names.
  var listings = FileListings()
  /// The type of the track that is being read.
  var trackType = Track.MediaType.video
  /// Whether the track that is being read plays video with its sound.
  var isAV = false
  /// The tracks whose sound the reader adds when it has read everything else.
  var avTracks: [AVTrack] = []
  /// The offsets of sound by the index of the segment, by the path of a track's segments.
  var soundOffsets: [ModelPath: [Int: MediaTime]] = [:]
  /// The sequence, which the reader writes out when it has read everything else.
  var sequence: SequenceValues?
  /// Segments that overlap in transitions, by the path of a track's segments.
  var overlaps: [ModelPath: Overlap] = [:]
  /// Transitions between tracks, in the order of the file.
  var joins: [Constructs.TransitionValues] = []
  /// The number of segments read, repetitions included.
  var segmentCount = 0
  /// Paths of placeholders for values that could not be read.
  ///
  /// Faults in placeholders are not reported.
  var placeholders: Set<ModelPath> = []

  /// The unit of times in output frames.
  enum FrameDuration: Sendable {
    case missing
    /// Present but not readable; a diagnostic has already been reported.
    case invalid
    case known(MediaTime)
  }

  init(
    file: String, directory: String, limits: CompositionLimits = .standard,
    diagnostics: [Diagnostic] = []
  ) {
    self.file = file
    self.directory = directory
    self.limits = limits
    self.diagnostics = diagnostics
  }

  /// Whether further diagnostics are discarded.
  var isFull: Bool { diagnostics.count >= SourceLimits.diagnostics }

  /// Reports a diagnostic, unless there are too many already.
  mutating func report(
    _ kind: Diagnostic.Kind, at position: SourcePosition, _ message: String
  ) {
    if isFull { return }
    let note = variables.note(at: position)
    // The schema does not know the values of variables.
    let kind = kind == .shape && !note.isEmpty ? .meaning : kind
    diagnostics.append(
      Diagnostic(
        file: file, line: position.line, column: position.column, kind: kind,
        message: message + note))
  }

  /// Puts a prefix before the messages of all diagnostics that `body` reports.
  mutating func prefixingReports<Result>(
    with prefix: String, _ body: (inout Reader) -> Result
  ) -> Result {
    let count = diagnostics.count
    let result = body(&self)
    for index in count..<diagnostics.count {
      diagnostics[index].message = prefix + diagnostics[index].message
    }
    return result
  }

  /// Reports that a value does not have the expected shape.
  ///
  /// Returns `nil` for the caller to return.
  mutating func expected<Value>(_ expected: String, in value: SourceValue) -> Value? {
    if !value.isInvalid {
      report(.shape, at: value.position, "expected \(expected), found \(value.found)")
    }
    return nil
  }
}
