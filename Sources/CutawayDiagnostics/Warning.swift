public import CutawayTime

/// A problem that does not stop the work, or a likely mistake in a composition.
///
/// Everything that works on a composition delivers warnings to a closure, `onWarning`, which any
/// thread may call. `Composition.warnings(media:)` returns the likely mistakes in a composition.
public struct Warning: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The kind, for programs.
  public var kind: Kind
  /// A sentence for people, in English; its wording may change.
  public var message: String
  /// The keys and indices that lead to the value in the composition:
  /// `["tracks", "0", "segments", "2"]`; empty if the warning does not concern a value.
  public var path: [String]
  /// The affected time range of the composition, if it is known.
  public var range: TimeRange?

  /// Creates a warning.
  public init(_ kind: Kind, _ message: String, path: [String] = [], range: TimeRange? = nil) {
    self.kind = kind
    self.message = message
    self.path = path
    self.range = range
  }

  /// The message, after the path if there is one.
  public var description: String {
    path.isEmpty ? message : "\(path.joined(separator: ".")): \(message)"
  }
}

extension Warning {
  /// The kind of a ``Warning``.
  ///
  /// Later versions may add kinds, so a `switch` over them needs a default.
  public struct Kind: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name of the kind, for logs: `hiddenLayer`.
    public let name: String
    /// The name.
    public var description: String { name }

    // MARK: Likely mistakes in a composition

    /// No layer is visible, only the background.
    public static let uncoveredTime = Kind(name: "uncoveredTime")
    /// A segment continues after its source has ended.
    public static let beyondSource = Kind(name: "beyondSource")
    /// A layer is invisible during its whole instruction.
    public static let hiddenLayer = Kind(name: "hiddenLayer")
    /// No instruction lists a track while the track has media.
    public static let hiddenTrack = Kind(name: "hiddenTrack")
    /// A rotated clip is shown as stored: on its side, upside down or mirrored.
    public static let turnedClip = Kind(name: "turnedClip")
    /// A clip larger than the picture is cropped, because it is not scaled.
    public static let croppedClip = Kind(name: "croppedClip")
    /// A layer is visible with a default until a ramp starts with another value.
    public static let jump = Kind(name: "jump")
    /// A ramp continues after its instruction has ended.
    public static let unseenRamp = Kind(name: "unseenRamp")
    /// A font of a text is not available, and another one replaces it.
    public static let replacedFont = Kind(name: "replacedFont")
    /// No font has a character of a text.
    public static let missingGlyph = Kind(name: "missingGlyph")
    /// A text exceeds the layer that it is in.
    public static let cutText = Kind(name: "cutText")
    /// A text shows a backslash and the n of a line feed.
    public static let shownEscape = Kind(name: "shownEscape")
    /// A layer over the picture is never visible.
    public static let unseenLayer = Kind(name: "unseenLayer")
    /// An animation of a layer begins after the layer has ended.
    public static let lateAnimation = Kind(name: "lateAnimation")
    /// An image is shown at more than twice its size.
    public static let enlargedImage = Kind(name: "enlargedImage")
    /// A Lottie animation has parts that are not drawn.
    public static let undrawnPart = Kind(name: "undrawnPart")
    /// A clip with sound is shown, but no track plays its sound.
    public static let unheardSound = Kind(name: "unheardSound")
    /// The sound of a clip is longer than its picture, with which it ends.
    public static let cutSound = Kind(name: "cutSound")

    // MARK: Problems while media are read and rendered

    /// Media cannot be read, and are left out.
    public static let missingMedia = Kind(name: "missingMedia")
    /// An element reports a problem, such as a damaged packet.
    public static let element = Kind(name: "element")
    /// An audio element reports a problem, such as a lost sound device.
    public static let soundElement = Kind(name: "soundElement")
    /// A thumbnail or a waveform cannot be drawn.
    public static let missingDrawing = Kind(name: "missingDrawing")

    // MARK: Differences between a request and an exported file

    /// An export encodes, because it cannot copy.
    public static let encoded = Kind(name: "encoded")
    /// The bit rate is too low for the frame size.
    public static let lowBitrate = Kind(name: "lowBitrate")
    /// The picture has standard dynamic range, although HDR is requested, or the sources have it.
    public static let dynamicRange = Kind(name: "dynamicRange")
    /// The picture has fewer bits than requested.
    public static let bitDepth = Kind(name: "bitDepth")
    /// The background is transparent, but the codec has no alpha.
    public static let alpha = Kind(name: "alpha")
    /// The file system probably has too little space.
    public static let lowSpace = Kind(name: "lowSpace")
    /// The file ends early, because of its size limit.
    public static let shortened = Kind(name: "shortened")
    /// The requested loudness needs lower peaks, is not reached, or cannot be measured.
    public static let loudness = Kind(name: "loudness")
    /// The file type cannot store something: metadata, chapters or subtitles.
    public static let unsupportedByFile = Kind(name: "unsupportedByFile")
  }
}
