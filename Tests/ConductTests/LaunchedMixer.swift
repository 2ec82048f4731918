import CCutawayGStreamer
import CutawayEffectsPlugin
import CutawayElementBridge
import CutawayImageFilterPlugin
import CutawayLayersPlugin
import CutawayRampsPlugin
import CutawayTrackPlugin
import CutawayTransitionsPlugin
import Glibc
import Testing

/// A pipeline of a launch line with a mixer and an `appsink` named `sink`, as a foreign program
/// makes it.
///
/// `MIXER` in the line is replaced by the mixer's name.
final class LaunchedMixer {
  /// The time after which a mixer counts as hanging, in nanoseconds.
  static let limit: GstClockTime = 120_000_000_000

  let pipeline: UnsafeMutablePointer<GstElement>
  private let sink: UnsafeMutablePointer<GstAppSink>

  init(_ line: String, mixer: String) throws {
    try #require(rampsPlugin.register() && trackPlugin.register())
    let name = mixer == "compositor" ? "compositor background=black" : mixer
    var error: UnsafeMutablePointer<GError>?
    let made = gst_parse_launch(
      line.split(separator: "MIXER", omittingEmptySubsequences: false).joined(separator: name),
      &error)
    try #require(error == nil)
    pipeline = try #require(made)
    let found = try #require(
      gst_bin_get_by_name(
        UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self), "sink"))
    sink = UnsafeMutableRawPointer(found).assumingMemoryBound(to: GstAppSink.self)
  }

  /// The bytes of the first frame that a launch line outputs at its `appsink`.
  static func firstFrame(_ line: String) throws -> [UInt8] {
    for plugin in [
      rampsPlugin, layersPlugin, transitionsPlugin, effectsPlugin, imageFilterPlugin,
    ] {
      try #require(plugin.register())
    }
    var error: UnsafeMutablePointer<GError>?
    let pipeline = try #require(gst_parse_launch(line + " ! appsink name=sink sync=false", &error))
    defer {
      gst_element_set_state(pipeline, GST_STATE_NULL)
      gst_object_unref(pipeline)
    }
    try #require(error == nil)
    let sink = try #require(
      gst_bin_get_by_name(
        UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self), "sink"))
    defer { gst_object_unref(sink) }
    gst_element_set_state(pipeline, GST_STATE_PLAYING)
    let sample = try #require(
      gst_app_sink_try_pull_sample(
        UnsafeMutableRawPointer(sink).assumingMemoryBound(to: GstAppSink.self), limit))
    defer { gst_swift_sample_unref(sample) }
    var map = GstMapInfo()
    let buffer = try #require(gst_sample_get_buffer(sample))
    try #require(gst_buffer_map(buffer, &map, GST_MAP_READ) != 0)
    defer { gst_buffer_unmap(buffer, &map) }
    return Array(UnsafeBufferPointer(start: map.data, count: Int(map.size)))
  }

  deinit {
    set(GST_STATE_NULL)
    gst_object_unref(sink)
    gst_object_unref(pipeline)
  }

  func set(_ state: GstState) { gst_element_set_state(pipeline, state) }

  /// Waits until a state change is complete.
  func waitForState() throws {
    let result = gst_element_get_state(pipeline, nil, nil, Self.limit)
    try #require(result == GST_STATE_CHANGE_SUCCESS || result == GST_STATE_CHANGE_NO_PREROLL)
  }

  func element(_ name: String) throws -> UnsafeMutablePointer<GstElement> {
    try #require(
      gst_bin_get_by_name(
        UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self), name))
  }

  @discardableResult
  func seek(
    rate: Double = 1, from start: Int64, to stop: Int64?, flags: GstSeekFlags
  ) -> Bool {
    gst_element_seek(
      pipeline, rate, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, gint64(start),
      stop == nil ? GST_SEEK_TYPE_NONE : GST_SEEK_TYPE_SET, gint64(stop ?? 0)) != 0
  }

  /// The next frame; `nil` at the end of the stream.
  func next() throws -> Scenario.Frame? {
    guard let sample = gst_app_sink_try_pull_sample(sink, Self.limit) else {
      try #require(gst_app_sink_is_eos(sink) != 0, "the mixer does not go on")
      return nil
    }
    defer { gst_swift_sample_unref(sample) }
    return try Scenario.Frame(sample)
  }

  /// The frames up to the end, or the first `limit` of them.
  func frames(limit: Int = .max) throws -> [Scenario.Frame] {
    var list: [Scenario.Frame] = []
    while list.count < limit, let frame = try next() { list.append(frame) }
    return list
  }

  /// The frames up to the first one that meets a condition.
  ///
  /// Which frame of a live stream that is depends on the speed of the machine. Fails if it is none of
  /// those of 100 seconds.
  func frames(through isLast: (Scenario.Frame) -> Bool) throws -> [Scenario.Frame] {
    var list: [Scenario.Frame] = []
    while list.last.map(isLast) != true {
      try #require(list.count < 2_500, "no frame meets the condition")
      list.append(try #require(try next(), "the stream has ended"))
    }
    return list
  }

  /// The next `count` frames of another run.
  ///
  /// appsink reports the end of the previous run whenever its queue is empty, and no longer does once
  /// the new run has begun. Its state is therefore no reason to fail.
  func nextRun(count: Int) throws -> [Scenario.Frame] {
    var list: [Scenario.Frame] = []
    let deadline = ContinuousClock.now + .nanoseconds(Int64(Self.limit))
    while list.count < count {
      try #require(ContinuousClock.now < deadline, "the mixer does not go on")
      guard let sample = gst_app_sink_try_pull_sample(sink, 100_000_000) else {
        sched_yield()
        continue
      }
      defer { gst_swift_sample_unref(sample) }
      list.append(try Scenario.Frame(sample))
    }
    return list
  }

  /// The next samples of sound in `F32LE`, at least `count` of them.
  func sound(count: Int) throws -> [Float] {
    var list: [Float] = []
    let deadline = ContinuousClock.now + .nanoseconds(Int64(Self.limit))
    while list.count < count {
      try #require(ContinuousClock.now < deadline, "the sound does not go on")
      guard let sample = gst_app_sink_try_pull_sample(sink, 100_000_000) else {
        sched_yield()
        continue
      }
      defer { gst_swift_sample_unref(sample) }
      var map = GstMapInfo()
      let buffer = try #require(gst_sample_get_buffer(sample))
      try #require(gst_buffer_map(buffer, &map, GST_MAP_READ) != 0)
      defer { gst_buffer_unmap(buffer, &map) }
      list += UnsafeRawBufferPointer(start: map.data, count: Int(map.size)).bindMemory(
        to: Float.self)
    }
    return list
  }

  /// Waits until a sink has reached the end of a segment.
  func waitForSegmentDone() throws {
    let bus = gst_element_get_bus(pipeline)
    defer { gst_object_unref(bus) }
    let message = try #require(
      gst_bus_timed_pop_filtered(bus, Self.limit, GST_MESSAGE_SEGMENT_DONE))
    gst_swift_message_unref(message)
  }

  /// Waits for an error.
  func waitForError() throws -> String { try #require(error(within: Self.limit)) }

  /// An error that an element has posted.
  var error: String? { error(within: 0) }

  private func error(within limit: GstClockTime) -> String? {
    let bus = gst_element_get_bus(pipeline)
    defer { gst_object_unref(bus) }
    guard let message = gst_bus_timed_pop_filtered(bus, limit, GST_MESSAGE_ERROR) else {
      return nil
    }
    defer { gst_swift_message_unref(message) }
    var error: UnsafeMutablePointer<GError>?
    gst_message_parse_error(message, &error, nil)
    defer { g_clear_error(&error) }
    return error.map { String(cString: $0.pointee.message) }
  }
}
