import CCutawayCairo

/// A font file that cannot be used.
public struct FontError: Error, Sendable, Hashable {
  /// The path of the file.
  public let file: String
}

/// Font files, and the fonts of the system if they are wanted.
struct FontSet: ~Copyable {
  let config: OpaquePointer?

  /// Reads font files.
  init(files: [String], usesSystem: Bool) throws(FontError) {
    // Without the system, there are no rules either, so that installed files change nothing.
    let config = usesSystem ? FcInitLoadConfigAndFonts() : FcConfigCreate()
    for file in files where FcFileIsDir(file) != 0 || FcConfigAppFontAddFile(config, file) == 0 {
      FcConfigDestroy(config)
      throw FontError(file: file)
    }
    self.config = config
  }

  // Font maps hold a reference of their own.
  deinit { FcConfigDestroy(config) }
}
