public import CutawayTime

/// The properties of a media file that an edit needs.
public struct MediaDescription: Sendable, Hashable, Codable {
  /// The duration in seconds; `nil` for a still or a subtitle file, which have no end.
  public var duration: MediaTime?
  /// Whether the duration is an estimate: fragmented files, streams without a container, live
  /// recordings and MPEG streams over the network do not state it.
  public var isDurationEstimated: Bool
  /// GStreamer's description of the container; `nil` without one.
  public var container: String?
  /// The metadata of the file: texts such as `title` and `artist`, `date` (ISO 8601) and `location` (degrees north and
  /// east and, if known, metres: `48.858, 2.294, 35`).
  ///
  /// These are the keys that an export writes.
  public var metadata: [String: String]
  /// The video tracks, in the order of the file.
  public var videoTracks: [Video]
  /// The audio tracks, in the order of the file.
  public var audioTracks: [Audio]
  /// The subtitle tracks, in the order of the file.
  public var textTracks: [Text]
  /// The graphs of a composition file; `nil` for other files.
  ///
  /// They are not encoded.
  package var edit: NestedEdit?

  private enum CodingKeys: CodingKey {
    case duration, isDurationEstimated, container, metadata, videoTracks, audioTracks, textTracks
  }

  /// A video track or a still.
  public struct Video: Sendable, Hashable, Codable {
    /// The size of the stored frame, converted to square pixels.
    public var size: PixelSize
    /// Seconds per frame; `nil` for a still.
    public var frameDuration: MediaTime?
    /// The orientation that the file states; `identity` if it states none.
    public var orientation: Orientation
    /// GStreamer's description of the codec; empty if unknown.
    public var codec: String
    /// The colorimetry in GStreamer's notation; `nil` if unknown.
    public var colorimetry: String?
    /// Whether the format has an alpha channel.
    public var hasAlpha: Bool
    /// The bits of a sample; `nil` if unknown.
    public var bitDepth: Int?
    /// The resolution of chroma; `nil` if unknown, and for R′G′B′.
    public var chroma: ChromaSubsampling?
    /// The colours and the light of the display on which the video was graded (SMPTE ST 2086), in
    /// GStreamer's notation; `nil` if the file does not state them.
    public var masteringDisplay: String?
    /// The greatest light of a pixel and of a frame's average in cd/m² (CTA-861.3), in GStreamer's
    /// notation: `1000:400`; `nil` if the file does not state them.
    public var contentLight: String?
    /// The duration of this track; `nil` if the container does not state it.
    public var duration: MediaTime?
    /// The language, as an ISO 639 code or a BCP 47 tag; `nil` if the file does not state it.
    public var language: String?

    /// Creates a description, for example of media that need not exist.
    public init(
      size: PixelSize, frameDuration: MediaTime?, orientation: Orientation = .identity,
      codec: String = "", colorimetry: String? = nil, hasAlpha: Bool = false,
      bitDepth: Int? = nil, chroma: ChromaSubsampling? = nil, masteringDisplay: String? = nil,
      contentLight: String? = nil, duration: MediaTime? = nil, language: String? = nil
    ) {
      self.bitDepth = bitDepth
      self.chroma = chroma
      self.masteringDisplay = masteringDisplay
      self.contentLight = contentLight
      self.duration = duration
      self.language = language
      self.size = size
      self.frameDuration = frameDuration
      self.orientation = orientation
      self.codec = codec
      self.colorimetry = colorimetry
      self.hasAlpha = hasAlpha
    }

    /// The transfer function, as far as the colorimetry states it: BT.709 stands for all of standard
    /// dynamic range.
    public var transferFunction: TransferFunction {
      // A name, or the numbers of range, matrix, transfer function and primaries.
      switch colorimetry {
      case "bt2100-hlg": return .hlg
      case "bt2100-pq": return .pq
      default: break
      }
      let numbers = colorimetry?.split(separator: ":") ?? []
      guard numbers.count == 4 else { return .bt709 }
      return numbers[2] == "15" ? .hlg : numbers[2] == "14" ? .pq : .bt709
    }

    /// The size of the frame after the orientation is applied.
    public var uprightSize: PixelSize {
      orientation.swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// The transform that turns the stored frame upright, with its top left corner at the origin.
    public var preferredTransform: TransformMatrix { orientation.transform(of: size) }
  }

  /// An audio track.
  public struct Audio: Sendable, Hashable, Codable {
    /// Samples per second.
    public var sampleRate: Int
    /// The number of channels.
    public var channels: Int
    /// GStreamer's description of the codec; empty if unknown.
    public var codec: String
    /// The duration of this track; `nil` if the container does not state it.
    public var duration: MediaTime?
    /// The language, as an ISO 639 code or a BCP 47 tag; `nil` if the file does not state it.
    public var language: String?
    /// The bits of an uncompressed sample; `nil` if the sound is compressed, or if it is not known.
    public var bitDepth: Int?
    /// Whether uncompressed samples are floating-point numbers; `nil` if that is not known.
    public var isFloatingPoint: Bool?

    /// Creates a description, for example of media that need not exist.
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

  /// A subtitle track.
  ///
  /// It lasts as long as the file, even if its last subtitle ends earlier.
  public struct Text: Sendable, Hashable, Codable {
    /// GStreamer's description of the codec; empty if unknown.
    public var codec: String
    /// The language, as an ISO 639 code or a BCP 47 tag; `nil` if the file does not state it.
    public var language: String?

    /// Creates a description, for example of media that need not exist.
    public init(codec: String = "", language: String? = nil) {
      self.codec = codec
      self.language = language
    }
  }

  /// The container of Lottie animations, which layers show.
  package static let lottie = "Lottie"
  /// The container of words with times, which captions show.
  package static let transcript = "JSON with words"

  /// Creates a description, for example of media that need not exist.
  public init(
    duration: MediaTime?, container: String? = nil, videoTracks: [Video] = [],
    audioTracks: [Audio] = [], textTracks: [Text] = [], metadata: [String: String] = [:],
    isDurationEstimated: Bool = false
  ) {
    self.duration = duration
    self.metadata = metadata
    self.isDurationEstimated = isDurationEstimated
    self.container = container
    self.videoTracks = videoTracks
    self.audioTracks = audioTracks
    self.textTracks = textTracks
  }

  /// The metadata keys whose value is any text, which are also GStreamer's tag names.
  package static let textKeys = [
    "title", "artist", "album", "composer", "genre", "comment", "description", "copyright",
    "keywords",
  ]
}

/// The rotation that makes a stored frame upright.
///
/// The names are those of GStreamer's `image-orientation` tag.
public enum Orientation: String, Sendable, Hashable, Codable, CaseIterable {
  /// The stored frame is upright.
  case identity = "rotate-0"
  /// Rotate by 90° clockwise.
  case rotate90 = "rotate-90"
  /// Rotate by 180°.
  case rotate180 = "rotate-180"
  /// Rotate by 270° clockwise.
  case rotate270 = "rotate-270"
  /// Flip left to right.
  case flip = "flip-rotate-0"
  /// Flip left to right, then rotate by 90° clockwise.
  case flipRotate90 = "flip-rotate-90"
  /// Flip left to right, then rotate by 180°.
  case flipRotate180 = "flip-rotate-180"
  /// Flip left to right, then rotate by 270° clockwise.
  case flipRotate270 = "flip-rotate-270"

  var swapsSides: Bool {
    switch self {
    case .rotate90, .rotate270, .flipRotate90, .flipRotate270: true
    default: false
    }
  }

  /// The flip is left to right and comes first.
  ///
  /// The rotation is clockwise.
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

  /// The transform of a frame of a size, shifted so that the top left corner of the result is the
  /// origin.
  func transform(of size: PixelSize) -> TransformMatrix {
    let box = matrix.boundingBox(of: size)
    return matrix.concatenating(.translation(x: -box.x, y: -box.y))
  }
}
