import Testing

/// Scenarios of GStreamer's own tests of `compositor` (tests/check/elements/compositor.c), each under
/// its name there, and more about segments: `layermixer` gives the same frames.
@Suite(.timeLimit(.minutes(5)))
struct ScenarioTests {
  private func frames(_ levels: [UInt8], from start: Int = 0, step: Int = 40) -> [Scenario.Item] {
    levels.enumerated().map { index, level in
      .frame(start + index * step, step, level: level)
    }
  }

  @Test("add_pad: two streams of equal length")
  func twoStreams() throws {
    try Scenario(streams: [
      Scenario.stream(frames([20, 40, 60])), Scenario.stream(frames([80, 100, 120])),
    ]).expectEqual()
  }

  @Test("remove_pad: one stream ends before the other")
  func oneEndsEarly() throws {
    try Scenario(streams: [
      Scenario.stream(frames([20, 40, 60, 80, 100])), Scenario.stream(frames([120, 140])),
    ]).expectEqual()
  }

  @Test("clip: frames outside of the segment are left out, others are clipped")
  func clip() throws {
    try Scenario(streams: [
      [
        .caps("I420"), .segment(Scenario.Segment(start: 1000, stop: 2000)),
        .frame(0, 240, level: 20), .frame(880, 240, level: 40), .frame(1120, 240, level: 60),
        .frame(1360, 760, level: 80), .frame(2120, 240, level: 100), .end,
      ]
    ]).expectEqual()
  }

  @Test("segment_base_handling: the offset of a pad delays its stream")
  func padOffset() throws {
    try Scenario(
      streams: [Scenario.stream(frames([20, 40, 60])), Scenario.stream(frames([80, 100, 120]))],
      padOffsets: [1: 80]
    ).expectEqual()
  }

  @Test("segment_base_handling: the base of a segment delays its stream")
  func base() throws {
    try Scenario(streams: [
      Scenario.stream(frames([20, 40, 60, 80, 100])),
      [.caps("I420"), .segment(Scenario.Segment(base: 80))] + frames([120, 140, 160]) + [.end],
    ]).expectEqual()
  }

  @Test("A segment that starts late begins at the running time 0")
  func lateStart() throws {
    try Scenario(streams: [
      Scenario.stream(frames([20, 40, 60])),
      [.caps("I420"), .segment(Scenario.Segment(start: 5000))] + frames([80, 100, 120], from: 5000)
        + [.end],
    ]).expectEqual()
  }

  @Test("A segment of rate 2 plays twice as fast as the output")
  func doubleRate() throws {
    try Scenario(streams: [
      [.caps("I420"), .segment(Scenario.Segment(rate: 2))]
        + frames([20, 40, 60, 80, 100, 120]) + [.end]
    ]).expectEqual()
  }

  @Test("A second segment continues where the first one ended")
  func secondSegment() throws {
    try Scenario(streams: [
      [.caps("I420"), .segment(Scenario.Segment(stop: 80))] + frames([20, 40])
        + [.segment(Scenario.Segment(start: 3000, stop: 3080, base: 80))]
        + frames([60, 80], from: 3000) + [.end]
    ]).expectEqual()
  }

  @Test(
    "repeat_after_eos",
    arguments: [
      ([true], 12), ([true, false], 4), ([false, true], 4), ([false, false, false], 4),
      ([true, true, false], 4), ([false, true, true], 4), ([true, true, true], 12),
    ])
  func repeatAfterEnd(repeats: [Bool], count: Int) throws {
    var scenario = Scenario(
      streams: repeats.indices.map { index in
        Scenario.stream(frames((0...index + 1).map { UInt8(20 + 40 * index + 10 * $0) }))
      }, limit: 12)
    for (index, isRepeating) in repeats.enumerated() {
      scenario.properties["sink_\(index)::repeat-after-eos"] = "\(isRepeating)"
      scenario.properties["sink_\(index)::alpha"] = "0.5"
    }
    try scenario.expectEqual(tolerance: 2 * repeats.count)
    let ours = try scenario.run(with: "layermixer")
    #expect(ours.count == (count == 12 ? 12 : repeats.count + 1))
  }

  @Test("pad_z_order: the highest value is on top")
  func zOrder() throws {
    try Scenario(
      streams: [
        Scenario.stream(frames([20, 40])), Scenario.stream(frames([60, 80])),
        Scenario.stream(frames([100, 120])),
      ],
      properties: ["sink_0::zorder": "9", "sink_1::zorder": "1"]
    ).expectEqual()
  }

  @Test("gap_events: nothing is drawn during a gap")
  func gaps() throws {
    try Scenario(streams: [
      [
        .caps("I420"), .segment(Scenario.Segment()), .gap(0, 40), .frame(40, 40, level: 60),
        .gap(80, 80), .frame(160, 40, level: 100), .end,
      ]
    ]).expectEqual()
  }

  @Test("A hole between time stamps shows the frame before it")
  func hole() throws {
    try Scenario(streams: [
      [
        .caps("I420"), .segment(Scenario.Segment()), .frame(0, 40, level: 60),
        .frame(160, 40, level: 100), .end,
      ]
    ]).expectEqual()
  }

  @Test("duration_unknown: a frame without a duration is shown until the next one")
  func unknownDuration() throws {
    try Scenario(
      streams: [
        [
          .caps("I420"), .segment(Scenario.Segment()), .frame(0, nil, level: 60),
          .frame(120, nil, level: 80), .frame(160, nil, level: 100), .end,
        ],
        Scenario.stream(frames([20, 30, 40, 50, 60])),
      ], properties: ["sink_1::alpha": "0"]
    ).expectEqual()
  }

  @Test("late_caps: a stream changes its size in mid-stream")
  func newSize() throws {
    try Scenario(streams: [
      [
        .caps("I420"), .segment(Scenario.Segment()), .frame(0, 40, level: 60),
        .frame(40, 40, level: 80), .caps("I420", width: 8, height: 8), .frame(80, 40, level: 100),
        .caps("I420", width: 16, height: 8), .frame(120, 40, level: 120), .end,
      ]
    ]).expectEqual()
  }

  @Test("late_caps: a stream changes its format in mid-stream")
  func newFormat() throws {
    try Scenario(streams: [
      [
        .caps("I420"), .segment(Scenario.Segment()), .frame(0, 40, level: 60), .caps("NV12"),
        .frame(40, 40, level: 80), .caps("Y444"), .frame(80, 40, level: 100), .end,
      ]
    ]).expectEqual()
  }

  @Test(
    "A faster stream shows every second frame, a slower one repeats frames", arguments: [50, 5])
  func otherRate(rate: Int) throws {
    let step = 1000 / rate
    try Scenario(streams: [
      Scenario.stream(
        frames((0..<(rate == 50 ? 20 : 3)).map { UInt8(20 + 5 * $0) }, step: step), rate: rate)
    ]).expectEqual()
  }

  @Test("obscured: an opaque layer hides the one below")
  func obscured() throws {
    try Scenario(
      streams: [Scenario.stream(frames([20, 40])), Scenario.stream(frames([60, 80]))],
      properties: [
        "sink_1::xpos": "-4", "sink_1::ypos": "-4", "sink_1::width": "24",
        "sink_1::height": "24",
      ]
    ).expectEqual()
  }

  @Test(
    "Positions outside of the frame, also on odd pixels' neighbours",
    arguments: [
      (-4, 2), (14, -10), (40, 0), (-20, -20), (2, 6),
    ])
  func position(x: Int, y: Int) throws {
    try Scenario(
      streams: [Scenario.stream(frames([20, 40])), Scenario.stream(frames([60, 80]))],
      properties: ["sink_1::xpos": "\(x)", "sink_1::ypos": "\(y)", "sink_1::alpha": "0.25"]
    ).expectEqual(tolerance: 1)
  }

  @Test("sizing-policy: keep-aspect-ratio centres the picture")
  func sizing() throws {
    try Scenario(
      streams: [
        [.caps("I420", width: 16, height: 8), .segment(Scenario.Segment())] + frames([100, 120])
          + [.end]
      ],
      properties: [
        "sink_0::width": "8", "sink_0::height": "16",
        "sink_0::sizing-policy": "keep-aspect-ratio",
      ]
    ).expectEqual()
  }

  @Test("An empty stream beside another one adds nothing")
  func emptyStream() throws {
    try Scenario(streams: [
      Scenario.stream(frames([20, 40])),
      [.caps("I420"), .segment(Scenario.Segment()), .end],
    ]).expectEqual()
  }

  @Test("The frame that starts within the first output frame is not preceded by black")
  func lateFirstFrame() throws {
    try Scenario(
      streams: [
        [
          .caps("I420"), .segment(Scenario.Segment()), .frame(13, 40, level: 60),
          .frame(53, 40, level: 80), .end,
        ]
      ], limit: 1
    ).expectEqual()
  }

  @Test(arguments: ["compositor", "layermixer"])
  func `caps that wait behind a frame when the output ends apply after a flush`(
    mixer: String
  ) throws {
    let scenario = Scenario(
      streams: [
        [
          .caps("I420", width: 8, height: 8), .segment(Scenario.Segment()),
          .frame(0, 1000, level: 60), .caps("I420"),
          // Waits for the end.
          .frame(1000, 1000, level: 80),
        ]
      ], stop: 80,
      streamsAfterFlush: [[.segment(Scenario.Segment())] + frames([100, 120]) + [.end]])
    let luma = try scenario.run(with: mixer).map { Set($0.luma) }
    #expect(luma == [[16, 60], [16, 60], [100], [120]])
  }
}
