import CutawayDiagnostics
import CutawayRuntime
import CutawayTranslation

/// A GStreamer element that encodes sound.
struct AudioEncoder: Sendable {
  /// The name of the element's factory; empty if samples are not encoded.
  let factory: String
  let codec: AudioCodec
  /// The Debian package that contains the element.
  let package: String
  /// The sample format of the element's input.
  let format: String
  /// The sample rates that the element accepts; empty if it accepts all.
  let sampleRates: [Int]
  let followers: [String]
  /// The number of samples that the encoder's output contains before the actual sound.
  ///
  /// An AAC encoder starts with such a frame, and GStreamer does not report it.
  let priming: Int
  let properties: @Sendable (AudioTask) -> [PipelineGraph.Property]

  init(
    _ factory: String, _ codec: AudioCodec, package: String, format: String,
    sampleRates: [Int] = [], followers: [String] = [], priming: Int = 0,
    properties: @escaping @Sendable (AudioTask) -> [PipelineGraph.Property] = { _ in [] }
  ) {
    self.factory = factory
    self.codec = codec
    self.package = package
    self.format = format
    self.sampleRates = sampleRates
    self.followers = followers
    self.priming = priming
    self.properties = properties
  }

  var isInstalled: Bool { factory.isEmpty || ElementInspection.isInstalled(factory) }

  /// All known encoders, in order of preference.
  static let all = [
    AudioEncoder(
      "avenc_aac", .aac, package: "gstreamer1.0-libav", format: "F32LE",
      sampleRates: aacRates, followers: ["aacparse"], priming: 1024
        // The encoder's default is to code each band as middle and side, which costs 10 to 20 dB where channels differ.
    ) { [.init("bitrate", .int($0.bitrate)), .init("aac-ms", 0)] },
    AudioEncoder(
      "voaacenc", .aac, package: "gstreamer1.0-plugins-bad", format: "S16LE",
      sampleRates: aacRates, followers: ["aacparse"], priming: 1600
    ) { [.init("bitrate", .int(min($0.bitrate, 320_000)))] },
    AudioEncoder(
      "opusenc", .opus, package: "gstreamer1.0-plugins-base", format: "S16LE",
      sampleRates: [8_000, 12_000, 16_000, 24_000, 48_000]
    ) { [.init("bitrate", .int(min($0.bitrate, 650_000)))] },
    AudioEncoder(
      "vorbisenc", .vorbis, package: "gstreamer1.0-plugins-base", format: "F32LE"
    ) { [.init("bitrate", .int(min($0.bitrate, 250_001)))] },
    AudioEncoder(
      "lamemp3enc", .mp3, package: "gstreamer1.0-plugins-good", format: "S16LE",
      sampleRates: [32_000, 44_100, 48_000]
    ) { task in
      let rates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      let rate = rates.last { $0 * 1000 <= task.bitrate } ?? rates[0]
      return [.init("target", "bitrate"), .init("bitrate", .int(rate)), .init("cbr", true)]
    },
    AudioEncoder("flacenc", .flac, package: "gstreamer1.0-plugins-good", format: "S24LE"),
    AudioEncoder("", .pcm, package: "", format: "S24LE"),
  ]

  private static let aacRates = [
    8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
  ]

  /// The encoder's sample rate for a mix: the same, or the next higher one, or the highest one.
  func sampleRate(for rate: Int) -> Int {
    sampleRates.isEmpty ? rate : sampleRates.first { $0 >= rate } ?? sampleRates.max() ?? rate
  }

  /// Checks a requested sample rate, which is never silently replaced.
  func check(sampleRate rate: Int) throws(ExportError) {
    if sampleRates.isEmpty || sampleRates.contains(rate) { return }
    throw ExportError(
      .incompatible,
      "\(codec.rawValue) needs a sample rate of \(list(sampleRates.map { "\($0)" })) Hz, not \(rate)"
    )
  }

  func encoding(_ task: AudioTask) -> FileOutput.Encoding {
    let rate = sampleRate(for: task.sampleRate)
    let caps = "audio/x-raw,format=\(format)"
    let stages = factory.isEmpty ? [] : [FileOutput.Stage(factory, properties(task))]
    // LAME lowers the sample rate by itself if the bit rate is low.
    let result = PipelineGraph.Property("caps", .string("audio/mpeg,rate=\(rate)"))
    let filters = codec == .mp3 ? [FileOutput.Stage("capsfilter", [result])] : []
    return FileOutput.Encoding(
      preparation: rate == task.sampleRate ? [] : [.init("audioresample", [.init("quality", 10)])],
      input: rate == task.sampleRate ? caps : caps + ",rate=\(rate)",
      stages: stages + filters + followers.map { .init($0) })
  }
}

/// The parameters of an audio encoder.
struct AudioTask: Sendable, Hashable {
  /// The bit rate of all channels, in bits per second.
  var bitrate: Int
  /// The sample rate of the mix, in hertz.
  var sampleRate: Int
}
