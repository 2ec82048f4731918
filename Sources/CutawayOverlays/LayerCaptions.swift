public import CutawayTime

/// The subtitles of an asset as the text of a layer.
///
/// Words have the times of the file, if it states them; else the time of a subtitle is divided by the letters of its
/// words.
public struct LayerCaptions: Sendable, Hashable, Codable {
  /// The asset, whose times are those of the layer's clock.
  public var asset: String
  /// The most words of a line; `nil` shows each subtitle as a whole, with its own lines.
  public var wordsPerLine: Int?
  /// The most lines at a time; without ``wordsPerLine`` it has no effect.
  public var lines: Int
  /// The longest pause between words that are shown together; without ``wordsPerLine`` it has no effect.
  public var longestPause: MediaTime
  /// The style of words whose time is over.
  public var past: LayerTextStyle
  /// The style of the word that is spoken.
  public var current: LayerTextStyle
  /// The style of words that follow.
  public var future: LayerTextStyle

  /// Shows whole subtitles.
  public init(asset: String) {
    self.asset = asset
    lines = 1
    longestPause = MediaTime(4, over: 5)
    (past, current, future) = (LayerTextStyle(), LayerTextStyle(), LayerTextStyle())
  }

  /// Whether words have styles of their own, or lines of their own.
  package var needsWords: Bool {
    let plain = LayerTextStyle()
    return wordsPerLine != nil || past != plain || current != plain || future != plain
  }
}
