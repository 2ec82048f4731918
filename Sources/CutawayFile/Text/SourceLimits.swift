/// The limits of the reader that hold for every file; ``CompositionLimits`` has the others.
enum SourceLimits {
  /// The maximum length of a text other than a composition, such as a table of values, in bytes.
  static let bytes = CompositionLimits.standard.bytes
  /// Levels of nested values; 32 layers in each other need 64, and the format twelve more.
  static let depth = 80
  /// Brackets that are open at a place, in quotes, too.
  static let brackets = 256
  /// Diagnostics that are reported per file.
  static let diagnostics = 100
  /// Duplicate keys that are found per file.
  static let duplicateKeys = 16
}
