import CCutawayGStreamer
import CutawayElementBridge
import CutawayRampsPlugin
import Dispatch
import Glibc
import Testing

/// What several streams send to the pads of a mixer that has no other elements around it.
///
/// The same scenario runs with GStreamer's `compositor` and with `layermixer`.
struct Scenario: Sendable {
  /// One item of a stream.
  enum Item: Sendable {
    /// Caps of a format, such as `I420`, with a size and a frame rate.
    case caps(String, width: Int = 16, height: Int = 16, rate: Int = 25)
    case segment(Segment)
    /// A frame of one grey level; times in milliseconds.
    case frame(Int, Int?, level: UInt8)
    /// A gap, in milliseconds.
    case gap(Int, Int)
    case end
  }

  /// A time segment, in milliseconds.
  struct Segment: Sendable {
    var rate = 1.0
    var start = 0
    var stop: Int?
    var time = 0
    var base = 0
    var offset = 0
  }

  /// The stream of each pad.
  var streams: [[Item]]
  /// Properties of pads, such as `sink_0::alpha` and `0.5`.
  var properties: [String: String] = [:]
  /// What to add to the running times of a pad's stream, in milliseconds.
  var padOffsets: [Int: Int] = [:]
  /// The output's caps after the media type.
  var output = "format=I420, width=16, height=16, framerate=25/1"
  /// Where the output ends, in milliseconds, as after a seek.
  var stop: Int?
  /// What the streams send after the end of the output and a flush.
  var streamsAfterFlush: [[Item]] = []
  /// The number of frames after which the output is enough; scenarios may have no end.
  var limit = 100

  /// A frame of the output.
  struct Frame: Equatable, Sendable {
    /// The time stamp and the duration in nanoseconds.
    var time: UInt64
    var duration: UInt64
    var luma: [UInt8]

    /// The most frequent grey level.
    var level: UInt8 {
      var counts: [UInt8: Int] = [:]
      for value in luma { counts[value, default: 0] += 1 }
      return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
    }
  }

  /// A video stream that begins with its caps and a segment from 0.
  static func stream(_ frames: [Item], rate: Int = 25) -> [Item] {
    [.caps("I420", rate: rate), .segment(Segment())] + frames + [.end]
  }

  /// The frames that a mixer draws of the scenario.
  func run(with mixer: String) throws -> [Frame] {
    try #require(rampsPlugin.register())
    let bench = try MixerBench(mixer, scenario: self)
    defer { bench.stop() }
    let frames = try bench.run(streams)
    return try streamsAfterFlush.isEmpty ? frames : frames + bench.flush().run(streamsAfterFlush)
  }

  /// Runs the scenario with both mixers, and compares their times and pixels.
  ///
  /// `compositor` rounds products with an opacity down; the tolerance allows for that.
  func expectEqual(
    tolerance: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let theirs = try run(with: "compositor"), ours = try run(with: "layermixer")
    #expect(!theirs.isEmpty, sourceLocation: sourceLocation)
    #expect(
      ours.map(\.time) == theirs.map(\.time) && ours.map(\.duration) == theirs.map(\.duration),
      sourceLocation: sourceLocation)
    for (own, their) in zip(ours, theirs) {
      let difference = zip(own.luma, their.luma).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(difference <= tolerance, "at \(own.time)", sourceLocation: sourceLocation)
    }
  }
}

/// A mixer with pads of the test's own, and a sink that keeps its frames.
private final class MixerBench {
  private let scenario: Scenario
  private let pipeline: UnsafeMutablePointer<GstElement>
  private let element: UnsafeMutablePointer<GstElement>
  private let sink: UnsafeMutablePointer<GstElement>
  private var sources: [UnsafeMutablePointer<GstPad>] = []
  private let group = DispatchGroup()

  init(_ mixer: String, scenario: Scenario) throws {
    self.scenario = scenario
    pipeline = try #require(gst_pipeline_new(nil))
    element = try #require(gst_element_factory_make(mixer, "mixer"))
    sink = try #require(gst_element_factory_make("appsink", "sink"))
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    gst_bin_add(bin, element)
    gst_bin_add(bin, sink)
    gst_util_set_object_arg(Self.object(sink), "sync", "false")
    gst_util_set_object_arg(Self.object(sink), "caps", "video/x-raw, " + scenario.output)
    if mixer == "compositor" {
      gst_util_set_object_arg(Self.object(element), "background", "black")
    }
    try #require(gst_element_link(element, sink) != 0)
    for index in scenario.streams.indices {
      let pad = try #require(gst_element_request_pad_simple(element, "sink_\(index)"))
      defer { gst_object_unref(pad) }
      for (key, value) in scenario.properties where key.hasPrefix("sink_\(index)::") {
        let name = String(key.drop { $0 != ":" }.dropFirst(2))
        gst_util_set_object_arg(Self.object(pad), name, value)
      }
      gst_pad_set_offset(pad, gint64(scenario.padOffsets[index] ?? 0) * 1_000_000)
      let source = try #require(gst_pad_new("out_\(index)", GST_PAD_SRC))
      gst_pad_set_active(source, 1)
      try #require(gst_pad_link(source, pad) == GST_PAD_LINK_OK)
      sources.append(source)
    }
  }

  private static func object(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutablePointer<GObject> {
    pointer.assumingMemoryBound(to: GObject.self)
  }

  /// The frames of the output, up to its end.
  func run(_ streams: [[Scenario.Item]]) throws -> [Scenario.Frame] {
    gst_element_set_state(pipeline, GST_STATE_PLAYING)
    if let stop = scenario.stop {
      let event = gst_event_new_seek(
        1, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_SET,
        gint64(stop) * 1_000_000)
      gst_element_send_event(element, event)
      flush()
    }
    for (index, items) in streams.enumerated() {
      nonisolated(unsafe) let pad = sources[index]
      // A pad blocks while the mixer waits for another one.
      DispatchQueue(label: "stream \(index)").async(group: group) {
        var info = GstVideoInfo()
        if let caps = gst_pad_get_current_caps(pad) {
          gst_video_info_from_caps(&info, caps)
          gst_swift_caps_unref(caps)
        }
        gst_pad_push_event(pad, gst_event_new_stream_start("stream-\(index)"))
        for item in items { push(item, on: pad, &info) }
      }
    }
    var frames: [Scenario.Frame] = []
    let appsink = UnsafeMutableRawPointer(sink).assumingMemoryBound(to: GstAppSink.self)
    while frames.count < scenario.limit {
      guard let sample = gst_app_sink_try_pull_sample(appsink, LaunchedMixer.limit) else {
        try #require(gst_app_sink_is_eos(appsink) != 0, "the mixer does not go on")
        break
      }
      defer { gst_swift_sample_unref(sample) }
      frames.append(try Scenario.Frame(sample))
    }
    return frames
  }

  /// Waits until the streams have been sent, and flushes all pads.
  @discardableResult func flush() -> Self {
    // Since 1.26, a stream that waits for space in a mixer whose output has ended waits until the flush.
    _ = group.wait(timeout: .now() + 2)
    send(gst_event_new_flush_start())
    group.wait()
    send(gst_event_new_flush_stop(1))
    return self
  }

  /// Sends an event to all pads.
  private func send(_ event: UnsafeMutablePointer<GstEvent>) {
    for source in sources { gst_pad_push_event(source, gst_swift_event_ref(event)) }
    gst_swift_event_unref(event)
  }

  func stop() {
    for source in sources { gst_pad_set_active(source, 0) }
    gst_element_set_state(pipeline, GST_STATE_NULL)
    group.wait()
    for source in sources { gst_object_unref(source) }
    gst_object_unref(pipeline)
  }
}

extension Scenario.Frame {
  /// The frame of a sample in I420.
  init(_ sample: OpaquePointer) throws {
    let buffer = try #require(gst_sample_get_buffer(sample))
    var info = GstVideoInfo(), video = GstVideoFrame()
    try #require(gst_video_info_from_caps(&info, gst_sample_get_caps(sample)) != 0)
    try #require(gst_video_frame_map(&video, &info, buffer, GST_MAP_READ) != 0)
    defer { gst_video_frame_unmap(&video) }
    let base = video.data.0!.assumingMemoryBound(to: UInt8.self)
    var luma: [UInt8] = []
    for row in 0..<Int(info.height) {
      luma += UnsafeBufferPointer(
        start: base + row * Int(video.info.stride.0), count: Int(info.width))
    }
    self.init(
      time: UInt64(gst_swift_pts(buffer)), duration: UInt64(gst_swift_duration(buffer)), luma: luma)
  }
}

private func push(
  _ item: Scenario.Item, on pad: UnsafeMutablePointer<GstPad>, _ info: inout GstVideoInfo
) {
  func time(_ milliseconds: Int) -> GstClockTime { GstClockTime(milliseconds) * 1_000_000 }
  switch item {
  case .caps(let format, let width, let height, let rate):
    let caps = gst_caps_from_string(
      """
      video/x-raw, format=\(format), width=\(width), height=\(height), framerate=\(rate)/1, \
      colorimetry=bt601
      """)
    gst_video_info_from_caps(&info, caps)
    gst_pad_push_event(pad, gst_event_new_caps(caps))
    gst_swift_caps_unref(caps!)
  case .segment(let values):
    var segment = GstSegment()
    gst_segment_init(&segment, GST_FORMAT_TIME)
    segment.rate = values.rate
    segment.start = time(values.start)
    if let stop = values.stop { segment.stop = time(stop) }
    segment.time = time(values.time)
    segment.base = time(values.base)
    segment.offset = time(values.offset)
    segment.position = segment.start
    gst_pad_push_event(pad, gst_event_new_segment(&segment))
  case .frame(let start, let length, let level):
    let buffer = gst_buffer_new_allocate(nil, info.size, nil)!
    var frame = GstVideoFrame()
    gst_video_frame_map(&frame, &info, buffer, GST_MAP_WRITE)
    memset(frame.data.0!, Int32(level), Int(info.height) * Int(frame.info.stride.0))
    for (plane, stride) in [
      (frame.data.1, frame.info.stride.1), (frame.data.2, frame.info.stride.2),
    ] {
      if let plane { memset(plane, 128, Int((info.height + 1) / 2 * stride)) }
    }
    gst_video_frame_unmap(&frame)
    let duration = length.map { time($0) } ?? gst_swift_unknown_time()
    gst_swift_set_times(buffer, time(start), duration)
    gst_pad_push(pad, buffer)
  case .gap(let start, let length):
    gst_pad_push_event(pad, gst_event_new_gap(time(start), time(length)))
  case .end:
    gst_pad_push_event(pad, gst_event_new_eos())
  }
}
