public import CutawayTime

/// What a media file holds, as far as an edit needs to know.
public struct MediaDescription: Sendable, Hashable, Codable {
  /// How long it plays; `nil` for a still picture or a file of subtitles, which have no end.
  public var duration: MediaTime?
  /// Whether the duration is only a guess: MPEG streams, fragmented files, streams without
  /// a container and live recordings do not state it.
  public var isDurationEstimated: Bool
  public var container: String?
  public var videoTracks: [Video]
  public var audioTracks: [Audio]
  public var textTracks: [Text]

  public struct Video: Sendable, Hashable, Codable {
    /// The frame as stored, with square pixels.
    public var size: PixelSize
    /// Seconds per frame; `nil` for a still picture.
    public var frameDuration: MediaTime?
    public var orientation: Orientation
    public var codec: String
    public var colorimetry: String?
    public var hasAlpha: Bool
    /// How long this track lasts, where the container says so.
    public var duration: MediaTime?
    /// Its language, as a code of ISO 639 or a tag of BCP 47; `nil` where the file does not say.
    public var language: String?

    public init(
      size: PixelSize, frameDuration: MediaTime?, orientation: Orientation = .identity,
      codec: String = "", colorimetry: String? = nil, hasAlpha: Bool = false,
      duration: MediaTime? = nil, language: String? = nil
    ) {
      self.duration = duration
      self.language = language
      self.size = size
      self.frameDuration = frameDuration
      self.orientation = orientation
      self.codec = codec
      self.colorimetry = colorimetry
      self.hasAlpha = hasAlpha
    }

    /// The size of the frame as it should be shown.
    public var uprightSize: PixelSize {
      orientation.swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// What turns the stored frame upright, with its top left corner at the origin.
    public var preferredTransform: TransformMatrix { orientation.transform(of: size) }
  }

  public struct Audio: Sendable, Hashable, Codable {
    public var sampleRate: Int
    public var channels: Int
    public var codec: String
    /// How long this track lasts, where the container says so.
    public var duration: MediaTime?
    /// Its language, as a code of ISO 639 or a tag of BCP 47; `nil` where the file does not say.
    public var language: String?

    public init(
      sampleRate: Int, channels: Int, codec: String = "", duration: MediaTime? = nil,
      language: String? = nil
    ) {
      self.duration = duration
      self.language = language
      self.sampleRate = sampleRate
      self.channels = channels
      self.codec = codec
    }
  }

  /// Subtitles; they last as long as the file, however early the last one is shown.
  public struct Text: Sendable, Hashable, Codable {
    public var codec: String
    /// Its language, as a code of ISO 639 or a tag of BCP 47; `nil` where the file does not say.
    public var language: String?

    public init(codec: String = "", language: String? = nil) {
      self.codec = codec
      self.language = language
    }
  }

  public init(
    duration: MediaTime?, container: String? = nil, videoTracks: [Video] = [],
    audioTracks: [Audio] = [], textTracks: [Text] = [], isDurationEstimated: Bool = false
  ) {
    self.duration = duration
    self.isDurationEstimated = isDurationEstimated
    self.container = container
    self.videoTracks = videoTracks
    self.audioTracks = audioTracks
    self.textTracks = textTracks
  }
}

/// How a stored frame has to be turned to be upright; the names are GStreamer's, of its
/// `image-orientation` tag.
public enum Orientation: String, Sendable, Hashable, Codable, CaseIterable {
  case identity = "rotate-0"
  case rotate90 = "rotate-90"
  case rotate180 = "rotate-180"
  case rotate270 = "rotate-270"
  case flip = "flip-rotate-0"
  case flipRotate90 = "flip-rotate-90"
  case flipRotate180 = "flip-rotate-180"
  case flipRotate270 = "flip-rotate-270"

  var swapsSides: Bool {
    switch self {
    case .rotate90, .rotate270, .flipRotate90, .flipRotate270: true
    default: false
    }
  }

  /// The flip is left to right and comes first; the turn is clockwise.
  private var matrix: TransformMatrix {
    let mirrored = TransformMatrix.scale(x: -1, y: 1)
    return switch self {
    case .identity: .identity
    case .rotate90: .rotation(degrees: 90)
    case .rotate180: .rotation(degrees: 180)
    case .rotate270: .rotation(degrees: 270)
    case .flip: mirrored
    case .flipRotate90: mirrored.concatenating(.rotation(degrees: 90))
    case .flipRotate180: mirrored.concatenating(.rotation(degrees: 180))
    case .flipRotate270: mirrored.concatenating(.rotation(degrees: 270))
    }
  }

  /// The turn of a frame of a size, shifted so that the result's top left corner is the origin.
  func transform(of size: PixelSize) -> TransformMatrix {
    let box = matrix.boundingBox(of: size)
    return matrix.concatenating(.translation(x: -box.x, y: -box.y))
  }
}
