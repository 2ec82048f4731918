import CutawayTime

/// Reads values into the model, and keeps what is wrong with them.
///
/// A function that reads a value returns `nil` if it has reported why it cannot. The extensions read
/// one part of the format each.
struct Reader {
  let file: String
  /// What is put before relative paths.
  let directory: String
  private(set) var diagnostics: [Diagnostic]
  var positions = PositionMap()
  var frameDuration = FrameDuration.missing
  /// How many segments have been read, repeats included.
  var segmentCount = 0
  /// Paths of values that stand in for some that could not be read: nothing is said of them.
  var placeholders: Set<[String]> = []

  /// What times in output frames are counted in.
  enum FrameDuration {
    case missing
    /// Given, but not readable; a diagnostic says so already.
    case invalid
    case known(MediaTime)
  }

  init(file: String, directory: String, diagnostics: [Diagnostic] = []) {
    self.file = file
    self.directory = directory
    self.diagnostics = diagnostics
  }

  /// Whether nothing more is reported.
  var isFull: Bool { diagnostics.count >= SourceLimits.diagnostics }

  /// Reports a value, unless there are too many diagnostics already.
  mutating func report(
    _ kind: Diagnostic.Kind, at position: SourcePosition, _ message: String
  ) {
    if isFull { return }
    diagnostics.append(
      Diagnostic(
        file: file, line: position.line, column: position.column, kind: kind, message: message))
  }

  /// Reports that a value is not of the shape that stands here; `nil`, to be returned.
  mutating func expected<Value>(_ expected: String, in value: SourceValue) -> Value? {
    if !value.isInvalid {
      report(.shape, at: value.position, "expected \(expected), found \(value.found)")
    }
    return nil
  }
}
