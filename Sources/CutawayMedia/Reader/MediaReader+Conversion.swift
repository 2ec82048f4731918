import CCutawayGStreamer
import CutawayElementBridge
import CutawayElementKit
import CutawayKeyframes
import CutawayTime
import Glibc

extension MediaReader.Request {
  /// The factories of the elements between decoder and appsink.
  var converters: [String] {
    switch output {
    case .video: ["videoconvertscale", "capsfilter"] + (layout == nil ? [] : [Self.pixelConverter])
    // The sink states the caps, which saves an element for many short buffers.
    case .audio: ["audioconvert", "audioresample"] + Array(repeating: "pitch", count: tempoStages)
    case .packets, .text: []
    }
  }

  /// The element of ``makePixelConverter()``, which has no factory.
  static let pixelConverter = "pixelconvert"

  /// The number of elements that share the tempo.
  ///
  /// `pitch` supports a tempo from a tenth on, and loses seconds of the source if it starts at a
  /// very high one.
  private var tempoStages: Int {
    if tempo == 1 { return 0 }
    return (0.1...8).contains(tempo) ? 1 : 2
  }

  /// The speed of sound at unchanged pitch; 1 for everything else.
  var tempo: Double { if case .audio(_, let tempo) = output { tempo } else { 1 } }

  /// The number of samples that are passed between threads at a time; buffers of sound are short.
  var batch: Int {
    switch output {
    case .video, .packets, .text: 1
    case .audio: 16
    }
  }

  /// The maximum number of samples that wait to be taken.
  var queueLength: UInt32 {
    switch output {
    case .video: 3
    case .audio: 32
    // Packets are small and arrive quickly: the threads should not wait for each one.
    case .packets(.video): 32
    case .packets(.audio), .text: 128
    }
  }

  /// Sets the properties of a converter.
  ///
  /// - Parameters:
  ///   - element: The converter.
  ///   - factory: The name of its factory.
  ///   - sourceRate: The sample rate of the stream in hertz, from its caps; 0 if unknown.
  ///   - isCoded: Whether a decoder is before the converter.
  func configure(
    _ element: UnsafeMutablePointer<GstElement>, factory: String, sourceRate: Int32, isCoded: Bool
  ) {
    switch (factory, output) {
    case ("audioconvert", .audio(let format, _)):
      SurroundMix.watch(element, channels: format.channels, isCoded: isCoded)
    case ("audioresample", .audio(let format, _))
    where Self.hasSmallFilters(from: Int(sourceRate), to: format.sampleRate):
      // Interpolated filters shift sound by an eighth of a sample of the source.
      gst_swift_set_int(
        element, "sinc-filter-mode", Int32(GST_AUDIO_RESAMPLER_FILTER_MODE_FULL.rawValue))
      gst_swift_set_int(
        element, "sinc-filter-interpolation",
        Int32(GST_AUDIO_RESAMPLER_FILTER_INTERPOLATION_NONE.rawValue))
    case ("videoconvertscale", .video):
      // Frames of another size than the first ones fill the place of these.
      gst_swift_set_boolean(element, "add-borders", 0)
    case ("capsfilter", .video), ("appsink", .audio):
      let caps = gst_caps_from_string(outputCaps)
      gst_swift_set_caps(element, "caps", caps)
      gst_caps_unref(caps)
    case ("appsink", .video):
      guard let layout else { break }
      let caps = gst_caps_from_string(layout)
      gst_swift_set_caps(element, "caps", caps)
      gst_caps_unref(caps)
    case ("pitch", .audio(_, let tempo)):
      gst_swift_set_float(element, "tempo", Float(pow(tempo, 1 / Double(tempoStages))))
    default: break
    }
  }

  /// Whether a resampler needs few filters: one for each place of an output sample between two samples of
  /// the source.
  private static func hasSmallFilters(from sourceRate: Int, to rate: Int) -> Bool {
    guard sourceRate > 0 else { return false }
    let count = Int((MediaTime(Int64(rate)) / MediaTime(Int64(sourceRate))).numerator)
    return count * max(1, sourceRate / rate) <= 12_000
  }

  /// The caps of a reader's frames.
  func videoCaps(format: String, size: PixelSize? = nil) -> String {
    """
    video/x-raw, format=(string)\(format), pixel-aspect-ratio=(fraction)1/1, \
    colorimetry=(string)\(frames.colorimetry.rawValue)
    """ + (size.map { ", width=(int)\($0.width), height=(int)\($0.height)" } ?? "")
  }

  private var outputCaps: String {
    switch output {
    case .video: videoCaps(format: frames.formats, size: size)
    case .audio(let format, _):
      """
      audio/x-raw, format=(string)F32LE, layout=(string)interleaved, \
      rate=(int)\(format.sampleRate), channels=(int)\(format.channels)
      """
    case .packets, .text: "ANY"
    }
  }
}
