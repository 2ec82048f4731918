import CCutawayGStreamer
import CutawayElementKit
import Glibc

extension MediaReader.Request {
  /// The factories of the elements between decoder and appsink.
  var converters: [String] {
    switch output {
    case .video: ["videoconvertscale", "capsfilter"]
    // Its sink says what comes out: one element less for each of many short buffers.
    case .audio: ["audioconvert", "audioresample"] + Array(repeating: "pitch", count: tempoStages)
    case .packets, .text: []
    }
  }

  /// How many elements share the change of tempo: `pitch` goes down to a tenth only, and swallows seconds
  /// of the source when it begins at a very quick one.
  private var tempoStages: Int {
    if tempo == 1 { return 0 }
    return (0.1...8).contains(tempo) ? 1 : 2
  }

  /// How much faster sound is played, at its pitch.
  var tempo: Double { if case .audio(_, let tempo) = output { tempo } else { 1 } }

  /// How many samples are handed from thread to thread at a time: those of sound are short.
  var batch: Int {
    switch output {
    case .video, .packets, .text: 1
    case .audio: 16
    }
  }

  /// How many samples wait to be taken at most.
  var queueLength: UInt32 {
    switch output {
    case .video: 3
    case .audio: 32
    // Packets are small, and come quickly: the threads on both sides should not wait for each.
    case .packets(.video): 32
    case .packets(.audio), .text: 128
    }
  }

  /// - Parameters:
  ///   - element: A converter.
  ///   - factory: What it was made by.
  ///   - sourceRate: The samples a second of the stream, as far as its caps tell; else 0.
  func configure(
    _ element: UnsafeMutablePointer<GstElement>, factory: String, sourceRate: Int32
  ) {
    switch (factory, output) {
    // audioresample shifts sound by 1/8 of a sample of the source at its usual quality, and by 1/32 at its
    // best: from slow sources, that is a sample of the output or not.
    case ("audioresample", .audio(let format, _))
    where sourceRate > 0 && format.sampleRate > 4 * sourceRate:
      gst_swift_set_int(element, "quality", 10)
    case ("capsfilter", .video), ("appsink", .audio):
      let caps = gst_caps_from_string(outputCaps)
      gst_swift_set_caps(element, "caps", caps)
      gst_caps_unref(caps)
    case ("pitch", .audio(_, let tempo)):
      gst_swift_set_float(element, "tempo", Float(pow(tempo, 1 / Double(tempoStages))))
    default: break
    }
  }

  /// The caps of a reader's frames.
  static func videoCaps(format: String) -> String {
    """
    video/x-raw, format=(string)\(format), pixel-aspect-ratio=(fraction)1/1, \
    colorimetry=(string)bt709
    """
  }

  private var outputCaps: String {
    switch output {
    case .video: Self.videoCaps(format: "{ I420, AYUV }")
    case .audio(let format, _):
      """
      audio/x-raw, format=(string)F32LE, layout=(string)interleaved, \
      rate=(int)\(format.sampleRate), channels=(int)\(format.channels)
      """
    case .packets, .text: "ANY"
    }
  }
}
