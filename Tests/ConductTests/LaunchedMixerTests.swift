import CCutawayGStreamer
import TestSupport
import Testing

/// More scenarios of GStreamer's own tests of `compositor`, in whole pipelines.
@Suite(.timeLimit(.minutes(10)))
struct LaunchedMixerTests {
  private static let source =
    "videotestsrc num-buffers=10 pattern=ball ! "
    + "video/x-raw,format=I420,width=32,height=32,framerate=25/1"
  private static let sink =
    "video/x-raw,format=I420,width=48,height=32,framerate=25/1 ! "
    + "appsink name=sink sync=false"
  private static let two =
    "MIXER name=m sink_1::xpos=16 ! \(sink) \(source) ! m.sink_0 "
    + "\(source) ! m.sink_1"

  /// Runs `body` with both mixers, and compares the frames that it returns.
  private func compare(
    _ line: String, tolerance: Int = 0, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (LaunchedMixer) throws -> [Scenario.Frame]
  ) throws {
    let theirs = try body(LaunchedMixer(line, mixer: "compositor"))
    let ours = try body(LaunchedMixer(line, mixer: "layermixer"))
    #expect(!theirs.isEmpty, sourceLocation: sourceLocation)
    #expect(ours.map(\.time) == theirs.map(\.time), sourceLocation: sourceLocation)
    for (own, their) in zip(ours, theirs) {
      let difference = zip(own.luma, their.luma).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(difference <= tolerance, "at \(own.time)", sourceLocation: sourceLocation)
    }
  }

  @Test("play_twice: a second run gives the same frames")
  func playTwice() throws {
    let endless = Self.two.replacing("num-buffers=10 ", with: "")
    try compare(endless) { mixer in
      func run() throws -> [Scenario.Frame] {
        mixer.set(GST_STATE_PAUSED)
        try mixer.waitForState()
        #expect(mixer.seek(from: 200_000_000, to: 600_000_000, flags: GST_SEEK_FLAG_FLUSH))
        mixer.set(GST_STATE_PLAYING)
        return try mixer.frames()
      }
      let first = try run()
      mixer.set(GST_STATE_READY)
      let second = try run()
      #expect(first.map(\.time) == second.map(\.time))
      return first + second
    }
  }

  @Test("play_twice_then_add_and_play_again: a new pad takes part in the next run")
  func addBetweenRuns() throws {
    let line =
      "MIXER name=m ! \(Self.sink) \(Self.source) ! m.sink_0 "
      + "\(Self.source) ! identity name=second ! fakesink name=unused async=false"
    try compare(line) { mixer in
      mixer.set(GST_STATE_PLAYING)
      var frames = try mixer.frames()
      mixer.set(GST_STATE_READY)
      let (second, unused, own) = (
        try mixer.element("second"), try mixer.element("unused"), try mixer.element("m")
      )
      defer { for element in [second, unused, own] { gst_object_unref(element) } }
      gst_element_unlink(second, unused)
      #expect(gst_element_link_pads(second, "src", own, "sink_1") != 0)
      mixer.set(GST_STATE_PLAYING)
      frames += try mixer.nextRun(count: 10)
      return frames
    }
  }

  @Test("Pads come and go while the pipeline plays")
  func dynamicPads() throws {
    let mixer = try LaunchedMixer(
      "MIXER name=m ! \(Self.sink) videotestsrc num-buffers=400 pattern=black ! "
        + "video/x-raw,format=I420,width=32,height=32,framerate=25/1 ! m.sink_0",
      mixer: "layermixer")
    let own = try mixer.element("m")
    defer { gst_object_unref(own) }
    mixer.set(GST_STATE_PLAYING)
    var count = 0
    for round in 0..<20 {
      count += try mixer.frames(limit: 5).count
      let pad = try #require(gst_element_request_pad_simple(own, "sink_%u"))
      // A pad without a peer waits for data; it must not stop the others after it has gone.
      if round % 2 == 0 {
        gst_pad_send_event(pad, gst_event_new_stream_start("new"))
        gst_pad_send_event(pad, gst_event_new_eos())
      }
      gst_element_release_request_pad(own, pad)
      gst_object_unref(pad)
    }
    count += try mixer.frames().count
    #expect(count == 400)
    #expect(mixer.error == nil)
  }

  @Test(
    "start_time: a live stream begins at zero, or with its first frame",
    arguments: ["zero", "first"])
  func liveStart(selection: String) throws {
    let line =
      "MIXER name=m start-time-selection=\(selection) ! \(Self.sink) "
      + "videotestsrc is-live=true pattern=white ! identity name=source drop-probability=0 ! "
      + "video/x-raw,format=I420,width=32,height=32,framerate=25/1 ! m.sink_0"
    let mixer = try LaunchedMixer(line, mixer: "layermixer")
    mixer.set(GST_STATE_PLAYING)
    var frames = try mixer.frames { $0.luma[0] > 200 }
    frames += try mixer.frames(limit: 9)
    #expect(frames.count >= 10)
    if selection == "zero" { #expect(frames[0].time == 0) }
    // On the grid, without a hole.
    for (a, b) in zip(frames, frames.dropFirst()) { #expect(b.time == a.time + a.duration) }
    #expect(frames.suffix(10).allSatisfy { $0.luma[0] > 200 })
  }

  @Test("late_caps: a live stream whose caps come long after its start")
  func lateCaps() throws {
    let line =
      "MIXER name=m latency=20000000 ! \(Self.sink) "
      + "videotestsrc is-live=true pattern=white ! valve name=valve drop=true ! "
      + "video/x-raw,format=I420,width=32,height=32,framerate=25/1 ! m.sink_0"
    let mixer = try LaunchedMixer(line, mixer: "layermixer")
    let valve = try mixer.element("valve")
    defer { gst_object_unref(valve) }
    mixer.set(GST_STATE_PLAYING)
    // Several frames become due without caps. If the machine is so slow that none does, the test proves
    // less, but it does not fail.
    #expect(
      gst_element_get_state(mixer.pipeline, nil, nil, 300_000_000) != GST_STATE_CHANGE_FAILURE)
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(valve).assumingMemoryBound(to: GObject.self), "drop", "false")
    let frames = try mixer.frames(limit: 5)
    #expect(frames.count == 5)
    #expect(mixer.error == nil)
  }

  @Test("A live input that stops does not stop the output, which shows its last frame")
  func liveStandstill() throws {
    let line =
      "MIXER name=m ! \(Self.sink) "
      + "videotestsrc is-live=true pattern=white ! "
      + "video/x-raw,format=I420,width=16,height=32,framerate=25/1 ! m.sink_0 "
      + "videotestsrc is-live=true pattern=white ! video/x-raw,format=I420,width=16,height=32,"
      + "framerate=25/1 ! valve name=valve ! m.sink_1"
    let mixer = try LaunchedMixer(line, mixer: "layermixer")
    let (own, valve) = (try mixer.element("m"), try mixer.element("valve"))
    let pad = try #require(gst_element_get_static_pad(own, "sink_1"))
    defer { for object in [own, valve] { gst_object_unref(object) } }
    defer { gst_object_unref(pad) }
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(pad).assumingMemoryBound(to: GObject.self), "xpos", "32")
    mixer.set(GST_STATE_PLAYING)
    // The input that stops later is at the right.
    _ = try mixer.frames { $0.luma[40] > 200 }
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(valve).assumingMemoryBound(to: GObject.self), "drop", "true")
    let frames = try mixer.frames(limit: 15)
    #expect(frames.count == 15)
    #expect(frames.allSatisfy { $0.luma[40] > 200 })
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(pad).assumingMemoryBound(to: GObject.self),
      "max-last-buffer-repeat", "100000000")
    // Frames of the time before the change come first.
    _ = try mixer.frames { $0.luma[40] < 20 }
    #expect(try mixer.frames(limit: 5).allSatisfy { $0.luma[40] < 20 })
  }

  @Test("reverse: a backward seek plays the frames from the last to the first")
  func reverse() throws {
    let line =
      "MIXER name=m ! \(Self.sink) videotestsrc pattern=ball ! "
      + "video/x-raw,format=I420,width=32,height=32,framerate=25/1 ! m.sink_0"
    let mixer = try LaunchedMixer(line, mixer: "layermixer")
    mixer.set(GST_STATE_PAUSED)
    try mixer.waitForState()
    #expect(
      mixer.seek(rate: -1, from: 0, to: 2_000_000_000, flags: GST_SEEK_FLAG_FLUSH))
    mixer.set(GST_STATE_PLAYING)
    let frames = try mixer.frames()
    let times = (0..<50).reversed().map { frame -> UInt64 in frame * 40_000_000 }
    #expect(frames.map(\.time) == times)
  }

  @Test("A frame that the stop of a seek cuts is shown, however short its rest is")
  func stopWithinFrame() throws {
    let line =
      "MIXER name=m ! \(Self.sink) videotestsrc pattern=black ! "
      + "video/x-raw,format=I420,width=32,height=32,framerate=30/1 ! m.sink_0 "
      + "videotestsrc pattern=white ! video/x-raw,format=I420,width=32,height=32,framerate=25/1 ! "
      + "m.sink_1"
    for part: Int64 in [1, 999_999, 5_000_000, 19_999_999, 20_000_000, 39_999_999] {
      for start: Int64 in [0, 13_000_000, 399_000_000] {
        let mixer = try LaunchedMixer(
          line.replacing("width=48", with: "width=32"), mixer: "layermixer")
        mixer.set(GST_STATE_PAUSED)
        try mixer.waitForState()
        #expect(mixer.seek(from: start, to: 800_000_000 + part, flags: GST_SEEK_FLAG_FLUSH))
        mixer.set(GST_STATE_PLAYING)
        let frames = try mixer.frames()
        let last = try #require(frames.last)
        #expect(last.time == 800_000_000)
        #expect(
          frames.allSatisfy { $0.luma[40] > 200 }, "from \(start) to 800 ms and \(part) ns")
      }
    }
  }

  @Test("event, loop: seeks at other rates, with and without a flush, in both states")
  func seeks() throws {
    let line =
      "MIXER name=m ! \(Self.sink) videotestsrc pattern=ball ! "
      + "video/x-raw,format=I420,width=32,height=32,framerate=25/1 ! m.sink_0"
    for state in [GST_STATE_PAUSED, GST_STATE_PLAYING] {
      for rate in [0.5, 1, 2] {
        try compare(line) { mixer in
          mixer.set(state)
          try mixer.waitForState()
          let isDone = mixer.seek(
            rate: rate, from: 1_000_000_000, to: 1_400_000_000, flags: GST_SEEK_FLAG_FLUSH)
          #expect(isDone)
          mixer.set(GST_STATE_PLAYING)
          return try mixer.frames()
        }
      }
    }
  }

  @Test("Many flushing seeks while it plays end at the last")
  func seekStorm() throws {
    let line =
      "MIXER name=m ! \(Self.sink) videotestsrc pattern=ball ! "
      + "video/x-raw,format=I420,width=32,height=32,framerate=25/1 ! m.sink_0 "
      + "videotestsrc ! video/x-raw,format=NV12,width=16,height=16,framerate=30/1 ! m.sink_1"
    let mixer = try LaunchedMixer(line, mixer: "layermixer")
    mixer.set(GST_STATE_PLAYING)
    try mixer.waitForState()
    for index in 1...100 {
      let start = Int64(index % 17) * 400_000_000
      mixer.seek(from: start, to: start + 200_000_000, flags: GST_SEEK_FLAG_FLUSH)
    }
    let frames = try mixer.frames()
    let start = UInt64(100 % 17) * 400_000_000
    #expect(frames.map(\.time) == (0..<5).map { start + $0 * 40_000_000 })
    #expect(mixer.error == nil)
  }

  @Test("10,000 random changes of properties while it plays")
  func propertyStorm() throws {
    let line =
      "MIXER name=m ! \(Self.sink) videotestsrc pattern=ball num-buffers=3000 ! "
      + "video/x-raw,format=I420,width=32,height=32,framerate=25/1 ! m.sink_0 "
      + "videotestsrc num-buffers=3000 ! "
      + "video/x-raw,format=BGRA,width=16,height=16,framerate=25/1 ! m.sink_1"
    let mixer = try LaunchedMixer(line, mixer: "layermixer")
    let own = try mixer.element("m")
    defer { gst_object_unref(own) }
    let pads = try (0...1).map { try #require(gst_element_get_static_pad(own, "sink_\($0)")) }
    defer { for pad in pads { gst_object_unref(pad) } }
    mixer.set(GST_STATE_PLAYING)
    var random = SeededGenerator(seed: 15)
    var count = 0
    for change in 0..<10_000 {
      let pad = UnsafeMutableRawPointer(pads.randomElement(using: &random)!)
        .assumingMemoryBound(to: GObject.self)
      let (name, value) = [
        ("xpos", "\(Int.random(in: -60...60, using: &random))"),
        ("ypos", "\(Int.random(in: -60...60, using: &random))"),
        ("width", "\(Int.random(in: -1...100, using: &random))"),
        ("height", "\(Int.random(in: -1...100, using: &random))"),
        ("alpha", "\(Double.random(in: 0...1, using: &random))"),
        ("zorder", "\(Int.random(in: 0...3, using: &random))"),
        ("sizing-policy", Bool.random(using: &random) ? "none" : "keep-aspect-ratio"),
        ("opacity", "0..1=0.25>\(Double.random(in: 0...1, using: &random))"),
        ("transform", "0=\(Double.random(in: -2...2, using: &random)),0.3,-0.3,1,4,4"),
        ("crop", "0=2,2,9,9"),
        ("repeat-after-eos", "false"), ("transform", ""), ("crop", ""),
      ].randomElement(using: &random)!
      gst_util_set_object_arg(pad, name, value)
      if change % 5 == 0, try mixer.next() != nil { count += 1 }
    }
    count += try mixer.frames().count
    #expect(count == 3000)
    #expect(mixer.error == nil)
  }

  @Test("signals: samples-selected offers the chosen frames")
  func selectedSamples() throws {
    let line = "MIXER name=m emit-signals=true ! \(Self.sink) \(Self.source) ! m.sink_0"
    let mixer = try LaunchedMixer(line, mixer: "layermixer")
    let own = try mixer.element("m")
    defer { gst_object_unref(own) }
    let counter = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    counter.initialize(to: 0)
    defer { counter.deallocate() }
    let handler:
      @convention(c) (
        UnsafeMutablePointer<GstAggregator>, UnsafeMutablePointer<GstSegment>, UInt64, UInt64,
        UInt64, OpaquePointer?, UnsafeMutablePointer<Int>
      ) -> Void = { mixer, _, _, _, _, _, counter in
        let element = UnsafeMutableRawPointer(mixer).assumingMemoryBound(to: GstElement.self)
        guard let pad = gst_element_get_static_pad(element, "sink_0") else { return }
        defer { gst_object_unref(pad) }
        let own = UnsafeMutableRawPointer(pad).assumingMemoryBound(to: GstAggregatorPad.self)
        guard let sample = gst_aggregator_peek_next_sample(mixer, own) else { return }
        counter.pointee += gst_sample_get_buffer(sample) == nil ? 0 : 1
        gst_swift_sample_unref(sample)
      }
    _ = gst_swift_connect(
      own, "samples-selected", unsafeBitCast(handler, to: GCallback.self), counter)
    mixer.set(GST_STATE_PLAYING)
    #expect(try mixer.frames().count == 10)
    mixer.set(GST_STATE_NULL)
    #expect(counter.pointee == 10)
  }

  @Test("duration_is_max, position: queries of downstream")
  func queries() throws {
    let line =
      "MIXER name=m ! \(Self.sink) \(Self.source) ! m.sink_0 "
      + "videotestsrc num-buffers=25 ! "
      + "video/x-raw,format=I420,width=32,height=32,framerate=25/1 ! m.sink_1"
    for name in ["compositor", "layermixer"] {
      let mixer = try LaunchedMixer(line, mixer: name)
      mixer.set(GST_STATE_PAUSED)
      try mixer.waitForState()
      var duration: gint64 = 0, position: gint64 = -1
      #expect(gst_element_query_duration(mixer.pipeline, GST_FORMAT_TIME, &duration) != 0)
      #expect(gst_element_query_position(mixer.pipeline, GST_FORMAT_TIME, &position) != 0)
      #expect(duration == 1_000_000_000)
      #expect(position == 0)
    }
  }

  @Test("pad_numbering: requested numbers are used, others follow the highest")
  func padNumbers() throws {
    let mixer = try LaunchedMixer("MIXER name=m ! \(Self.sink)", mixer: "layermixer")
    let own = try mixer.element("m")
    defer { gst_object_unref(own) }
    let names = ["sink_%u", "sink_7", "sink_1", "sink_%u"].map { name in
      let pad = gst_element_request_pad_simple(own, name)
      defer { gst_object_unref(pad) }
      return pad.flatMap { gst_swift_object_name($0) }.map { String(cString: $0) }
    }
    #expect(names == ["sink_0", "sink_7", "sink_1", "sink_8"])
  }

  @Test(
    "All formats that GStreamer converts are accepted",
    arguments: [
      "I420", "YV12", "NV12", "NV21", "YUY2", "UYVY", "Y42B", "Y444", "BGRx", "RGB", "GRAY8",
      "P010_10LE", "I420_10LE", "I422_10LE", "Y444_10LE", "v210", "BGRA", "ARGB", "AYUV", "A420",
      "ARGB64", "GBR", "RGB16",
    ])
  func formats(format: String) throws {
    let source =
      "videotestsrc num-buffers=2 pattern=smpte ! "
      + "video/x-raw,format=\(format),width=64,height=48,framerate=25/1"
    let sink =
      "video/x-raw,format=I420,width=64,height=48,framerate=25/1 ! "
      + "appsink name=sink sync=false"
    let own = try LaunchedMixer("\(source) ! MIXER ! \(sink)", mixer: "layermixer")
    let converted = try LaunchedMixer("\(source) ! videoconvert ! \(sink)", mixer: "none")
    own.set(GST_STATE_PLAYING)
    converted.set(GST_STATE_PLAYING)
    let (frames, expected) = (try own.frames(), try converted.frames())
    #expect(frames.count == 2)
    for (a, b) in zip(frames, expected) {
      // videoconvert truncates between R′G′B′ and Y′CbCr; chroma is not compared.
      #expect(zip(a.luma, b.luma).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    }
  }

  @Test("backward playback without an end begins at the end of the inputs")
  func playBackwardsFromTheEnd() throws {
    // A second black input ends earlier.
    let line =
      "layermixer name=m ! \(Self.sink) "
      + "tracksrc media=video segments=\"\" duration=1 frame-duration=1/25 ! m.sink_0 "
      + "tracksrc media=video segments=\"\" duration=2 frame-duration=1/25 ! m.sink_1"
    let mixer = try LaunchedMixer(line, mixer: "layermixer")
    mixer.set(GST_STATE_PAUSED)
    try mixer.waitForState()
    // The end of the last segment, which is open, and none.
    for stop in [nil, -1] as [Int64?] {
      #expect(mixer.seek(rate: -1, from: 0, to: stop, flags: GST_SEEK_FLAG_FLUSH))
      mixer.set(GST_STATE_PLAYING)
      let times = try mixer.frames().map(\.time)
      #expect(times == (0..<50).reversed().map { UInt64($0) * 40_000_000 })
    }
    // An end that an earlier seek has set stays.
    #expect(mixer.seek(from: 0, to: 1_000_000_000, flags: GST_SEEK_FLAG_FLUSH))
    _ = try mixer.frames()
    #expect(mixer.seek(rate: -1, from: 0, to: nil, flags: GST_SEEK_FLAG_FLUSH))
    #expect(try mixer.frames().count == 25)
  }
}
