/// The limits of the reader: far more than an edit made by hand or by a program needs, and low
/// enough that a hostile file costs less than a second and less than 100 MB.
enum SourceLimits {
  /// The maximum length of a text, in bytes.
  static let bytes = 4 << 20
  /// Scalars, lists and maps.
  ///
  /// The values of an anchor count again for each alias.
  static let values = 120_000
  /// Levels of nested values; 32 layers in each other need 64, and the format twelve more.
  static let depth = 80
  /// Brackets that are open at a place, in quotes, too.
  static let brackets = 256
  /// Segments.
  ///
  /// Each repetition counts.
  static let segments = 20_000
  /// Diagnostics that are reported per file.
  static let diagnostics = 100
  /// Duplicate keys that are found per file.
  static let duplicateKeys = 16
}
