import CutawayModel
import CutawaySources
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// What segments play, and its text form in a launch line.
@Suite struct MediaSourceTests {
  private static let size = PixelSize(width: 16, height: 8)

  private static var edit: NestedEdit {
    var graph = PipelineGraph()
    let source = graph.add("videotestsrc", name: "a", [.init("pattern", "black")])
    graph.link(source, graph.add("identity", name: "b"))
    var edit = NestedEdit(picture: .init(graph, caps: "video/x-raw, width=(int)16"))
    edit.name = "inner.yaml"
    return edit
  }

  private static var sources: [MediaSource] {
    [
      .file("a b/film.mp4"), .file("https://example.org/film.mp4?x=1"),
      .generated(
        GeneratedFrames(.noise(seed: 7), size: size, frameDuration: MediaTime(1, over: 25))),
      .generated(GeneratedFrames(.color(.black), size: size)),
      .generated(
        GeneratedFrames(
          .image(
            StillImage(size: PixelSize(width: 1, height: 2), pixels: Array(250...255) + [0, 1])),
          size: PixelSize(width: 1, height: 2))),
    ]
      + (ImageSeries(pattern: "a/%04d.png", frameDuration: MediaTime(1, over: 24)).map {
        [.images($0)]
      } ?? [])
  }

  @Test func `the text form gives the same source`() {
    for source in Self.sources { #expect(MediaSource(text: source.text) == source) }
    #expect(Self.sources.count == 6)
  }

  @Test func `a nested edit is printed as the location of its file, with its values`() {
    var edit = Self.edit
    #expect(MediaSource.edit(edit).text == "cutaway:inner.yaml")
    edit.name = "a b/päth.yaml"
    edit.values = ["title": "Tea & milk", "count": "3"]
    #expect(
      MediaSource.edit(edit).text == "cutaway:a%20b/p%C3%A4th.yaml?count=3&title=Tea%20%26%20milk")
    // A reader opens it by this location.
    #expect(MediaSource(text: MediaSource.edit(edit).text).location != nil)
  }

  @Test func `messages name a source, and contain no graph`() {
    #expect("\(MediaSource.edit(Self.edit))" == "inner.yaml")
    #expect(Self.sources.map { "\($0)" }.last == "a/%04d.png")
  }

  @Test(arguments: [
    "cutaway:inner.yaml", "color:ff0000ff@16x16", "images:a/%d.png@1/25", "noise:7@16x16@1",
  ])
  func `the location of an asset is a file, whatever its text`(location: String) throws {
    var composition = try Editing.composition([Editing.track("a", (0, 4))])
    composition.assets = composition.assets.map { Asset(id: $0.id, location: location) }
    let resolved = try ResolvedComposition(composition, media: Editing.media)
    let graph = try Translation(resolved)
      .graph(to: SinkOutput(videoSink: "fakesink"))
    let lists = graph.trackSources.compactMap {
      $0.shared("segments", SharedSegments.self)?.segments
    }
    let files = lists.joined().compactMap(\.source.location)
    #expect(!files.isEmpty)
    #expect(Set(files) == [location])
  }
}
