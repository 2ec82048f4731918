import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// The ends of a graph: files, sinks, images and measurements.
@Suite struct OutputTests {
  private func resolved(background: Color = .black) throws -> ResolvedComposition {
    var composition = Editing.composition([
      try Editing.track("v", (0, 2)), try Editing.track("s", (0, 2), type: .audio),
    ])
    composition.render.background = background
    return try ResolvedComposition(composition, media: Editing.media)
  }

  private func graph(_ output: some Output) throws -> PipelineGraph {
    try Translation(resolved()).graph(to: output)
  }

  /// The factories from a mixer to the end, with the caps between them.
  private func chain(_ graph: PipelineGraph, from factory: String) -> [String] {
    guard var name = graph.elements(factory).first?.name else { return [] }
    var result: [String] = []
    while let link = graph.links.first(where: { $0.source.element == name }) {
      name = link.sink.element
      if let caps = link.caps { result.append(String(caps.prefix { $0 != "," })) }
      result.append(graph.elements.first { $0.name == name }?.factory ?? "?")
    }
    return result
  }

  private let encoding = FileOutput.Encoding(
    preparation: [.init("rescale")], input: "video/x-raw,format=I420",
    stages: [.init("encode", [.init("bitrate", 9)]), .init("parse")])

  @Test func `an export encodes both streams and combines them`() throws {
    let sound = FileOutput.Encoding(input: "audio/x-raw", stages: [.init("lame")])
    let graph = try graph(
      FileOutput(
        video: encoding, audio: sound, muxer: .init("mux"), sink: .init("filesink")))
    #expect(
      chain(graph, from: "layermixer") == [
        "video/x-raw", "queue", "pixelconvert", "rescale", "video/x-raw", "encode", "parse",
        "queue", "mux", "filesink",
      ])
    #expect(
      chain(graph, from: "audiomixer") == [
        "audio/x-raw", "queue", "audioconvert", "audio/x-raw", "lame", "queue", "mux", "filesink",
      ])
    #expect(graph.elements("encode").map { $0.value("bitrate") } == [.int(9)])
  }

  @Test func `a picture of 10 bits in HLG is requested from sources and from the mixer`() throws {
    let output = FileOutput(
      video: encoding, audio: nil, muxer: nil, sink: .init("filesink"),
      picture: PictureFormat(bitDepth: 10, transferFunction: .hlg, chroma: .halvedColumns))
    let graph = try graph(output)
    for source in graph.elements("tracksrc") where source.value("media") == .string("video") {
      #expect(source.value("bit-depth") == .int(10))
      #expect(source.value("colorimetry") == .string("bt2100-hlg"))
    }
    let mixer = try #require(graph.elements("layermixer").first)
    let caps = graph.links.first { $0.source.element == mixer.name }?.caps ?? ""
    #expect(caps.hasPrefix("video/x-raw,format=I422_10LE,"))
    #expect(caps.hasSuffix(",colorimetry=bt2100-hlg"))
    // Other outputs have 8 bits, without these properties.
    let still = try self.graph(StillOutput(of: resolved()))
    for source in still.elements("tracksrc") {
      #expect(source.value("bit-depth") == nil && source.value("colorimetry") == nil)
    }
  }

  @Test func `a tag writer comes between the muxer and the file`() throws {
    let graph = try graph(
      FileOutput(
        video: nil, audio: .init(input: "audio/x-raw", stages: [.init("lame")]),
        muxer: .init("mux"), tagWriter: .init("tags"), sink: .init("filesink")))
    #expect(chain(graph, from: "mux") == ["tags", "filesink"])
    #expect(graph.elements("layermixer").isEmpty)
  }

  @Test func `without a muxer the encoder writes the file`() throws {
    let graph = try graph(
      FileOutput(video: encoding, audio: nil, muxer: nil, sink: .init("multifilesink")))
    #expect(chain(graph, from: "parse") == ["queue", "multifilesink"])
    #expect(graph.elements("audiomixer").isEmpty)
  }

  @Test func `a preview without a sink for a stream does not render it`() throws {
    let silent = try graph(SinkOutput(videoSink: "glimagesink sync=true", audioSink: nil))
    #expect(silent.elements("audiomixer").isEmpty)
    #expect(chain(silent, from: "layermixer").last == "glimagesink sync=true")
    let blind = try graph(SinkOutput(videoSink: nil, audioSink: "pulsesink"))
    #expect(blind.elements("layermixer").isEmpty)
    #expect(
      chain(blind, from: "audiomixer") == [
        "audio/x-raw", "queue", "audioconvert", "scaletempo", "volume", "audioconvert",
        "audioresample", "pulsesink",
      ])
  }

  @Test func `a transparent background needs a mixer with alpha, and no frames`() throws {
    let resolved = try resolved(background: Color(red: 0, green: 0, blue: 0, alpha: 0))
    let graph = try Translation(resolved).graph(to: StillOutput(of: resolved))
    let mixer = try #require(graph.elements("layermixer").first)
    #expect(mixer.text("background") == "transparent")
    let caps = graph.links.first { $0.source.element == mixer.name }?.caps
    #expect(caps?.hasPrefix("video/x-raw,format=AYUV,") == true)
    // An output without alpha has black behind it.
    let sink = try Translation(resolved).graph(to: SinkOutput())
    #expect(sink.elements("layermixer").first?.text("background") == nil)
  }

  @Test func `stills are RGBA in memory, and a measurement takes the mix only`() throws {
    let stills = try graph(StillOutput(of: resolved()))
    #expect(
      chain(stills, from: "layermixer") == [
        "video/x-raw", "pixelconvert", "video/x-raw", "appsink",
      ])
    #expect(stills.links.last?.caps == "video/x-raw,format=RGBA")
    #expect(stills.elements("audiomixer").isEmpty)
    let meter = try graph(MeterOutput())
    #expect(chain(meter, from: "audiomixer") == ["audio/x-raw", "fakesink"])
    #expect(meter.elements("layermixer").isEmpty)
  }

  @Test func `the picture has the size and rate of the output`() throws {
    var composition = Editing.composition([try Editing.track("v", (0, 2))])
    composition.render.scale = MediaTime(1, over: 2)
    composition.render.frameDuration = MediaTime(1_001, over: 30_000)
    composition.effects = [Effect(element: "gamma")]
    let graph = try composition.graph()
    let caps = graph.links.compactMap(\.caps)
    #expect(caps.count == 2 && Set(caps).count == 1)
    #expect(
      caps.first == """
        video/x-raw,format=I420,width=960,height=540,framerate=30000/1001,\
        pixel-aspect-ratio=1/1,colorimetry=bt709
        """)
    #expect(
      chain(graph, from: "layermixer").prefix(5) == [
        "video/x-raw", "pixelconvert", "gamma", "pixelconvert", "video/x-raw",
      ])
  }

  @Test func `sources of a preview that goes on leave gaps for missing media`() throws {
    let composition = Editing.composition([try Editing.track("v", (0, 2))])
    let resolved = try ResolvedComposition(composition, media: Editing.media)
    for (policy, text) in [(MissingMedia.stop, nil), (.gap, "gap")] {
      let graph = try Translation(resolved, onMissing: policy).graph(to: StillOutput(of: resolved))
      #expect(graph.trackSources.map { $0.text("on-missing") } == [text])
    }
  }

  @Test func `a player's graphs end where the streams enter its sinks`() throws {
    let composition = Editing.composition([try Editing.track("v", (0, 2))])
    let translation = try Translation(ResolvedComposition(composition, media: Editing.media))
    #expect(translation.graph(of: .sound) == nil)
    let picture = try #require(translation.graph(of: .picture))
    let last = try #require(picture.elements.last)
    #expect(picture.links.last?.sink.element == last.name)
    let sinks = SinkOutput(videoSink: "fakesink", audioSink: "fakesink").graph(taking: [.picture])
    #expect(sinks.elements.first?.role == OutputStream.picture.entrance)
    #expect(!sinks.elements.contains { $0.role == OutputStream.sound.entrance })
  }

  @Test(arguments: [
    (Effect.Value.string("clockwise"), "90r"), (.string("vertical-flip"), "vert"), (.int(2), "180"),
    (.string("Rotate clockwise 90 degrees"), "90r"), (.string("8"), "auto"),
  ])
  func `the deprecated method of videoflip becomes its direction`(
    value: Effect.Value, direction: String
  ) {
    let flip = Effect(element: "videoflip", properties: ["method": value])
    #expect(flip.settings == [.init("video-direction", .string(direction))])
  }

  @Test func `other properties and values stay as they are`() {
    let flip = Effect(element: "videoflip", properties: ["method": .int(9)])
    #expect(flip.settings == [.init("method", 9)])
    let other = Effect(element: "other", properties: ["method": .int(1), "a": .bool(true)])
    #expect(other.settings == [.init("a", true), .init("method", 1)])
  }
}
