/// How much of a file is read: far more than an edit made by hand or by a program takes, and little
/// enough that a hostile file costs neither a second nor 100 MB.
enum SourceLimits {
  /// The longest text.
  static let bytes = 4 << 20
  /// Scalars, lists and maps, where what an alias stands for counts anew.
  static let values = 120_000
  /// Values within each other; the format needs eleven.
  static let depth = 16
  /// Segments, where each time that one is repeated counts.
  static let segments = 20_000
  /// Diagnostics that are reported for one file.
  static let diagnostics = 100
  /// Keys given twice that are found in one file.
  static let duplicateKeys = 16
}
