package import CutawayDiagnostics
public import CutawayGraph

/// A kind of GStreamer element, described by its settings.
///
/// A conforming type is a value that holds *only settings*. GStreamer changes it from any thread,
/// and every frame is processed with its own copy. Because the settings are a value, you can
/// compare, store and send them. Add `Codable` to save them.
public protocol Element: Sendable {
  /// The name of the element's factory, as written in a pipeline description.
  static var name: String { get }

  /// The name of the element for people: a few words, for `gst-inspect-1.0`.
  ///
  /// The default is the name of the type in words: `ChromaKey` is "Chroma key".
  static var longName: String { get }

  /// A sentence about the element, for `gst-inspect-1.0`.
  static var summary: String { get }

  /// What is known about its frames, for `gst-inspect-1.0` and for graphs that contain it.
  ///
  /// The defaults follow from the protocol: filters and mixers keep pace, and those without a state are
  /// stateless. Only the element's author can know more.
  static var traits: ElementTraits { get }

  /// Creates the default settings.
  init()
}

extension Element {
  /// The name of the type in words.
  public static var longName: String {
    var words = ""
    var last: Character?
    for letter in String(describing: self) {
      let startsWord = letter.isUppercase && last?.isLowercase == true
      words += startsWord ? " " + letter.lowercased() : String(letter)
      last = letter
    }
    return words
  }

  /// None.
  public static var traits: ElementTraits { [] }

  /// Creates settings that differ from the defaults.
  ///
  ///     Vignette { $0.strength = 0.8 }
  public init(_ change: (inout Self) -> Void) {
    self.init()
    change(&self)
  }
}

/// Something that a plugin would add to GStreamer.
package enum MissingPlugin: Sendable, Hashable {
  /// An element, by the name of its factory.
  case element(String)
  /// A decoder for a format, by its caps.
  case decoder(String)
}

/// The reason why an element cannot continue.
///
/// Throwing an error stops the stream. The application receives the error on the pipeline's bus.
public struct ElementError: Error, Sendable, CustomStringConvertible {
  /// The message for people; GStreamer reports it as the text of the error.
  public var description: String
  /// The kind of failure; GStreamer reports it as the domain and the code of the error.
  public var code: Code
  /// The source file that created the error, in the form of `#fileID`.
  public var file: StaticString
  /// The source line that created the error.
  public var line: Int
  /// The medium that failed, if one did; GStreamer reports it as details of the error.
  package var source: FailedSource?
  /// What is not installed; GStreamer offers it to the programs that install plugins.
  package var missing: [MissingPlugin] = []

  /// The kinds of failures, each with its counterpart in GStreamer.
  public enum Code: Sendable, Hashable, CaseIterable {
    /// A failure of another kind: `GST_STREAM_ERROR_FAILED`.
    case failed
    /// A file or another resource does not exist: `GST_RESOURCE_ERROR_NOT_FOUND`.
    case notFound
    /// A resource cannot be opened; its server may be out of reach: `GST_RESOURCE_ERROR_OPEN_READ`.
    case cannotOpen
    /// A resource exists, but cannot be read: `GST_RESOURCE_ERROR_READ`.
    case unreadable
    /// A property has a value that is not allowed: `GST_RESOURCE_ERROR_SETTINGS`.
    case invalidSettings
    /// Memory cannot be allocated: `GST_RESOURCE_ERROR_FAILED`.
    case noMemory
    /// The data are damaged: `GST_STREAM_ERROR_DECODE`.
    case undecodable
    /// The data are of another kind, such as a text: `GST_STREAM_ERROR_WRONG_TYPE`.
    case wrongType
    /// The format of the data is not supported: `GST_STREAM_ERROR_FORMAT`.
    case unsupportedFormat
    /// No decoder for the data is installed: `GST_STREAM_ERROR_CODEC_NOT_FOUND`.
    case missingDecoder
    /// An element is not installed: `GST_CORE_ERROR_MISSING_PLUGIN`.
    case missingElement
  }

  /// Creates an error; `file` and `line` default to the place of the call.
  public init(
    _ description: String, code: Code = .failed, file: StaticString = #fileID, line: Int = #line
  ) {
    self.description = description
    self.code = code
    self.file = file
    self.line = line
  }
}
