import CCutawayGStreamer
import CutawayElementBridge
import CutawayTrackPlugin
import CutawayTransitionsPlugin
import Foundation
import TestSupport
import Testing

/// The mixer in graphs of other elements, beside `compositor`.
@Suite(.timeLimit(.minutes(10)))
struct ForeignGraphTests {
  private static let sink = "appsink name=sink sync=false"

  /// The frames that a mixer puts out.
  private func frames(of line: String, _ mixer: String) throws -> [Scenario.Frame] {
    let launched = try LaunchedMixer(line, mixer: mixer)
    launched.set(GST_STATE_PLAYING)
    let frames = try launched.frames()
    #expect(launched.error == nil)
    return frames
  }

  /// Runs a line with both mixers, and compares times and pixels.
  private func compare(
    _ line: String, tolerance: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Scenario.Frame] {
    let theirs = try frames(of: line, "compositor"), ours = try frames(of: line, "layermixer")
    #expect(!theirs.isEmpty, sourceLocation: sourceLocation)
    #expect(ours.map(\.time) == theirs.map(\.time), sourceLocation: sourceLocation)
    #expect(ours.map(\.duration) == theirs.map(\.duration), sourceLocation: sourceLocation)
    for (own, their) in zip(ours, theirs) {
      #expect(own.luma.count == their.luma.count, "at \(own.time)", sourceLocation: sourceLocation)
      let difference = zip(own.luma, their.luma).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(difference <= tolerance, "at \(own.time)", sourceLocation: sourceLocation)
    }
    return ours
  }

  private static func source(_ rate: String, count: Int = 24, size: Int = 32) -> String {
    "videotestsrc num-buffers=\(count) pattern=ball ! "
      + "video/x-raw,format=I420,width=\(size),height=\(size),framerate=\(rate)"
  }

  @Test("Frames that videorate repeats, with the flag GAP, are drawn", arguments: ["24/1", "15/1"])
  func repeatedFrames(rate: String) throws {
    let output = "video/x-raw,format=I420,width=32,height=32,framerate=30/1"
    let shown = try compare(
      "MIXER name=m ! \(output) ! \(Self.sink) "
        + "\(Self.source(rate)) ! videorate ! video/x-raw,framerate=30/1 ! m.sink_0")
    #expect(shown.allSatisfy { ($0.luma.max() ?? 0) > 200 })
  }

  @Test("A mixer that draws nothing is no picture for the mixer after it")
  func emptyFrames() throws {
    try #require(transitionsPlugin.register())
    let output = "video/x-raw,format=I420,width=32,height=32,framerate=25/1"
    // The meta of an empty frame passes through elements that make new buffers.
    for filter in ["identity", "videoconvert ! video/x-raw,format=BGRA", "videobalance hue=0.5"] {
      let line =
        "MIXER name=m ! \(output) ! \(Self.sink) "
        + "videotestsrc num-buffers=10 pattern=white ! \(output) ! m.sink_0 "
        + "dissolvetransition name=inner ! \(output) ! \(filter) ! m.sink_1 "
        + "videotestsrc num-buffers=5 timestamp-offset=200000000 pattern=black ! \(output) ! inner.sink_0"
      let shown = try frames(of: line, "layermixer")
      #expect(shown.map(\.level) == [235, 235, 235, 235, 235, 16, 16, 16, 16, 16], "\(filter)")
    }
  }

  @Test("Padded frames of a decoder reach elements that read no GstVideoMeta without the padding")
  func paddedFrames() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let film = folder.file("film.mp4").path
    // 300 is no multiple of 32: libav pads its rows.
    _ = try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc=size=300x200:rate=30:duration=0.5", "-pix_fmt",
        "yuv420p", film,
      ]
    ).check()
    // appsink offers no meta, like filesink.
    let shown = try compare(
      "MIXER name=m ! \(Self.sink) filesrc location=\(film) ! qtdemux ! h264parse ! "
        + "avdec_h264 ! m.sink_0")
    #expect(shown.count == 15)
  }

  @Test(
    "A change of the output rate continues at its time", arguments: [("30", "60"), ("60", "25")])
  func changedRate(first: String, second: String) throws {
    func run(_ mixer: String) throws -> [Scenario.Frame] {
      let launched = try LaunchedMixer(
        "MIXER name=m ! capsfilter name=rate caps=video/x-raw,format=I420,framerate=\(first)/1 ! "
          + "\(Self.sink) max-buffers=1 \(Self.source("30/1", count: 60)) ! m.sink_0", mixer: mixer)
      launched.set(GST_STATE_PLAYING)
      var frames = try launched.frames(limit: 6)
      let filter = try launched.element("rate")
      defer { gst_object_unref(filter) }
      let caps = gst_caps_from_string("video/x-raw,format=I420,framerate=\(second)/1")
      gst_swift_set_caps(filter, "caps", caps)
      gst_caps_unref(caps)
      frames += try launched.frames(limit: 30)
      return frames
    }
    for mixer in ["compositor", "layermixer"] {
      let frames = try run(mixer)
      #expect(frames.count == 36)
      // Without a hole, and with both rates.
      for (a, b) in zip(frames, frames.dropFirst()) {
        #expect(b.time == a.time + a.duration, "\(mixer) at \(a.time)")
      }
      #expect(Set(frames.map { ($0.duration + 500_000) / 1_000_000 }).count == 2, "\(mixer)")
    }
  }

  @Test(
    "Inputs of the rate of the output show each frame once, whatever their stamps are rounded to")
  func roundedStamps() throws {
    // Matroska has whole milliseconds.
    for rate in ["30/1", "60/1", "30000/1001", "24000/1001"] {
      let line =
        "MIXER name=m ! video/x-raw,format=I420,framerate=\(rate) ! \(Self.sink) "
        + "\(Self.source(rate, count: 150)) ! vp8enc deadline=1 ! matroskamux ! matroskademux ! vp8dec ! m.sink_0"
      let shown = try frames(of: line, "layermixer")
      #expect(shown.count == 150, "\(rate)")
      for (a, b) in zip(shown, shown.dropFirst()) {
        #expect(a.luma != b.luma, "\(rate) at \(b.time)")
      }
    }
  }

  @Test(
    "start-time-selection is that of GstAggregator, also between frames of the grid",
    arguments: [("zero", 400), ("first", 400), ("first", 410), ("set", 400)])
  func startTime(selection: String, offset: Int) throws {
    let shown = try compare(
      "MIXER name=m start-time-selection=\(selection) start-time=1200000000 ! "
        + "video/x-raw,format=I420,framerate=25/1 ! \(Self.sink) "
        + "videotestsrc num-buffers=50 timestamp-offset=\(offset)000000 pattern=ball ! "
        + "video/x-raw,format=I420,width=32,height=32,framerate=25/1 ! m.sink_0")
    let first: [String: UInt64] = [
      "zero": 0, "first": UInt64(offset) * 1_000_000, "set": 1_200_000_000,
    ]
    #expect(shown.first?.time == first[selection])
  }

  @Test("Pixels that are not square are drawn square", arguments: ["2/1", "16/15", "1/2"])
  func pixelAspectRatio(shape: String) throws {
    let theirs = try frames(of: Self.shaped(shape), "compositor")
    let ours = try frames(of: Self.shaped(shape), "layermixer")
    #expect(ours.count == theirs.count)
    for (own, their) in zip(ours, theirs) {
      try #require(own.luma.count == their.luma.count)
      // The scalers differ at edges.
      let error = zip(own.luma, their.luma).map { abs(Double($0) - Double($1)) }.reduce(0, +)
      #expect(error / Double(own.luma.count) < 4, "at \(own.time)")
    }
  }

  private static func shaped(_ shape: String) -> String {
    "MIXER name=m ! video/x-raw,format=I420,pixel-aspect-ratio=1/1 ! \(sink) "
      + "videotestsrc num-buffers=3 pattern=ball ! "
      + "video/x-raw,format=I420,width=64,height=48,framerate=25/1,pixel-aspect-ratio=\(shape) ! m.sink_0"
  }

  @Test("Interlaced frames are refused, with what helps")
  func interlacedInput() throws {
    let launched = try LaunchedMixer(
      "MIXER name=m ! \(Self.sink) videotestsrc num-buffers=5 ! "
        + "video/x-raw,format=I420,width=32,height=32,framerate=25/1 ! "
        + "interlace field-pattern=2:2 ! m.sink_0", mixer: "layermixer")
    launched.set(GST_STATE_PLAYING)
    #expect(try launched.waitForError().contains("put 'deinterlace' before it"))
  }

  @Test("A seek of a segment ends with SEGMENT_DONE", arguments: [10, nil])
  func segmentDone(length: Int64?) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let film = folder.file("film.mp4").path
    _ = try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=0.8", "-pix_fmt",
        "yuv420p", film,
      ]
    ).check()
    let launched = try LaunchedMixer(
      "MIXER name=m ! video/x-raw,format=I420,framerate=25/1 ! \(Self.sink) "
        + "filesrc location=\(film) ! qtdemux ! h264parse ! avdec_h264 ! m.sink_0",
      mixer: "layermixer")
    launched.set(GST_STATE_PAUSED)
    try launched.waitForState()
    let stop = length.map { $0 * 40_000_000 }
    let flags = GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_SEGMENT.rawValue
    #expect(launched.seek(from: 0, to: stop, flags: GstSeekFlags(flags)))
    launched.set(GST_STATE_PLAYING)
    let count = Int(length ?? 20)
    let run = try launched.frames(limit: count)
    #expect(run.map(\.time) == (0..<UInt64(count)).map { $0 * 40_000_000 })
    try launched.waitForSegmentDone()
  }

  @Test("After a seek between two frames, the frame there is shown", arguments: [3, 12, 30, 38])
  func seekBetweenFrames(offset: Int64) async throws {
    try #require(trackPlugin.register())
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let film = folder.url.appendingPathComponent("film.mkv").path
    try await ChildProcess(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=2", film]
    ).check()
    // A track delivers the frame that a seek reaches from its beginning on.
    let launched = try LaunchedMixer(
      "MIXER name=m ! video/x-raw,format=I420,framerate=25/1 ! \(Self.sink) tracksrc media=video "
        + "segments=\"0..2=\(film)@0..2\" duration=2 frame-duration=1/25 ! m.sink_0",
      mixer: "layermixer")
    launched.set(GST_STATE_PLAYING)
    let whole = try launched.frames()
    try #require(whole.count == 50)
    #expect(
      launched.seek(
        from: 800_000_000 + offset * 1_000_000, to: 1_600_000_000, flags: GST_SEEK_FLAG_FLUSH))
    let rest = try launched.nextRun(count: 20)
    for (index, frame) in rest.enumerated() {
      #expect(frame.time == whole[20 + index].time)
      #expect(frame.luma == whole[20 + index].luma, "frame \(index)")
    }
  }

  @Test("Events of a pointer reach the input at its place, in its own coordinates")
  func navigation() throws {
    let launched = try LaunchedMixer(
      "MIXER name=m sink_1::xpos=40 sink_1::width=40 sink_1::height=20 ! "
        + "video/x-raw,format=I420,width=100,height=60 ! \(Self.sink) "
        + "videotestsrc ! video/x-raw,format=I420,width=100,height=60 ! identity name=low ! m.sink_0 "
        + "videotestsrc ! video/x-raw,format=I420,width=80,height=80 ! identity name=high ! m.sink_1",
      mixer: "layermixer")
    launched.set(GST_STATE_PAUSED)
    try launched.waitForState()
    let places = try ["low", "high"].map { name in try PointerProbe(launched.element(name)) }
    for (x, y) in [(10.0, 10.0), (50, 10)] {
      gst_element_send_event(
        launched.pipeline, gst_navigation_event_new_mouse_move(x, y, GST_NAVIGATION_MODIFIER_NONE))
    }
    #expect(places[0].places == [[10, 10], [50, 10]])
    // 10 of 40 pixels are 20 of 80, and 10 of 20 are 40 of 80.
    #expect(places[1].places == [[20, 40]])
  }

  @Test("A transition has two inputs")
  func twoInputs() throws {
    try #require(transitionsPlugin.register())
    let element = try #require(gst_element_factory_make("dissolvetransition", nil))
    defer { gst_object_unref(element) }
    for _ in 0..<2 {
      gst_object_unref(try #require(gst_element_request_pad_simple(element, "sink_%u")))
    }
    #expect(gst_element_request_pad_simple(element, "sink_%u") == nil)
  }
}

/// The places of the events of a pointer that reach an element from downstream.
private final class PointerProbe {
  private(set) var places: [[Double]] = []
  private let pad: UnsafeMutablePointer<GstPad>

  init(_ element: UnsafeMutablePointer<GstElement>) throws {
    defer { gst_object_unref(element) }
    pad = try #require(gst_element_get_static_pad(element, "src"))
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM,
      { _, info, context in
        let event = gst_pad_probe_info_get_event(info)!
        if gst_swift_event_type(event) == GST_EVENT_NAVIGATION {
          let fields = gst_event_get_structure(event)!
          Unmanaged<PointerProbe>.fromOpaque(context!).takeUnretainedValue().places.append(
            [
              gst_swift_double_field(fields, "pointer_x"),
              gst_swift_double_field(fields, "pointer_y"),
            ])
        }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  deinit { gst_object_unref(pad) }
}
