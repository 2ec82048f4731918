import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// What a graph leaves out because opaque layers hide it.
@Suite struct HiddenTimeTests {
  /// Films of 40 s, and stills.
  private static let media: [Asset.ID: MediaDescription] = [
    "wide": film(1280, 720), "huge": film(2560, 1440), "large": film(1920, 1080),
    "small": film(640, 360),
    "turned": film(720, 1280, .rotate90), "upsideDown": film(1280, 720, .rotate180),
    "photo": still(hasAlpha: false), "logo": still(hasAlpha: true),
    "unsure": film(1280, 720, duration: nil), "translucent": film(1280, 720, hasAlpha: true),
  ]

  private static func film(
    _ width: Int, _ height: Int, _ orientation: Orientation = .identity,
    duration: MediaTime? = MediaTime(40), hasAlpha: Bool = false
  ) -> MediaDescription {
    var film = Editing.film(width, height, orientation, hasSound: true)
    film.duration = MediaTime(40)
    film.videoTracks[0].duration = duration
    film.videoTracks[0].hasAlpha = hasAlpha
    return film
  }

  private static func still(hasAlpha: Bool) -> MediaDescription {
    MediaDescription(
      duration: nil,
      videoTracks: [
        .init(size: PixelSize(width: 1280, height: 720), frameDuration: nil, hasAlpha: hasAlpha)
      ])
  }

  func composition(_ tracks: [Track], _ instructions: [Instruction]) -> Composition {
    Composition(
      render: RenderSettings(
        size: PixelSize(width: 1280, height: 720), frameDuration: Editing.tick),
      assets: Self.media.keys.sorted().map { Asset(id: $0, location: "\($0).mkv") },
      tracks: tracks, instructions: instructions)
  }

  private func track(
    _ id: Track.ID, _ asset: Asset.ID, _ target: TimeRange, from start: Int64 = 0
  ) throws -> Track {
    var segments = [
      Segment(
        target: target,
        media: .init(
          asset: asset, source: TimeRange(start: MediaTime(start), duration: target.duration)))
    ]
    if target.start > .zero {
      segments.insert(Segment(target: TimeRange(start: .zero, end: target.start)), at: 0)
    }
    return try Track(id: id, mediaType: .video, segments: segments)
  }

  /// The segments of a film of 20 s, one after the other, under another layer.
  private func film(
    under asset: Asset.ID, during span: TimeRange = Editing.range(5, 15), from start: Int64 = 0,
    effects: [Effect] = [], onMissing: MissingMedia = .stop, _ layer: Layer = Layer(track: "top")
  ) throws -> [String] {
    let tracks = [
      try track("film", "large", Editing.range(0, 20)),
      try track("top", asset, span, from: start),
    ]
    let edit = composition(
      tracks,
      [
        Instruction(
          range: Editing.range(0, 20), layers: [layer, Layer(track: "film", effects: effects)])
      ])
    let graph = try Translation(
      ResolvedComposition(edit, media: Self.media), onMissing: onMissing
    ).graph(to: SinkOutput(videoSink: "fakesink"))
    return try graph.branches(of: "layermixer").flatMap(\.segments).filter {
      $0.location == "large.mkv"
    }.map(\.description)
  }

  // MARK: Rules

  private static let whole = ["0..20=large.mkv@0..20"]
  private static let parts = ["0..5=large.mkv@0..5", "15..20=large.mkv@15..20"]

  private static func layer(
    _ transform: LayerTransform, to end: LayerTransform? = nil
  ) throws -> Layer {
    let ramp = AnimatedValue.Ramp(
      over: Editing.range(6, 9), from: transform, to: end ?? transform)
    return Layer(
      track: "top",
      transform: try end == nil
        ? AnimatedValue(transform)
        : AnimatedValue(entries: [.instant(at: .zero, value: transform), .ramp(ramp)]))
  }

  @Test func `an opaque layer that fills the picture hides the layers below`() throws {
    #expect(try film(under: "wide") == Self.parts)
    #expect(try film(under: "photo") == Self.parts)
    #expect(try film(under: "huge") == Self.parts)
    #expect(try film(under: "small", Self.layer(.init(.fill))) == Self.parts)
    #expect(try film(under: "small", Self.layer(.init(.stretch))) == Self.parts)
    #expect(try film(under: "upsideDown", Self.layer(.init(.preferred))) == Self.parts)
    let mirrored = TransformMatrix.scale(x: -1, y: 1)
      .concatenating(.translation(x: 1280, y: 0))
    #expect(try film(under: "wide", Self.layer(.init(mirrored))) == Self.parts)
  }

  @Test func `a layer that moves without leaving a gap hides the layers below`() throws {
    let near = LayerTransform(.scale(x: 1.5, y: 1.5).concatenating(.translation(x: -640, y: -99)))
    #expect(try film(under: "wide", Self.layer(.init(), to: near)) == Self.parts)
  }

  @Test func `a layer through which others can be seen hides nothing`() throws {
    for asset: Asset.ID in ["logo", "translucent", "small"] {
      #expect(try film(under: asset) == Self.whole, "\(asset)")
    }
    #expect(
      try film(under: "wide", Layer(track: "top", opacity: AnimatedValue(0.999))) == Self.whole)
    let crop = Rectangle(x: 0, y: 0, width: 1280, height: 719)
    #expect(try film(under: "wide", Layer(track: "top", crop: AnimatedValue(crop))) == Self.whole)
    #expect(try film(under: "wide", Layer(track: "top", blending: .multiply)) == Self.whole)
    let effect = Effect(element: "vignette")
    #expect(try film(under: "wide", Layer(track: "top", effects: [effect])) == Self.whole)
    #expect(try film(under: "turned", Self.layer(.init(.preferred))) == Self.whole)
    #expect(try film(under: "turned", Self.layer(.init(.fit))) == Self.whole)
    for matrix: TransformMatrix in [
      .translation(x: 0.0001, y: 0), .translation(x: 0, y: -0.0001), .rotation(degrees: 0.01),
      .scale(x: 0.999, y: 1),
    ] {
      #expect(try film(under: "wide", Self.layer(.init(matrix))) == Self.whole, "\(matrix)")
    }
  }

  @Test func `a layer hides others only while it is opaque and fills the picture`() throws {
    let fading = try Layer(
      track: "top", opacity: Editing.ramp(5, 8, from: 0, to: 1))
    #expect(
      try film(under: "wide", fading) == ["0..8=large.mkv@0..8", "15..20=large.mkv@15..20"])
    let leaving = try Self.layer(.init(), to: .init(.translation(x: 500, y: 0)))
    #expect(
      try film(under: "wide", during: Editing.range(0, 15), leaving) == ["6..20=large.mkv@6..20"])
  }

  @Test func `a layer that might lack frames hides nothing then`() throws {
    // The duration of its track is unknown.
    #expect(try film(under: "unsure") == Self.whole)
    // The last second of a file may have no frames.
    #expect(
      try film(under: "wide", from: 30) == ["0..5=large.mkv@0..5", "14..20=large.mkv@14..20"])
    // A source that fails leaves a gap.
    #expect(try film(under: "wide", onMissing: .gap) == Self.whole)
  }

  @Test func `a short time is not left out`() throws {
    #expect(try film(under: "wide", during: Editing.range(5, 7)) == Self.whole)
  }

  @Test func `a layer with effects is not left out, since effects may keep frames`() throws {
    #expect(try film(under: "wide", effects: [Effect(element: "agingtv")]) == Self.whole)
  }

  @Test func `the sound of a hidden track is heard`() throws {
    var sound = try track("sound", "large", Editing.range(0, 20))
    sound.mediaType = .audio
    let edit = composition(
      [
        try track("film", "large", Editing.range(0, 20)), sound,
        try track("top", "photo", Editing.range(0, 20)),
      ], [])
    let graph = try edit.graph(Self.media)
    #expect(try graph.layers.flatMap(\.segments).map(\.location) == ["photo.mkv"])
    #expect(graph.launchText.contains("media=audio segments=\"0..20=large.mkv@0..20\""))
  }

  // MARK: Random edits

  /// A layer by the rules, at an instant.
  private struct Sight {
    var text: String
    var fillsPicture: Bool
    var mayBeLeftOut: Bool
  }

  /// The rectangle of an unrotated frame, edge by edge, in a slow and simple way.
  private func edges(
    _ transform: LayerTransform, of video: MediaDescription.Video
  ) -> SIMD4<Double> {
    let size = SIMD2(Double(video.size.width), Double(video.size.height))
    var box = SIMD4(0, 0, size.x, size.y)
    if transform.base == .stretch { box = SIMD4(0, 0, 1280, 720) }
    if transform.base == .fill || transform.base == .fit {
      let (x, y) = (1280 / size.x, 720 / size.y)
      let scale = transform.base == .fill ? max(x, y) : min(x, y)
      let half = size * (scale / 2)
      box = SIMD4(640 - half.x, 360 - half.y, 640 + half.x, 360 + half.y)
    }
    let m = transform.matrix
    return SIMD4(
      box[0] * m.a + m.tx, box[1] * m.d + m.ty, box[2] * m.a + m.tx, box[3] * m.d + m.ty)
  }

  /// The layers from the top to the bottom.
  private func sights(by edit: Composition, at time: MediaTime) -> [Sight] {
    var result: [Sight] = [], isHidden = false
    let layers =
      edit.instructions.first { $0.range.contains(time) }?.layers
      ?? edit.tracks.reversed().map {
        Layer(track: $0.id, transform: AnimatedValue(LayerTransform(.preferred)))
      }
    for layer in layers {
      guard let track = edit.tracks.first(where: { $0.id == layer.track }),
        let segment = track.segments.first(where: { $0.target.contains(time) }),
        let media = segment.media, let video = Self.media[media.asset]?.videoTracks.first
      else { continue }
      var box = edges(LayerTransform(), of: video)
      switch layer.transform.entries.last(where: { $0.span.start <= time }) {
      case nil: break
      case .instant(_, let value): box = edges(value, of: video)
      case .ramp(let ramp):
        let part = min(1, ((time - ramp.range.start) / ramp.range.duration).seconds)
        box = edges(ramp.from, of: video) * (1 - part) + edges(ramp.to, of: video) * part
      }
      let fills =
        min(box[0], box[2]) <= 1e-6 && max(box[0], box[2]) >= 1280 - 1e-6
        && min(box[1], box[3]) <= 1e-6 && max(box[1], box[3]) >= 720 - 1e-6
        && (layer.opacity.value(at: time) ?? 1) == 1 && layer.crop.entries.isEmpty
        && layer.effects.isEmpty && !video.hasAlpha
      let source = media.source.start + time - segment.target.start
      result.append(
        Sight(
          text: "\(media.asset).mkv@\(source)", fillsPicture: fills,
          mayBeLeftOut: isHidden && layer.effects.isEmpty))
      isHidden = isHidden || fills
    }
    return result
  }

  @Test(arguments: UInt64(0)..<80)
  func `a graph leaves out nothing that can be seen`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 977 &+ 5)
    let edit = try randomEdit(&random)
    let start = seed % 3 == 0 ? MediaTime(Int64.random(in: 1...40, using: &random), over: 7) : .zero
    let range = TimeRange(start: start, end: edit.duration)
    let layers = try edit.graph(Self.media, range: range).layers
    for _ in 0..<200 {
      let time = MediaTime(Int64.random(in: 0..<1_000, using: &random), over: 1_000) * edit.duration
      guard range.contains(time) else { continue }
      var shown = layers.compactMap { branch in
        branch.segment(at: time - start).map {
          "\($0.location)@\($0.mapping.sourceTime(at: time - start))"
        }
      }
      // Layers that are shown keep their order.
      for sight in sights(by: edit, at: time) {
        if shown.last == sight.text {
          shown.removeLast()
        } else {
          #expect(sight.mayBeLeftOut, "\(sight.text) at \(time.text) s, seed \(seed)")
        }
      }
      #expect(shown.isEmpty, "\(shown) at \(time.text) s, seed \(seed)")
    }
  }
}
