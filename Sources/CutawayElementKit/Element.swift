/// A kind of GStreamer element, described by its settings.
///
/// A conforming type is a value that holds *only settings*. GStreamer changes it from any thread,
/// and every frame is processed with its own copy. Because the settings are a value, you can
/// compare, store and send them. Add `Codable` to save them.
public protocol Element: Sendable {
  /// The name of the element's factory, as written in a pipeline description.
  static var name: String { get }

  /// A sentence about the element, for `gst-inspect-1.0`.
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

/// The reason why an element cannot continue.
///
/// Throwing an error stops the stream. The application receives the error on the pipeline's bus.
public struct ElementError: Error, Sendable, CustomStringConvertible {
  /// The message for people; GStreamer reports it as the text of the error.
  public var description: String
  /// The source file that created the error, in the form of `#fileID`.
  public var file: StaticString
  /// The source line that created the error.
  public var line: Int

  /// Creates an error; `file` and `line` default to the place of the call.
  public init(_ description: String, file: StaticString = #fileID, line: Int = #line) {
    self.description = description
    self.file = file
    self.line = line
  }
}
