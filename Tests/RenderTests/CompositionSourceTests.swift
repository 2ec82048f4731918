import Cutaway
import CutawayEditPlugin
import CutawayElementBridge
import CutawayFile
import CutawayGraph
import CutawayRuntime
import CutawayTime
import Foundation
import TestSupport
import Testing

/// A composition as a media file for GStreamer programs: `cutawaysrc`, `cutawaydemux` and the URI.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(
    if: FileManager.default.fileExists(
      atPath: TestedPackage.root.appendingPathComponent("pipelines/media/voice.flac").path),
    "no media of the samples: scripts/make-sample-media pipelines/media makes them"))
struct CompositionSourceTests {
  private func sample(_ name: String) -> String {
    TestedPackage.root.appendingPathComponent("pipelines/\(name).yaml").path
  }

  /// The bytes that a launch line writes to `PICTURE` and `SOUND`.
  private func output(of line: [String]) async throws -> (picture: Data, sound: Data) {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let picture = folder.file("picture"), sound = folder.file("sound")
    let words = line.map {
      $0.replacingOccurrences(of: "PICTURE", with: picture.path)
        .replacingOccurrences(of: "SOUND", with: sound.path)
    }
    try await GStreamerLaunch.run(
      words, environment: TestedPackage.pluginEnvironment(registry: folder.file("registry")),
      directory: TestedPackage.root)
    func contents(_ file: URL) -> Data { FileManager.default.contents(atPath: file.path) ?? Data() }
    return (contents(picture), contents(sound))
  }

  private static let ends = [
    "d.", "!", "video/x-raw,format=I420", "!", "queue", "!", "filesink", "location=PICTURE", "d.",
    "!",
    "audio/x-raw,format=F32LE", "!", "queue", "!", "filesink", "location=SOUND",
  ]

  /// What the library renders.
  private func expected(_ name: String) async throws -> (picture: Data, sound: Data) {
    let document = try await CompositionDocument.load(
      contentsOf: URL(fileURLWithPath: sample(name)))
    let rendering = try await Rendering(document.composition)
    var picture = Data(), sound = Data()
    for frame in rendering.frames { picture.append(contentsOf: frame.bytes) }
    for index in 0..<(rendering.sound.channels.first?.count ?? 0) {
      for channel in rendering.sound.channels {
        let bits = channel[index].bitPattern
        for shift in [0, 8, 16, 24] as [UInt32] {
          sound.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
      }
    }
    return (picture, sound)
  }

  @Test(arguments: ["dissolve", "speed-curve", "titles", "nested-edit", "effects"])
  func `cutawaysrc plays a composition as the library renders it, bit for bit`(
    name: String
  ) async throws {
    let expected = try await expected(name)
    #expect(!expected.picture.isEmpty)
    let hasSound = !expected.sound.isEmpty
    let ends = hasSound ? Self.ends : Array(Self.ends[..<8])
    let played = try await output(
      of: ["cutawaysrc", "name=d", "location=\(sample(name))"] + ends)
    #expect(played.picture == expected.picture)
    #expect(played.sound == expected.sound)
  }

  @Test(arguments: ["uridecodebin", "uridecodebin3"])
  func `a URI and a file are played by GStreamer's own bins`(bin: String) async throws {
    let expected = try await expected("dissolve")
    for uri in ["cutaway://\(sample("dissolve"))", "file://\(sample("dissolve"))"] {
      let played = try await output(of: [bin, "name=d", "uri=\(uri)"] + Self.ends)
      #expect(played.picture == expected.picture, "\(uri)")
      #expect(played.sound == expected.sound, "\(uri)")
    }
  }

  /// What `ges-launch-1.0` makes of a timeline.
  private func edited(_ clips: [String]) async throws -> Data {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let film = folder.file("edited.mkv")
    let outcome = try await ChildProcess(
      "ges-launch-1.0",
      clips + [
        "-o", film.absoluteString,
        "--format=video/x-matroska:video/x-raw,format=I420:audio/x-raw",
      ],
      environment: TestedPackage.pluginEnvironment(registry: folder.file("registry")),
      timeout: .seconds(60)
    ).run()
    #expect(outcome.status == .exited(0), "\(outcome.outputText) \(outcome.errorText)")
    let frames = folder.file("frames")
    try await GStreamerLaunch.run([
      "filesrc", "location=\(film.path)", "!", "matroskademux", "!", "video/x-raw", "!", "filesink",
      "location=\(frames.path)",
    ])
    return try Data(contentsOf: frames)
  }

  @Test(arguments: ["cutaway", "file"])
  func `GES plays a part of a composition, bit for bit`(scheme: String) async throws {
    let expected = try await expected("dissolve").picture
    let uri = "\(scheme)://\(sample("dissolve"))"
    let frames = try await edited(["+clip", uri, "inpoint=1.0", "duration=2.0"])
    let size = 1280 * 720 * 3 / 2
    #expect(frames == expected[(size * 30)..<(size * 90)])
  }

  @Test func `GES plays two compositions that overlap`() async throws {
    let expected = try await expected("dissolve").picture
    let uri = "cutaway://\(sample("dissolve"))"
    let frames = try await edited([
      "+clip", uri, "duration=2.0", "+clip", uri, "start=1.0", "inpoint=1.0", "duration=2.0",
    ])
    // The parts before and after the transition.
    let size = 1280 * 720 * 3 / 2
    #expect(frames.count == size * 90)
    #expect(frames[..<(size * 30)] == expected[..<(size * 30)])
    #expect(frames.dropFirst(size * 60) == expected[(size * 60)..<(size * 90)])
  }

  /// GES shows the first frame in both parts of the clip below, as it does with any film whose frames lie at these
  /// times.
  @Test func `GES ends a clip that is shorter than a sample`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let film = folder.file("film.mov")
    try await GStreamerLaunch.run([
      "videotestsrc", "num-buffers=90", "!", "video/x-raw,width=1280,height=720,framerate=30/1",
      "!", "jpegenc", "!", "qtmux", "!", "filesink", "location=\(film.path)",
    ])
    var lengths: [Int] = []
    for uri in ["cutaway://\(sample("dissolve"))", film.absoluteString] {
      // An integer is a duration in nanoseconds.
      let frames = try await edited([
        "+clip", uri, "duration=1.0", "+clip", uri, "start=0", "duration=2", "layer=1",
      ])
      lengths.append(frames.count)
    }
    #expect(lengths[0] == lengths[1])
  }

  @Test func `one stream of two is played alone`() async throws {
    let expected = try await expected("dissolve")
    let source = ["cutawaysrc", "name=d", "location=\(sample("dissolve"))"]
    #expect(try await output(of: source + Self.ends[..<8]).picture == expected.picture)
    #expect(try await output(of: source + Self.ends[8...]).sound == expected.sound)
  }

  @Test func `a link to a stream that is not there is an error`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("sound.yaml"),
      sound = try await TestMedia(video: nil, audio: .init()).file()
    try Data(
      """
      cutaway: 1
      assets: {a: \(sound.path)}
      tracks: [{id: s, type: audio, segments: [{asset: a, duration: 1}]}]
      """.utf8
    ).write(to: file)
    await #expect {
      try await output(
        of: ["cutawaysrc", "name=d", "location=\(file.path)", "d.video", "!", "fakesink"])
    } throws: { error in
      "\(error)".contains("not-linked")
    }
  }

  @Test(arguments: [(-1.0, 0.0, 2.0), (-2, 0.5, 1.8), (-1, 1.25, 2)])
  func `the sound of a composition plays backwards through its mixer`(
    rate: Double, start: Double, end: Double
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("mix.yaml"), bytes = folder.file("bytes")
    for (name, hertz) in [("low", 300.0), ("high", 1_700)] {
      let made = try await TestMedia(
        .wav, video: nil,
        audio: .init(codec: .pcm, sound: .sine(hertz: hertz), duration: MediaTime(3), clip: 5)
      ).file()
      try FileManager.default.copyItem(at: made, to: folder.file("\(name).wav"))
    }
    try Data(
      """
      cutaway: 1
      render: {sampleRate: 48000}
      assets: {low: low.wav, high: high.wav}
      tracks:
        - {id: a, type: audio, segments: [{asset: low, source: [0, 2]}]}
        - {id: b, type: audio, segments: [{at: 1/2, asset: high, source: [0, 1]}]}
      """.utf8
    ).write(to: file)
    try #require(editPlugin.register())
    func frames(_ rate: Double) async throws -> [Data] {
      var graph = PipelineGraph()
      _ = graph.add(
        description: """
          cutawaysrc location=\(file.path) ! audio/x-raw,format=F32LE \
          ! filesink sync=false location=\(bytes.path)
          """, name: "line")
      try await withPipeline(graph) { pipeline in
        try pipeline.pause()
        let first = try #require(MediaTime(seconds: start))
        let last = try #require(MediaTime(seconds: end))
        let isBackward = rate < 0
        #expect(
          pipeline.seek(
            to: isBackward ? last : first, rate: rate, until: isBackward ? first : last))
        try pipeline.play()
        try await pipeline.waitForEnd()
      }
      let data = try Data(contentsOf: bytes)
      return stride(from: 0, to: data.count, by: 8).map { data[$0..<min($0 + 8, data.count)] }
    }
    let forward = try await frames(1), backward = try await frames(rate)
    #expect(forward.count == Int((end - start) * 48_000))
    #expect(forward.contains { $0 != forward[0] })
    // The buffers come from the last to the first, each with its samples in the order of time.
    let buffers = stride(from: 0, to: backward.count, by: 4_800).map {
      backward[$0..<min($0 + 4_800, backward.count)]
    }
    let isEqual = Array(buffers.reversed().joined()) == forward
    #expect(isEqual)
  }

  @Test func `variables are set by the URI and by the property`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("colour.yaml")
    try Data(
      """
      cutaway: 1
      vars: {shade: black}
      render: {size: [16, 16], frameRate: 10}
      assets: {c: {color: "${shade}"}}
      tracks: [{id: v, type: video, segments: [{asset: c, duration: 1/10}]}]
      """.utf8
    ).write(to: file)
    for (line, luma) in [
      (["cutawaysrc", "name=d", "location=\(file.path)"], 16),
      (["cutawaysrc", "name=d", "location=\(file.path)", "variables=shade=white"], 235),
      (["uridecodebin", "name=d", "uri=cutaway://\(file.path)?shade=white"], 235),
    ] {
      let frame = try await output(of: line + Self.ends[..<8]).picture
      #expect(frame.count == 16 * 16 * 3 / 2)
      let first = try #require(frame.first)
      #expect(Int(first) == luma)
    }
  }

  @Test(arguments: [
    ("location=/nowhere/edit.yaml", "/nowhere/edit.yaml: there is no such file"),
    ("location=README.md", "README.md:"),
    ("location=pipelines/dissolve.yaml policy=/nowhere.yaml", "policy: cannot read /nowhere.yaml"),
    ("", "location: expected the path of a composition file"),
  ])
  func `a composition that cannot be played is an error of the element`(
    properties: String, part: String
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    await #expect {
      try await output(
        of: ["cutawaysrc"] + properties.split(separator: " ").map(String.init) + ["!", "fakesink"])
    } throws: { error in
      "\(error)".contains(part)
    }
  }
}
