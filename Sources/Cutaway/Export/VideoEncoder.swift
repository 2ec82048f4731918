import CutawayModel
import CutawayRuntime
import CutawayTranslation
import Foundation

/// A GStreamer element that encodes video, and the mapping of options to its properties.
package struct VideoEncoder: Sendable {
  /// The name of the element's factory, such as `x264enc`.
  package let factory: String
  /// The codec of the element's output.
  package let codec: VideoCodec
  /// Whether the encoder runs on dedicated hardware: fast, but absent from most servers.
  package let isHardware: Bool
  /// The Debian package that contains the element.
  package let package: String
  /// The caps of the element's input with 8 bits.
  let input: String
  /// The pictures with 10 bits that the element encodes; `nil` if none.
  let deep: DeepInput?
  /// The format of input with alpha for a bit depth of 8 or 10; `nil` if the codec has no alpha.
  let alphaFormat: (@Sendable (_ bitDepth: Int) -> String)?
  /// The elements after the encoder, such as a parser.
  let followers: [String]
  let properties: @Sendable (VideoTask) -> [PipelineGraph.Property]

  init(
    _ factory: String, _ codec: VideoCodec, package: String, isHardware: Bool = false,
    input: String = "video/x-raw,format=I420", deep: DeepInput? = nil,
    alphaFormat: (@Sendable (_ bitDepth: Int) -> String)? = nil, followers: [String] = [],
    properties: @escaping @Sendable (VideoTask) -> [PipelineGraph.Property]
  ) {
    self.factory = factory
    self.codec = codec
    self.package = package
    self.isHardware = isHardware
    self.input = input
    self.deep = deep
    self.alphaFormat = alphaFormat
    self.followers = followers
    self.properties = properties
  }

  /// Whether GStreamer finds the element on this machine.
  package var isInstalled: Bool { ElementInspection.isInstalled(factory) }

  /// All known encoders, in order of preference.
  ///
  /// Software encoders come first: they achieve better quality at the same bit rate, and the same
  /// result on every machine.
  package static let all: [VideoEncoder] = h264 + hevc + webCodecs + intermediate + hardware

  /// The encoding stage of an output with these parameters.
  func encoding(_ task: VideoTask) -> FileOutput.Encoding {
    FileOutput.Encoding(
      preparation: task.light.map { [$0.stage()] } ?? [], input: input(of: task.picture),
      stages: [.init(factory, properties(task))] + followers.map { .init($0) })
  }

  /// The caps of the element's input for a picture.
  private func input(of picture: PictureFormat) -> String {
    if picture.hasAlpha, let format = alphaFormat?(picture.bitDepth) {
      return "video/x-raw,format=\(format)"
    }
    if picture.bitDepth == 8 { return input }
    return "video/x-raw,format=\(deep?.format ?? picture.formatName),"
      + "colorimetry=\(picture.colorimetry)"
  }
}

extension VideoEncoder {
  /// The pictures with 10 bits that an encoder accepts.
  struct DeepInput: Sendable {
    /// The resolutions of chroma, the usual one first.
    var chroma: [ChromaSubsampling] = [.halved]
    /// Whether exports get 10 bits, HLG and PQ if their sources have them, and not only if the
    /// composition requests it.
    var isUsual = true
    /// The format in GStreamer; `nil` is that of the picture.
    var format: String?
  }

  /// The pictures with 10 bits that the installed element accepts; `nil` if none.
  ///
  /// An encoder may be built without them.
  var installedDeep: DeepInput? {
    deep.flatMap { deep in
      let format =
        deep.format ?? PictureFormat(bitDepth: 10, chroma: deep.chroma[0]).formatName
      return ElementInspection.accepts("video/x-raw,format=\(format)", by: factory) ? deep : nil
    }
  }
}

/// The parameters of a video encoder.
struct VideoTask: Sendable, Hashable {
  var width: Int
  var height: Int
  var picture = PictureFormat()
  /// What is known of the light of an HDR picture.
  var light: PictureLight?
  var framesPerSecond: Double
  /// The quality, from 0 to 1; a bit rate overrides it.
  var quality: Double
  /// A constant quantizer on the scale of H.264 with 8 bits, which overrides the quality; `nil` is none.
  var quantizer: Int?
  /// The profile of ProRes in GStreamer's caps; `nil` is the usual one.
  var profile: String?
  /// The bit rate in bits per second.
  var bitrate: Int?
  /// The distance of key frames, in frames.
  var keyFrameInterval: Int
  /// Whether key frames occur exactly at the multiples of the interval, not at cuts.
  var hasFixedKeyFrames = false
  var speed: EncoderSpeed
  /// Whether the stream is joined to those of other encoders, so that it must decode by itself and
  /// its headers must not depend on its content.
  var isJoined = false
  /// Whether a few frames between copied ones are encoded, at a high quality.
  var isSpan = false
  /// Whether decode order may differ from presentation order.
  var reordersFrames = true

  var kilobits: Int? { bitrate.map { max(1, $0 / 1000) } }

  /// A value on a codec's quantizer scale: `best` at quality 1, and `range` more at quality 0.
  func coarseness(best: Int, range: Int) -> Int {
    best + Int((Double(range) * (1 - quality)).rounded())
  }

  /// The value for the speed, from `fastest` to `slow`.
  func choice<Value>(_ fastest: Value, _ fast: Value, _ medium: Value, _ slow: Value) -> Value {
    switch speed {
    case .fastest: fastest
    case .fast: fast
    case .medium: medium
    case .slow: slow
    }
  }

  /// The bit rate that usually gives the quality, in bits per second, for encoders without a
  /// quality mode.
  var usualBitrate: Int { bitrate ?? estimatedBitrate(bitsPerPixel: 0.1) }

  /// The bit rate of typical footage: `bitsPerPixel` at quality 0.5, doubled for every 0.3 more.
  func estimatedBitrate(bitsPerPixel: Double) -> Int {
    Int(
      bitsPerPixel * Double(width * height) * framesPerSecond * pow(2, (quality - 0.5) / 0.3))
  }

  /// The quality on the scale of libjpeg.
  var jpegQuality: Int {
    if let quantizer { return quantizer < 18 ? 100 : 97 }
    return quality >= 0.75 ? 95 : 60 + Int(40 * quality)
  }
}
