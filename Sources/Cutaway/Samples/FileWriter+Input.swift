import CutawayDiagnostics
package import CutawayModel
package import CutawayTranslation

extension FileWriter {
  /// A stream of a file.
  package struct Input: Sendable {
    /// The kind of media.
    package var media: Track.MediaType
    /// How it is encoded.
    package var coding: Coding
    /// `a`, `b`, `c`, `d`, `tx`, `ty` of the transform that turns frames upright; `nil` is none.
    package var transform: [Double]?
    /// The language as a BCP 47 tag.
    package var language: String?

    /// Creates a stream.
    package init(
      _ media: Track.MediaType, _ coding: Coding, transform: [Double]? = nil,
      language: String? = nil
    ) {
      (self.media, self.coding, self.transform, self.language) = (
        media, coding, transform, language
      )
    }
  }

  /// How a stream is encoded.
  package enum Coding: Sendable {
    /// Packets are written as they come.
    case copy
    /// Frames are encoded.
    case video(VideoSettings)
    /// Sound is encoded.
    case sound(SoundSettings)
  }

  /// How frames are encoded.
  package struct VideoSettings: Sendable {
    /// The codec.
    package var codec: VideoCodec
    /// The size to which frames are scaled.
    package var size: PixelSize
    /// The quality, from 0 to 1; a bit rate overrides it.
    package var quality = 0.65
    /// The bit rate in bits per second.
    package var bitrate: Int?
    /// The frames per second, for what encoders estimate; times of frames are exact.
    package var framesPerSecond = 30.0
    /// The maximum distance of key frames, in frames; `nil` is two seconds.
    package var keyFrameInterval: Int?
    /// Whether decode order may differ from presentation order.
    package var reordersFrames = true
    /// How frames of another shape fill the size.
    package var scaling = Scaling.stretch
    /// The depth and the colours of the picture; `nil` are those of the first frame.
    ///
    /// The codec decides the resolution of chroma, and an encoder that is not meant for 10 bits and HDR gets neither.
    package var picture: PictureFormat?

    /// How frames of another shape fill a size.
    package enum Scaling: Sendable {
      /// Each axis on its own.
      case stretch
      /// Whole, with black beside them.
      case fit
      /// Without what exceeds the size.
      case fill
    }

    /// Creates settings with a quality that is good for watching.
    package init(_ codec: VideoCodec, size: PixelSize) { (self.codec, self.size) = (codec, size) }
  }

  /// How sound is encoded.
  package struct SoundSettings: Sendable {
    /// The codec.
    package var codec: AudioCodec
    /// The samples per second.
    package var sampleRate: Int
    /// The number of channels.
    package var channels: Int
    /// The bit rate of all channels, in bits per second; `nil` is 64 kbit/s for each channel.
    package var bitrate: Int?
    /// The format of uncompressed samples, in GStreamer's notation.
    package var sampleFormat: String?

    /// Creates settings.
    package init(_ codec: AudioCodec, sampleRate: Int, channels: Int) {
      (self.codec, self.sampleRate, self.channels) = (codec, sampleRate, channels)
    }
  }
}

extension FileWriter.VideoSettings {
  /// The elements that encode frames.
  ///
  /// - Throws: ``ExportError`` if no encoder is installed, the file type does not contain the codec, or
  ///   the codec has no frames of the size.
  func encoding(in fileType: ExportFileType) throws(ExportError) -> FileOutput.Encoding {
    guard fileType.videoCodecs.contains(codec) else {
      throw ExportError(
        .incompatible, "\(fileType.rawValue) files cannot contain \(codec.rawValue)")
    }
    // Two columns and two rows share a sample of chroma, and x264 and x265 refuse half of one.
    if [.h264, .hevc].contains(codec), size != size.madeEven {
      throw ExportError(
        .incompatible,
        "\(codec.rawValue) has an even width and an even height, and not \(size): \(size.madeEven) is near"
      )
    }
    let encoder = try VideoEncoder.installed(codec)
    var picture = picture ?? PictureFormat()
    if let deep = encoder.installedDeep {
      // ProRes has only pictures of 10 bits.
      if [.proRes422, .proRes4444].contains(codec) { picture.bitDepth = 10 }
      // Opaque frames get an opaque alpha.
      picture.hasAlpha = codec == .proRes4444
      if picture.bitDepth == 10 { picture.chroma = deep.chroma[0] }
    } else if picture.bitDepth > 8 {
      throw ExportError(
        .incompatible, "\(codec.rawValue) by \(encoder.factory) has 8 bits, and neither 10 nor HDR")
    }
    let interval = max(1, Int((framesPerSecond * 2).rounded()))
    var encoding = encoder.encoding(
      VideoTask(
        width: size.width, height: size.height, picture: picture, framesPerSecond: framesPerSecond,
        quality: quality, bitrate: bitrate, keyFrameInterval: keyFrameInterval ?? interval,
        speed: .fast, reordersFrames: reordersFrames))
    encoding.preparation.insert(
      FileOutput.Stage("videoscale", [.init("add-borders", .bool(scaling == .fit))]), at: 0)
    if scaling == .fill {
      encoding.preparation.insert(
        FileOutput.Stage(
          "aspectratiocrop", [.init("aspect-ratio", .string("\(size.width)/\(size.height)"))]),
        at: 0)
    }
    if !encoding.input.contains("colorimetry") {
      encoding.input += ",colorimetry=\(picture.colorimetry)"
    }
    encoding.input +=
      ",width=\(size.width),height=\(size.height),pixel-aspect-ratio=1/1"
    return encoding
  }
}

extension FileWriter.Input {
  /// The stream with the depth and the colours of its first frame, if the settings leave them open.
  func completed(by first: PictureFormat?) -> FileWriter.Input {
    guard case .video(var settings) = coding, settings.picture == nil else { return self }
    var result = self
    // Encoders whose installed element has no HDR, or that is not meant for it, get SDR.
    let deep = (try? VideoEncoder.installed(settings.codec))?.installedDeep
    settings.picture = deep?.isUsual == true ? first : nil
    settings.picture = settings.picture ?? PictureFormat()
    result.coding = .video(settings)
    return result
  }

  /// Whether the first frame decides the depth and the colours.
  var isOpen: Bool {
    if case .video(let settings) = coding { settings.picture == nil } else { false }
  }

  /// The depth and the colours of encoded frames; `nil` for other streams, and if they are not known yet.
  var picture: PictureFormat? {
    if case .video(let settings) = coding { settings.picture } else { nil }
  }
}

extension FileWriter.SoundSettings {
  /// The encoder of the sound.
  ///
  /// - Throws: ``ExportError`` if none is installed, or the file type does not contain the codec.
  func encoder(in fileType: ExportFileType) throws(ExportError) -> AudioEncoder {
    guard fileType.audioCodecs.contains(codec) else {
      throw ExportError(
        .incompatible, "\(fileType.rawValue) files cannot contain \(codec.rawValue)")
    }
    let encoder = try AudioEncoder.installed(codec)
    try encoder.check(sampleRate: sampleRate)
    return encoder
  }

  /// The elements that encode the sound; gaps become silence.
  func encoding(by encoder: AudioEncoder) -> FileOutput.Encoding {
    var encoding = encoder.encoding(
      AudioTask(bitrate: bitrate ?? 64_000 * max(1, channels), sampleRate: sampleRate))
    encoding.preparation = [
      FileOutput.Stage("audioresample", [.init("quality", 10)]), FileOutput.Stage("audiorate"),
    ]
    let format = encoder.factory.isEmpty ? sampleFormat ?? encoder.format : encoder.format
    encoding.input = "audio/x-raw,format=\(format),rate=\(sampleRate),channels=\(channels)"
    return encoding
  }
}
