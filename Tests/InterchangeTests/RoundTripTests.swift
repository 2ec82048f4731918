import CutawayFile
import CutawayInterchange
import CutawayModel
import CutawayTime
import TestSupport
import Testing

/// Compositions that become timelines and compositions again.
@Suite struct InterchangeRoundTripTests {
  private func returned(
    _ composition: Composition, directory: String = ""
  ) throws -> (composition: Composition, losses: [String]) {
    let text = try OpenTimelineText(composition, named: "edit", relativeTo: directory)
    let timeline = try OpenTimeline(
      reading: Array(text.text.utf8), file: "edit.otio", directory: directory)
    #expect(timeline.warnings == [])
    return (timeline.composition, text.losses.map(\.message))
  }

  private func read(_ text: String) throws -> Composition {
    try CompositionDocument(reading: "cutaway: 1\n" + text, file: "f", directory: "").composition
  }

  @Test(arguments: [
    // Transitions, with their settings, and cross-fades.
    """
    render: {size: [640, 360], frameRate: 25}
    assets: {a: a.mp4, b: "b c.mp4"}
    tracks:
      - id: V
        type: video
        segments:
          - {asset: a, source: [0, 4]}
          - {asset: b, source: [1, 5], transition: 1}
          - {asset: a, source: [6, 9], transition: {type: wipe, duration: 0.4, easing: easeIn}}
          - {empty: 1}
          - {asset: b, source: [0, 1]}
          - {empty: 1.2}
      - id: A
        type: audio
        language: de
        volume: 0.5
        segments:
          - {asset: a, source: [0, 4], volume: 0.25, fadeIn: 0.5}
          - {asset: b, source: [1, 5], transition: 1}
    """,
    // Speeds, directions, still frames, other tracks of a file, times between frames.
    """
    render: {frameRate: 29.97}
    assets: {a: a.mp4}
    tracks:
      - id: one
        type: video
        segments:
          - {asset: a, source: [0, 1], duration: 3}
          - {asset: a, source: [2, 5], duration: 0.7, reverse: true}
          - {asset: a, freeze: "1/7", duration: 2}
          - {asset: a, source: ["1/3", "3/7"], track: 1}
      - {id: two, type: audio, segments: [{asset: a, source: [0, 2], duration: 1, pitch: varispeed}, {empty: 9}]}
    """,
    // Generated pictures, series of images, chapters.
    """
    assets: {c: {color: "#ff000080"}, g: {gradient: {colors: [red, blue]}}, n: {noise: 7}, e: {bars: ebu},
      i: {uri: /films/a b/x-%04d.png, frameRate: 24}, h: {uri: h.mp4, colorimetry: bt2020}}
    tracks:
      - id: v
        type: video
        segments: [{asset: c, source: [0, 1]}, {asset: g, source: [0, 1]}, {asset: n, source: [0, 1]},
          {asset: e, source: [0, 1]}, {asset: i, source: [0, 1]}, {asset: h, source: [0, 1]}]
    markers: [{at: 0, title: Start}, {at: 1.5, title: "Then: more"}]
    export: {preset: web, metadata: {title: x}}
    """,
    // The placement of all clips.
    """
    assets: {a: a.mp4, b: b.mp4}
    tracks:
      - {id: low, type: video, segments: [{asset: a, source: [0, 4]}]}
      - {id: high, type: video, segments: [{empty: 1}, {asset: b, source: [0, 3]}]}
    instructions: [{range: [0, 4], layers: [{track: high, transform: fit}, {track: low, transform: fit}]}]
    """,
  ])
  func `what a timeline can say returns`(text: String) throws {
    let composition = try read(text)
    let (result, losses) = try returned(composition)
    #expect(losses == [])
    #expect(result.yaml() == composition.yaml())
  }

  @Test func `random tracks return`() throws {
    var generator = SeededGenerator(seed: 2_026)
    for round in 0..<60 {
      let composition = try Self.random(using: &generator)
      let (result, losses) = try returned(composition)
      // Nothing but an asset that no clip happens to use is lost.
      #expect(losses.allSatisfy { $0.hasPrefix("no clip uses") }, "round \(round): \(losses)")
      // The order of assets is that of their uses.
      #expect(result.tracks == composition.tracks, "round \(round)")
      #expect(result.instructions == composition.instructions, "round \(round)")
    }
  }

  /// Tracks of clips with gaps, speeds and transitions.
  private static func random(using generator: inout SeededGenerator) throws -> Composition {
    let frame = [MediaTime(1, over: 24), MediaTime(1001, over: 30_000)].randomElement(
      using: &generator)!
    var composition = Composition(
      render: RenderSettings(frameDuration: frame),
      assets: [Asset(id: "a", location: "a.mp4"), Asset(id: "b", location: "b.mp4")])
    for name in ["v", "s"] {
      let type = name == "v" ? Track.MediaType.video : .audio
      var segments: [Segment] = [], transitions: [Int: Transition] = [:]
      for index in 0..<Int.random(in: 1...8, using: &generator) {
        var start = segments.last?.target.end ?? .zero
        let duration = frame * Int.random(in: 30...90, using: &generator)
        if index > 0, segments[index - 1].media != nil, Bool.random(using: &generator) {
          let length = frame * Int.random(in: 1...12, using: &generator)
          start = start - length
          transitions[index] = Transition(
            named: type == .video && Bool.random(using: &generator) ? "push" : "dissolve",
            duration: length)
        } else if index > 0, segments[index - 1].media != nil,
          Int.random(in: 0..<4, using: &generator) == 0
        {
          segments.append(Segment(target: TimeRange(start: start, duration: duration)))
          continue
        }
        let speed = MediaTime(
          Int64.random(in: 1...9, using: &generator),
          over: Int64.random(in: 1...9, using: &generator))
        segments.append(
          Segment(
            target: TimeRange(start: start, duration: duration),
            media: .init(
              asset: Bool.random(using: &generator) ? "a" : "b",
              source: TimeRange(
                start: frame * Int.random(in: 0...500, using: &generator),
                duration: duration * speed),
              isReversed: Bool.random(using: &generator))))
      }
      if segments.last?.isEmpty == true { segments.removeLast() }
      composition.tracks.append(Track(id: Track.ID(name), mediaType: type))
      try composition.setSegments(segments, transitions: transitions, of: Track.ID(name))
    }
    return composition
  }

  @Test func `what a timeline cannot say is reported with its place`() throws {
    let composition = try read(
      """
      render: {frameRate: 25}
      assets: {a: a.mp4, unused: u.mp4}
      tracks:
        - {id: v, type: video, segments: [{asset: a, source: [0, 4]}]}
        - {id: s, type: audio, segments: [{asset: a, source: [0, 4]}]}
        - {id: t, type: layer, layer: {text: Hello, position: [10, 10]}}
      instructions:
        - {range: [1, 2], layers: [{track: v, opacity: 0.5}]}
      audioMix: [{track: s, volume: 0.5}]
      effects: [{element: vignette}]
      overlays: [{text: Hello, position: [10, 10]}]
      """)
    let text = try OpenTimelineText(composition, named: "edit", relativeTo: "")
    #expect(
      text.losses.map { $0.path.joined(separator: ".") }
        == ["instructions.0", "tracks.2", "assets.1", "audioMix.0", "effects.0", "overlays.0"])
  }

  @Test func `paths start from the folder of the timeline`() throws {
    let composition = try read(
      """
      assets: {a: media/a.mp4, b: /films/ä b.mp4}
      tracks: [{id: v, type: video, segments: [{asset: a, source: [0, 1]}, {asset: b, source: [0, 1]}]}]
      """)
    let text = try OpenTimelineText(composition, named: "edit", relativeTo: "media").text
    #expect(text.contains("\"target_url\" : \"a.mp4\""))
    #expect(text.contains("\"target_url\" : \"file:///films/%C3%A4%20b.mp4\""))
    let (result, _) = try returned(composition, directory: "media")
    #expect(result.assets == composition.assets)
  }
}
