import CGStreamer
import ElementKit

extension MediaReader.Request {
  /// The factories of the elements between decoder and appsink.
  var converters: [String] {
    switch output {
    case .video: ["videoconvertscale", "capsfilter"]
    case .audio(_, let speed, _):
      ["audioconvert", "audioresample"] + (speed == 1 ? [] : ["pitch"]) + ["capsfilter"]
    case .packets, .text: []
    }
  }

  /// How many samples wait to be taken at most.
  var queueLength: UInt32 {
    switch output {
    case .video: 3
    case .audio: 16
    // Packets are small, and come quickly: the threads on both sides should not wait for each.
    case .packets(.video): 32
    case .packets(.audio), .text: 128
    }
  }

  func configure(_ element: UnsafeMutablePointer<GstElement>, factory: String) {
    switch (factory, output) {
    case ("capsfilter", _):
      let caps = gst_caps_from_string(outputCaps)
      gst_swift_set_caps(element, "caps", caps)
      gst_caps_unref(caps)
    case ("pitch", .audio(_, let speed, let keepsPitch)):
      gst_swift_set_float(element, keepsPitch ? "tempo" : "rate", Float(speed))
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
    case .audio(let format, _, _):
      """
      audio/x-raw, format=(string)F32LE, layout=(string)interleaved, \
      rate=(int)\(format.sampleRate), channels=(int)\(format.channels)
      """
    case .packets, .text: "ANY"
    }
  }
}
