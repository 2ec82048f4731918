/// A kind of GStreamer element, described by the settings it can be given.
///
/// A conforming type is a plain value that holds *settings and nothing else*: GStreamer edits it
/// from any thread, and every frame is processed with its own copy. Because the settings are a
/// value they can be compared, stored and sent; add `Codable` and they can be saved.
public protocol Element: Sendable {
  /// The factory name, as written in a pipeline description.
  static var name: String { get }

  /// One sentence, for `gst-inspect-1.0`.
  static var summary: String { get }

  /// Creates the default settings.
  init()
}

extension Element {
  /// Creates settings that differ from the defaults.
  ///
  ///     Vignette { $0.strength = 0.8 }
  public init(_ change: (inout Self) -> Void) {
    self.init()
    change(&self)
  }
}

/// Why an element cannot go on.
///
/// Throwing one stops the stream; the application reads it from the pipeline's bus.
public struct ElementError: Error, Sendable, CustomStringConvertible {
  public var description: String
  public var file: StaticString
  public var line: Int

  public init(_ description: String, file: StaticString = #fileID, line: Int = #line) {
    self.description = description
    self.file = file
    self.line = line
  }
}
