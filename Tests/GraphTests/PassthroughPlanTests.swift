import CutawayDiagnostics
import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// The plan of a copy once its packets are known, and its graph.
@Suite struct PassthroughPlanTests {
  private static let h264 = EncodedFormat(
    mediaType: "video/x-h264", fields: ["width": "(int)320", "stream-format": "(string)avc"])
  private static let aac = EncodedFormat(
    mediaType: "audio/mpeg", fields: ["mpegversion": "(int)4", "rate": "(int)48000"])

  /// Two cuts of a clip, video and sound: 2 s from 1 s on, then 3 s from 0 s on.
  private func plan(
    orientation: Orientation = .identity, tracks: [Track.MediaType] = [.video, .audio],
    range: TimeRange? = nil, kinds: Set<Track.MediaType> = [.video, .audio]
  ) throws -> PassthroughPlan {
    let segments = [
      Segment(target: Editing.range(0, 2), media: .init(asset: "a", source: Editing.range(1, 3))),
      Segment(target: Editing.range(2, 5), media: .init(asset: "a", source: Editing.range(0, 3))),
    ]
    let composition = Composition(
      assets: [Asset(id: "a", location: "a.mp4")],
      tracks: try tracks.map {
        try Track(id: Track.ID($0.rawValue), mediaType: $0, segments: segments)
      })
    let media = Editing.film(320, 180, orientation, hasSound: true)
    return PassthroughPlan(
      try ResolvedComposition(composition, media: ["a": media]), range: range, kinds: kinds)
  }

  /// The plan with findings without problems, except for changes.
  private func found(
    _ plan: PassthroughPlan, priming: MediaTime = .zero,
    _ change: (Int, inout PacketFindings) -> Void = { _, _ in }
  ) -> PassthroughPlan {
    var plan = plan
    for (index, segment) in plan.segments.enumerated() {
      var findings = PacketFindings(
        format: segment.media == .video ? Self.h264 : Self.aac,
        priming: segment.media == .audio ? priming : .zero)
      change(index, &findings)
      plan.add(findings, for: segment)
    }
    return plan
  }

  private func source(_ graph: PipelineGraph, _ name: String) -> PipelineGraph.Element? {
    graph.elements.first { $0.name == name }
  }

  /// A file type that can state priming and orientation, and takes H.264 and AAC.
  private static let movie = CopiedFormats(
    video: ["video/x-h264"], audio: ["audio/mpeg4"], hidesPriming: true, holdsOrientation: true)
  /// A file type that can state neither.
  private static let stream = CopiedFormats(
    video: ["video/x-h264"], audio: ["audio/mpeg4"],
    parsers: ["video/x-h264": .init("h264parse", [.init("config-interval", -1)])])
  /// A file type that takes neither H.264 nor AAC.
  private static let other = CopiedFormats(video: ["video/x-vp9"], audio: ["audio/x-opus"])

  // MARK: Segments

  @Test func `the segments come in order, video first, in the time of the output`() throws {
    #expect(
      try plan().segments.map { "\($0.media) \($0.source)" } == [
        "video 0..2=a.mp4@1..3", "video 2..5=a.mp4@0..3", "audio 0..2=a.mp4@1..3",
        "audio 2..5=a.mp4@0..3",
      ])
    #expect(
      try plan(tracks: [.video], range: Editing.range(1, 3)).segments.map { "\($0.source)" }
        == ["0..1=a.mp4@2..3", "1..2=a.mp4@0..1"])
    #expect(try plan(range: Editing.range(1, 3)).duration == MediaTime(2))
  }

  @Test func `a file that holds sound only gets the sound only`() throws {
    let plan = try plan(kinds: [.audio])
    #expect(plan.faults.isEmpty && Set(plan.segments.map(\.media)) == [.audio])
    let silent = try self.plan(tracks: [.video], kinds: [.audio])
    #expect(silent.faults.map(\.path) == [["tracks"]])
  }

  @Test func `a range without a part of the composition is a fault`() throws {
    let plan = try plan(range: Editing.range(5, 6))
    #expect(plan.faults.count == 1 && plan.segments.isEmpty && plan.duration == .zero)
  }

  @Test func `the file states the orientation of the clip`() throws {
    let plan = try plan(orientation: .rotate90)
    #expect(plan.faults.isEmpty && plan.orientation == .rotate90)
    // Clockwise: the top left corner comes to the top right, 180 pixels from the left.
    #expect(plan.preferredTransform == TransformMatrix(a: 0, b: 1, c: -1, d: 0, tx: 180, ty: 0))
  }

  // MARK: Findings

  @Test func `packets without problems have no faults`() throws {
    let plan = found(try plan())
    #expect(plan.faults.isEmpty)
    #expect(plan.format(of: .video) == Self.h264 && plan.format(of: .audio) == Self.aac)
    #expect(plan.format(of: .subtitle) == nil)
  }

  @Test func `a start between key frames names those on either side`() throws {
    let both = found(try plan()) { index, findings in
      if index == 0 {
        findings.entry = .betweenKeyFrames(MediaTime(1, over: 2), MediaTime(3, over: 2))
      }
      if index == 1 { findings.entry = .betweenKeyFrames(nil, MediaTime(7)) }
      if index == 2 { findings.entry = .betweenKeyFrames(nil, nil) }
    }
    #expect(
      both.faults.map(\.path) == [
        ["tracks", "0", "segments", "0", "source"], ["tracks", "0", "segments", "1", "source"],
        ["tracks", "1", "segments", "0", "source"],
      ])
    let messages = both.faults.map(\.error.message)
    #expect(messages[0].hasSuffix("which is not a key frame: there are some at 0.5 s and 1.5 s"))
    #expect(messages[1].hasSuffix("which is not a key frame: there is one at 7 s"))
    #expect(messages[2].hasSuffix("which is not a key frame"))
  }

  @Test func `an end inside a group, or past the packets, is a fault`() throws {
    let plan = found(try plan()) { index, findings in
      if index == 0 { findings.exit = .crossed(MediaTime(13, over: 4)) }
      if index == 3 { findings.exit = .missing(MediaTime(2)) }
    }
    #expect(
      plan.faults.map(\.path) == [
        ["tracks", "0", "segments", "0", "source"], ["tracks", "1", "segments", "1", "source"],
      ])
    #expect(plan.faults[0].error.message.contains("at 3.25 s"))
    #expect(plan.faults[1].error.message.contains("end at 2 s, not at 3 s"))
  }

  @Test func `a segment in another encoding than the first names the differences`() throws {
    let plan = found(try plan()) { index, findings in
      if index == 1 {
        findings.format.fields["width"] = "(int)160"
        findings.format.fields["level"] = "(string)4"
        // The rate of a stream is in its packets, too.
        findings.format.fields["framerate"] = "(fraction)25/1"
      }
      if index == 3 { findings.format = EncodedFormat(mediaType: "audio/x-opus") }
    }
    #expect(
      plan.faults.map(\.path) == [
        ["tracks", "0", "segments", "1"], ["tracks", "1", "segments", "1"],
      ])
    #expect(plan.faults[0].error.message.hasSuffix(": level, width"))
    #expect(plan.faults[1].error.message.hasSuffix(": media type"))
  }

  @Test func `a file that cannot be examined is a fault of its segment`() throws {
    var plan = try plan()
    plan.fail("no such file", for: plan.segments[1])
    #expect(plan.faults.map(\.description) == ["tracks.0.segments.1: 'a.mp4': no such file"])
  }

  // MARK: Graph

  @Test func `each stream has one source with all of its segments`() throws {
    let graph = try found(plan()).graph(
      to: .init("mp4mux", [.init("faststart", true)]), accepting: Self.movie, path: "o.mp4")
    let segments = "0..2=a.mp4@1..3; 2..5=a.mp4@0..3"
    #expect(
      graph.elements("packetsrc").map { [$0.name, $0.text("media"), $0.text("segments")] }
        == [["picture", "video", segments], ["sound", "audio", segments]])
    #expect(graph.elements("packetsrc").allSatisfy { $0.value("delay") == nil })
    #expect(graph.elements("mp4mux").map { $0.value("faststart") } == [.bool(true)])
    #expect(graph.elements("filesink").map { $0.text("location") } == ["o.mp4"])
    #expect(
      graph.links.map { "\($0.source.element)>\($0.sink.element)" } == [
        "picture>muxer", "sound>muxer", "muxer>file",
      ])
  }

  @Test(arguments: [(Self.movie, false), (Self.stream, true)])
  func `a file type that cannot hide priming delays all streams by it`(
    formats: CopiedFormats, isDelayed: Bool
  ) throws {
    let priming = MediaTime(1_024, over: 48_000)
    let plan = found(try plan(), priming: priming)
    #expect(plan.delay(in: formats) == (isDelayed ? priming : .zero))
    let graph = try plan.graph(to: .init("mux"), accepting: formats, path: "o")
    #expect(
      graph.elements("packetsrc").map { $0.text("delay") }
        == Array(repeating: isDelayed ? "8/375" : nil, count: 2))
  }

  @Test func `a file type can need a parser before its muxer`() throws {
    let graph = try found(plan()).graph(
      to: .init("mpegtsmux"), accepting: Self.stream, path: "o.ts")
    #expect(graph.elements("h264parse").map { $0.value("config-interval") } == [.int(-1)])
    let links = graph.links.map { "\($0.source.element)>\($0.sink.element)" }
    #expect(links.contains("picture>picture-h264parse"))
    #expect(links.contains("picture-h264parse>muxer"))
    let movie = try found(plan()).graph(to: .init("mp4mux"), accepting: Self.movie, path: "o")
    #expect(movie.elements("h264parse").isEmpty)
  }

  @Test func `a format that the file type does not take is a fault of the file type`() throws {
    let error = #expect(throws: TranslationError.self) {
      try found(plan()).graph(to: .init("webmmux"), accepting: Self.other, path: "o")
    }
    #expect(error?.faults.map(\.path) == [["export", "fileType"], ["export", "fileType"]])
    #expect(error?.faults.first?.error.message.contains("video/x-h264") == true)
    #expect(error?.faults.last?.error.message.contains("audio/mpeg") == true)
    #expect(throws: Never.self) {
      try found(plan()).graph(to: .init("mp4mux"), accepting: Self.movie, path: "o")
    }
  }

  @Test func `a rotation is a fault if the file type cannot state it`() throws {
    let plan = found(try plan(orientation: .rotate90))
    #expect(throws: Never.self) {
      try plan.graph(to: .init("qtmux"), accepting: Self.movie, path: "o")
    }
    let error = #expect(throws: TranslationError.self) {
      try plan.graph(to: .init("mpegtsmux"), accepting: Self.stream, path: "o")
    }
    #expect(error?.faults.first?.error.message.contains("rotated (rotate-90)") == true)
  }

  @Test func `the faults of the plan and of the muxer are reported together`() throws {
    let plan = found(try plan()) { index, findings in
      if index == 0 { findings.entry = .betweenKeyFrames(nil, nil) }
    }
    let error = #expect(throws: TranslationError.self) {
      try plan.graph(to: .init("webmmux"), accepting: Self.other, path: "o")
    }
    #expect(error?.faults.count == 3)
  }
}
