import CutawayContainers
import CutawayElementBridge
import CutawayMedia

/// How the packets of a stream contain its pictures.
enum StreamForm: Sendable {
  /// As units that refer to parameter sets.
  case units(StreamConfiguration)
  /// As frames that describe themselves, with this header where they are independent.
  case frames(FrameHeader, FrameCoding, label: String?)

  /// Finds the form of a stream from its first packet; `nil` if such streams are not copied.
  init?(_ sample: MediaSample) {
    let format = sample.format
    switch PictureCoding(mediaType: format.mediaType, variant: format.value("variant")) {
    case .units(let coding)?: self.init(record: sample.configurationRecord, coding)
    case .frames(let coding)?: self.init(sample, coding)
    case nil: return nil
    }
  }

  private init?(record: [UInt8], _ coding: VideoCoding) {
    guard let configuration = StreamConfiguration(record, coding) else { return nil }
    self = .units(configuration)
  }

  private init?(_ sample: MediaSample, _ coding: FrameCoding) {
    guard var header = sample.frameHeader(coding), !header.hasAlpha else { return nil }
    // The encoder has 10 bits, while ProRes in 4:4:4 has 12.
    if case .proRes = coding, header.chroma != 2 { return nil }
    // A packet of JPEG may contain two fields.
    if let height = sample.format.value("height"), height != "\(header.height)" {
      header.isProgressive = false
    }
    self = .frames(header, coding, label: sample.format.value("colorimetry"))
  }

  /// The format of the pictures; `nil` if it is damaged, or changes.
  ///
  /// Pixels of frames that describe themselves are square: pictures with others are never shown unchanged.
  var format: CodedFormat? {
    switch self {
    case .units(let configuration): configuration.format
    case .frames(let header, let coding, let label): CodedFormat(header, coding, label: label)
    }
  }

  /// Whether all pictures are frames, not fields.
  var isProgressive: Bool {
    switch self {
    case .units(let configuration): configuration.isProgressive
    case .frames(let header, _, _): header.isProgressive
    }
  }

  /// The role of a packet's picture in the stream.
  func kind(of sample: MediaSample) -> PictureKind {
    switch self {
    case .units(let configuration):
      sample.pictureKind(configuration.coding, lengthSize: configuration.lengthSize)
    case .frames(let header, let coding, _): sample.pictureKind(coding, header: header)
    }
  }
}
