import CutawayContainers
import CutawayElementBridge
import CutawayMedia

/// How the packets of a stream contain its pictures.
enum StreamForm: Sendable {
  /// As units that refer to parameter sets.
  case units(StreamConfiguration)
  /// As ProRes frames with this header, in pictures of this format.
  case proRes(ProResHeader, CodedFormat)

  /// Finds the form of a stream from a packet; `nil` if such streams are not copied.
  init?(_ sample: MediaSample) {
    switch sample.format.mediaType {
    case PictureCoding.units(.avc).mediaType: self.init(record: sample.configurationRecord, .avc)
    case PictureCoding.units(.hevc).mediaType: self.init(record: sample.configurationRecord, .hevc)
    case PictureCoding.proRes(profile: "").mediaType: self.init(proRes: sample)
    default: return nil
    }
  }

  private init?(record: [UInt8], _ coding: VideoCoding) {
    guard let configuration = StreamConfiguration(record, coding) else { return nil }
    self = .units(configuration)
  }

  /// Only 4:2:2: the encoder has 10 bits, while pictures in 4:4:4 have 12. Pixels are square: a picture
  /// with others is never shown unchanged.
  private init?(proRes sample: MediaSample) {
    guard let header = sample.proResHeader, header.chroma == 2, !header.hasAlpha,
      let profile = sample.format.value("variant")
    else { return nil }
    self = .proRes(
      header,
      CodedFormat(header, profile: profile, label: sample.format.value("colorimetry")))
  }

  /// The format of the pictures; `nil` if it is damaged, or changes.
  var format: CodedFormat? {
    switch self {
    case .units(let configuration): configuration.format
    case .proRes(_, let format): format
    }
  }

  /// Whether all pictures are frames, not fields.
  var isProgressive: Bool {
    switch self {
    case .units(let configuration): configuration.isProgressive
    case .proRes(let header, _): header.isProgressive
    }
  }

  /// The role of a packet's picture in the stream.
  func kind(of sample: MediaSample) -> PictureKind {
    switch self {
    case .units(let configuration):
      sample.pictureKind(configuration.coding, lengthSize: configuration.lengthSize)
    case .proRes(let header, _):
      sample.proResHeader == header ? .start : .unusable
    }
  }
}

extension PictureCoding {
  /// The media type of packets.
  var mediaType: String {
    switch self {
    case .units(.avc): "video/x-h264"
    case .units(.hevc): "video/x-h265"
    case .proRes: "video/x-prores"
    }
  }

  /// The caps of packets: those of units have lengths, and parameter sets in the caps alone.
  var packetCaps: String {
    switch self {
    case .units(let coding):
      "\(mediaType),stream-format=\(coding == .avc ? "avc" : "hvc1"),alignment=au"
    case .proRes(let profile): "\(mediaType),variant=\(profile)"
    }
  }
}
