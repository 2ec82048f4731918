import CutawayFile
import CutawayModel
import CutawayTime
import Testing

/// Overlays in composition files.
@Suite struct OverlayReadingTests {
  /// The layers of a file with one asset, `a`.
  private func layers(_ text: String) throws -> [OverlayLayer] {
    try read(base + "overlays:\n" + text).overlays
  }

  @Test func `a title has its font, its place and its passages`() throws {
    let layer = try #require(
      try layers(
        """
          - text: Summer
            font: {family: [Inter, sans-serif], size: 96, weight: bold, italic: true}
            color: gold
            position: [960, 10%]
            range: [1, 5]
            enter: {fade: true, slide: up, by: 60, duration: 0.8, easing: easeOut}
            exit: {scale: 0, easing: {spring: {damping: 14}}}
        """
      ).first)
    let font = LayerFont(families: ["Inter", "sans-serif"], size: 96, weight: 700, isItalic: true)
    #expect(
      layer.content
        == .text(LayerText("Summer", font: font, color: Color(red: 255, green: 215, blue: 0))))
    #expect(layer.position == .point(x: .pixels(960), y: .percent(10)))
    #expect(layer.range == TimeRange(start: MediaTime(1), end: MediaTime(5)))
    #expect(
      layer.enter
        == LayerPassage(
          fades: true, slide: .up, distance: 60, duration: MediaTime(4, over: 5),
          easing: .curve(.easeOut)))
    #expect(layer.exit == LayerPassage(scale: 0, easing: .spring(Spring(damping: 14))))
  }

  @Test func `a frame is a corner and a size, and sizes may be automatic`() throws {
    let all = try layers(
      """
        - frame: [1, 2, 30, 50%]
        - {text: A, size: [300, auto]}
        - {place: bottomRight, margin: [4, 5]}
        - {place: top, margin: 6}
        - {place: left, margin: 8%, range: [0, 9], exit: {slide: left, by: 12.5%}}
        - {place: left, margin: [-5, 2%]}
      """)
    #expect(all[0].position == .corner(x: .pixels(1), y: .pixels(2)))
    #expect((all[0].width, all[0].height) == (.pixels(30), .percent(50)))
    #expect((all[1].width, all[1].height) == (.pixels(300), nil))
    #expect(all[2].position == .place(.bottomRight, marginX: 4, marginY: 5))
    #expect(all[3].position == .place(.top, marginX: 6, marginY: 6))
    #expect(all[4].position == .place(.left, marginX: .percent(8), marginY: .percent(8)))
    #expect(all[4].exit?.distance == .percent(12.5))
    #expect(all[5].position == .place(.left, marginX: -5, marginY: .percent(2)))
  }

  @Test func `shapes, strokes, gradients, masks and layers in layers`() throws {
    let layer = try #require(
      try layers(
        """
          - shape: {roundedRectangle: 16}
            fill: "#10203fcc"
            stroke: {color: white, width: 3, start: 0.1, end: 0.9, cap: round, join: bevel, dash: [4, 2]}
            mask: {shape: ellipse}
            layers:
              - {gradient: {colors: [navy, purple], from: [0, 0], to: [1, 1], type: radial}}
              - {image: a, gravity: resizeAspectFill, masksToBounds: true}
        """
      ).first)
    #expect(
      layer.content
        == .shape(
          LayerShape(
            .roundedRectangle(radius: 16), fill: Color(red: 16, green: 32, blue: 63, alpha: 204),
            stroke: .init(
              color: Color(red: 255, green: 255, blue: 255), width: 3, start: 0.1, end: 0.9,
              cap: .round, join: .bevel, dash: [4, 2]))))
    #expect(layer.mask == [OverlayLayer(.shape(LayerShape(.ellipse)))])
    #expect(layer.layers.count == 2)
    #expect(layer.layers[1].content == .image(LayerImage(asset: "a", gravity: .resizeAspectFill)))
  }

  @Test func `animated values and animations`() throws {
    let layer = try #require(
      try layers(
        """
          - text: A
            scale: [{range: [0, 1], from: 1, to: [2, 3]}]
            rotation: [{range: [0, 8], from: 0, to: 720, easing: easeIn}]
            opacity: 0.5
            animations:
              - {property: position.x, values: [0, 10, 5], keyTimes: [0, 0.5, 1], mode: cubic, duration: 2}
              - {property: color, to: red, at: 1, repeat: forever, autoreverses: true, fill: removed}
        """
      ).first)
    #expect(try layer.scale == AnimatedValue(keyframes: "0..1=1,1>2,3"))
    #expect(try layer.rotation == AnimatedValue(keyframes: "0..8=0>720@easeIn"))
    #expect(layer.opacity == AnimatedValue(0.5))
    #expect(
      layer.animations == [
        LayerAnimation(
          .positionX,
          .keyframes([.number(0), .number(10), .number(5)], keyTimes: [0, 0.5, 1], mode: .cubic),
          duration: MediaTime(2)),
        LayerAnimation(
          .color, .basic(from: nil, to: .color(Color(red: 255, green: 0, blue: 0)), by: nil),
          at: MediaTime(1), repeatCount: .infinity, autoreverses: true, fill: .removed),
      ])
  }

  @Test func `animations may be in groups, and have values of all kinds`() throws {
    let layer = try #require(
      try layers(
        """
          - shape: {path: M 0 0 L 1 1}
            evenOdd: true
            stroke: {dashPhase: 2.5, miterLimit: 4}
            clock: {speed: 0.5, offset: 3}
            origin: [4, -5]
            sublayerTransform: [2, 0, 0, 2, 0, 0]
            geometryFlipped: true
            animations:
              - group:
                  - {property: hidden, to: true}
                  - group: [{property: path, to: M 0 0 L 9 9, speed: 2, timeOffset: 0.5}]
                    duration: 1
                at: 2
                repeat: forever
                easing: easeIn
              - property: transform
                values: [[1, 0, 0, 1, 0, 0], [2, 0, 0, 2, 5, 6]]
                easings: [easeOut]
        """
      ).first)
    let outer = LayerTiming(
      begin: MediaTime(2), easing: .curve(.easeIn), repeatCount: .infinity)
    #expect(
      layer.animations == [
        LayerAnimation(.hidden, .basic(from: nil, to: .flag(true), by: nil), groups: [outer]),
        LayerAnimation(
          .path, .basic(from: nil, to: .path("M 0 0 L 9 9"), by: nil), speed: 2,
          timeOffset: MediaTime(1, over: 2), groups: [outer, LayerTiming(duration: MediaTime(1))]),
        LayerAnimation(
          .transform,
          .keyframes(
            [
              .matrix(.identity),
              .matrix(TransformMatrix(a: 2, b: 0, c: 0, d: 2, tx: 5, ty: 6)),
            ], easings: [.curve(.easeOut)])),
      ])
    #expect((layer.speed, layer.timeOffset) == (0.5, MediaTime(3)))
    #expect(layer.origin == Point(x: 4, y: -5))
    #expect(layer.sublayerTransform == .scale(x: 2, y: 2) && layer.isGeometryFlipped)
    var shape = LayerShape(.path("M 0 0 L 1 1"), stroke: .init(dashPhase: 2.5, miterLimit: 4))
    shape.isEvenOdd = true
    #expect(layer.content == .shape(shape))
  }

  @Test func `an image has a part, a stretched part and a scale`() throws {
    let layer = try #require(
      try layers(
        """
          - image: a
            gravity: bottomLeft
            contentsRect: [0.5, 0, 0.5, 1]
            contentsCenter: [0.25, 0.25, 0.5, 0.5]
            contentsScale: 2
            animations:
              - {property: contents, values: [a, a], mode: discrete}
              - {property: contentsRect, to: [0, 0, 1, 1]}
        """
      ).first)
    var image = LayerImage(asset: "a", gravity: .bottomLeft)
    image.contentsRect = Rectangle(x: 0.5, y: 0, width: 0.5, height: 1)
    image.contentsCenter = Rectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    image.scale = 2
    #expect(layer.content == .image(image))
    #expect(layer.animations[0].images == ["a", "a"])
  }

  @Test func `texts may have pieces, times, words, and a style`() throws {
    let all = try layers(
      """
        - {text: [A, {text: B, color: red, family: Inter, size: 9, weight: bold, italic: true}]}
        - {text: [{at: 0, text: A}, {at: 1, text: [B, C]}, {at: 2, text: ""}]}
        - text: {words: [{at: 0, text: A}], separator: "", past: {color: red}, future: hidden}
        - {captions: a, outline: {width: 3, color: red}, maximumLines: 2, truncation: middle,
           padding: [4, 5], verticalAlignment: center, direction: rightToLeft, wrap: false,
           shrinkToFit: true, reveal: word, rate: 3,
           font: {stretch: condensed, letterSpacing: -1.5, lineHeight: 1.25, features: tnum}}
      """)
    let red = Color(red: 255, green: 0, blue: 0)
    let style = LayerTextStyle(
      color: red, families: ["Inter"], size: 9, weight: 700, isItalic: true)
    #expect(
      all[0].content
        == .text(LayerText(.spans([LayerTextSpan("A"), LayerTextSpan("B", style)]))))
    #expect(
      all[1].content
        == .text(
          LayerText(
            .instants([
              LayerTextInstant(at: .zero, [LayerTextSpan("A")]),
              LayerTextInstant(at: MediaTime(1), [LayerTextSpan("B"), LayerTextSpan("C")]),
              LayerTextInstant(at: MediaTime(2), []),
            ]))))
    #expect(
      all[2].content
        == .text(
          LayerText(
            .words(
              LayerWords(
                [.init(at: .zero, "A")], separator: "", past: LayerTextStyle(color: red),
                future: .hidden)))))
    var captions = LayerCaptions(asset: "a", style: .classic)
    captions.stated = [.outline]
    var text = LayerText(.captions(captions))
    text.outline = LayerTextOutline(width: 3, color: red)
    (text.maximumLines, text.truncation) = (2, .middle)
    (text.padding, text.verticalAlignment) = (Point(x: 4, y: 5), .center)
    (text.direction, text.wraps, text.shrinksToFit) = (.rightToLeft, false, true)
    text.reveal = LayerTextReveal(.word, rate: 3)
    (text.font.stretch, text.font.letterSpacing) = (.condensed, -1.5)
    (text.font.lineHeight, text.font.features) = (1.25, "tnum")
    #expect(all[3].content == .text(text))
    #expect(all[3].captions == ["a"])
  }

  @Test func `the picture, copies, moving images and paths`() throws {
    let all = try layers(
      """
        - {video: true, gravity: resizeAspect}
        - {image: a, source: [1, 3], speed: 2, loop: false,
           copies: {count: 3, offset: [5, 6], rotation: 30, scale: 0.5, opacity: 0.9, delay: 0.1}}
        - animations: [{property: position, path: M 0 0 L 9 9, rotate: auto, duration: 2}]
      """)
    #expect(all[0].content == .video(.resizeAspect) && all[0].showsPicture)
    #expect(
      all[1].content
        == .image(
          LayerImage(
            asset: "a", source: TimeRange(start: MediaTime(1), end: MediaTime(3)), speed: 2,
            loops: false)))
    #expect(
      all[1].copies
        == LayerCopies(
          count: 3, offset: Point(x: 5, y: 6), rotation: 30, scale: Point(x: 0.5, y: 0.5),
          opacity: 0.9, delay: MediaTime(1, over: 10)))
    #expect(
      all[2].animations == [
        LayerAnimation(
          .position, .path(LayerMotionPath("M 0 0 L 9 9", rotation: .auto)),
          duration: MediaTime(2))
      ])
  }

  @Test func `an animated scale may be a number for both axes`() throws {
    let all = try layers(
      """
        - animations:
          - {property: scale, from: 0.5, to: [1, 1], duration: 2}
      """)
    #expect(
      all[0].animations == [
        LayerAnimation(
          .scale,
          .basic(from: .point(Point(x: 0.5, y: 0.5)), to: .point(Point(x: 1, y: 1)), by: nil),
          duration: MediaTime(2))
      ])
  }

  @Test func `a waveform has the sound of an asset, of a track or of all`() throws {
    let all = try layers(
      """
        - {waveform: a, style: circle, color: red, window: 1.5, bars: 64, gap: 0.25, gain: 2,
           source: [3, 5], speed: 2, blend: screen}
        - {waveform: {track: s}}
        - {waveform: true, style: line}
      """)
    var first = LayerWaveform(.asset("a"), style: .circle)
    first.color = Color(red: 255, green: 0, blue: 0)
    (first.window, first.bars, first.gap, first.gain) = (MediaTime(3, over: 2), 64, 0.25, 2)
    (first.source, first.speed) = (TimeRange(start: MediaTime(3), end: MediaTime(5)), 2)
    #expect(all[0].content == .waveform(first))
    #expect(all[0].blending == .screen)
    #expect(all[1].content == .waveform(LayerWaveform(.track("s"))))
    #expect(all[2].content == .waveform(LayerWaveform(.mix, style: .line)))
  }

  @Test func `a file that a layer names is an asset`() throws {
    let text =
      base
      + "overlays: [{image: art/logo.png}, {captions: words.srt}, {captions: {asset: words.srt}}]\n"
    let composition = try read(text, directory: "films")
    let added = composition.assets.suffix(2)
    #expect(added.map(\.id.rawValue) == ["art/logo.png", "words.srt"])
    #expect(added.map(\.location) == ["films/art/logo.png", "films/words.srt"])
    // An expanded file names them among its assets.
    let expanded = composition.yaml(relativeTo: "films")
    #expect(try read(expanded, directory: "films") == composition)
  }

  @Test(arguments: [
    ("{text: A, font: Inter}", "{text: A, font: {family: Inter}}"),
    ("{text: A, font: [Inter, Arial]}", "{text: A, font: {family: [Inter, Arial]}}"),
    ("{text: A, enter: fade}", "{text: A, enter: {fade: true}}"),
    ("{text: A, range: [0, 2], exit: fade}", "{text: A, range: [0, 2], exit: {fade: true}}"),
  ])
  func `a word is short for a map`(short: String, map: String) throws {
    #expect(try layers("  - \(short)") == layers("  - \(map)"))
  }

  @Test func `fonts are files relative to the composition`() throws {
    let fonts = try read(base + "fonts: {files: [fonts/a.ttf], system: false}\n").fonts
    #expect(fonts == FontSources(files: ["fonts/a.ttf"], usesSystem: false))
    #expect(try FontSources(text: fonts.text) == fonts)
    #expect(throws: CompositionError.self) { try FontSources(text: "{files: []}") }
  }

  /// One faulty layer on line 8, from column 5 on, and its error.
  @Test(arguments: [
    ("{text: A, image: a}", "8:22", "a layer has one content, but this one has 'text' and 'image'"),
    ("{image: b}", "8:13", "no asset is called 'b'"),
    ("{frame: [0, 0, 1, 1], place: top}", "8:34", "a layer has 'frame', or 'position' or 'place'"),
    ("{frame: [0, 0, 1]}", "8:13", "expected [x, y, width, height]"),
    ("{text: A, fill: red}", "8:21", "'fill' needs 'shape'"),
    ("{shape: ellipse, reveal: word}", "8:30", "'reveal' needs 'text' or 'captions'"),
    ("{text: A, rate: 2}", "8:21", "'rate' needs 'reveal'"),
    ("{text: A, bars: 4}", "8:21", "'bars' needs 'waveform'"),
    ("{waveform: b}", "8:16", "no asset is called 'b'"),
    ("{waveform: {track: b}}", "8:16", "no track is called 'b'"),
    ("{waveform: {track: v}}", "8:16", "'v' is not an audio track"),
    ("{waveform: a, window: 0.5, bars: 900}", "8:16", "a bar shows at least a millisecond"),
    ("{video: true, blend: screen}", "8:26", "a layer that shows the picture cannot be blended"),
    ("{text: A, blend: dodge}", "8:22", "colorDodge"),
    ("{text: A, loop: true}", "8:21", "'loop' needs 'image'"),
    ("{text: [{at: 2, text: A}, {at: 1, text: B}]}", "8:31", "texts must be in order of time"),
    ("{text: {words: [{at: 1, text: A}, {at: 0, text: B}]}}", "8:39", "texts must be in order"),
    ("{text: {words: [{at: 0}]}}", "8:21", "a word needs 'text'"),
    ("{text: [A, {text: B, colour: red}]}", "8:26", "unknown key 'colour'"),
    ("{captions: b}", "8:16", "no asset is called 'b'"),
    ("{mask: {video: true}}", "8:20", "a mask cannot show the picture"),
    ("{copies: {count: 5000}}", "8:22", "a number of copies from 1 to 4096"),
    ("{copies: {count: 4000}, layers: [{copies: {count: 3}}]}", "8:3", "at most 10000 layers"),
    (
      "{animations: [{property: opacity, path: M 0 0 L 1 1}]}", "8:45",
      "'opacity' takes a number, found a path"
    ),
    (
      "{animations: [{property: position, path: M 0 0 L 1 1, keyTimes: [0]}]}", "8:69",
      "1 lines and curves need 2 key times, found 1"
    ),
    ("{animations: [{property: opacity, values: []}]}", "8:47", "at least one value"),
    (
      "{animations: [{property: opacity, to: 1, mode: cubic}]}", "8:52",
      "'mode' needs 'values' or 'path'"
    ),
    (
      "{animations: [{property: opacity, to: 1, rotate: auto}]}", "8:54", "'rotate' needs 'path'"
    ),
    ("{txt: A}", "8:6", "unknown key 'txt'; did you mean 'text'?"),
    ("{text: A, fontSize: 40}", "8:15", "unknown key 'fontSize'; did you mean 'font: {size: …}'?"),
    ("{text: A, fontFamily: B}", "8:15", "did you mean 'font: {family: …}'?"),
    ("{text: A, shadowColor: red}", "8:15", "did you mean 'shadow: {color: …}'?"),
    ("{text: A, fontColor: red}", "8:15", "in a layer; did you mean 'font' or 'color'?"),
    ("{text: A, textAlign: left}", "8:15", "in a layer; did you mean "),
    ("{text: A, quux: 1}", "8:15", "keys; the nearest are "),
    ("{size: [10, -5]}", "8:17", "a width and a height are not negative"),
    ("{size: [0x10%, 5]}", "8:13", "a percentage, such as 10%"),
    ("{emitter: a}", "8:15", "expected 'emitter'"),
    (
      "{emitter: {cells: [{layer: {}, rate: 1, lifetime: [3, 2]}]}}", "8:55",
      "the first number is the smallest"
    ),
    ("{emitter: {cells: [{rate: 1, lifetime: 3}]}}", "8:24", "a cell needs 'layer'"),
    (
      "{emitter: {cells: [{layer: {}, rate: 9000, lifetime: 3}]}}", "8:3",
      "at most 20000 particles at once"
    ),
    (
      "{emitter: {cells: [{layer: {video: true}, rate: 1, lifetime: 3}]}}", "8:32",
      "a particle cannot emit particles or show the picture"
    ),
    ("{text: A, emitter: {cells: []}}", "8:24", "a layer has one content"),
    ("{text: A, exit: {fade: true}}", "8:21", "'exit' needs a 'range'"),
    ("{text: A, enter: slide}", "8:22", "expected 'enter' or 'exit'"),
    ("{mask: {mask: {}}}", "8:19", "a mask cannot have a mask"),
    ("{gradient: {colors: [red]}}", "8:16", "a gradient needs at least two colours"),
    ("{shape: {path: 'L 1 1'}}", "8:20", "a path starts with 'M'"),
    ("{font: {weight: bald}, text: A}", "8:21", "unknown weight 'bald'; did you mean 'bold'?"),
    ("{enter: {easing: {spring: {mass: 0}}}}", "8:38", "a mass greater than 0"),
    (
      "{animations: [{property: opacty, to: 1}]}", "8:30",
      "unknown property 'opacty'; did you mean 'opacity'?"
    ),
    ("{animations: [{property: opacity, to: red}]}", "8:43", "'opacity' takes a number"),
    (
      "{animations: [{property: hidden, to: 1}]}", "8:42",
      "'hidden' takes true or false, found the number 1"
    ),
    (
      "{animations: [{property: transform, to: [1, 2]}]}", "8:45",
      "'transform' takes [a, b, c, d, tx, ty]"
    ),
    ("{animations: [{property: path, to: L 1}]}", "8:40", "a path starts with 'M'"),
    (
      "{animations: [{property: colors, to: [red, bleu]}]}", "8:48", "bleu"
    ),
    (
      "{image: a, animations: [{property: contents, to: b}]}", "8:28",
      "no asset is called 'b'"
    ),
    (
      "{animations: [{property: opacity, values: [0, 1], easings: [easeIn, linear]}]}", "8:64",
      "2 values need 1 easings, found 2"
    ),
    ("{animations: [{group: [{property: opacity}]}]}", "8:28", "needs either 'from'"),
    ("{animations: [{group: [], easin: linear}]}", "8:31", "did you mean 'easing'?"),
    ("{text: A, contentsRect: [0, 0, 1, 1]}", "8:29", "'contentsRect' needs 'image'"),
    ("{image: a, contentsRect: [0, 0, -1, 1]}", "8:37", "a side from 0 to 1000"),
    ("{clock: {speed: fast}}", "8:21", "a speed from -1000 to 1000"),
    ("{animations: [{property: opacity}]}", "8:19", "an animation needs either 'from'"),
    (
      "{animations: [{property: opacity, values: [0, 1], keyTimes: [1, 0]}]}", "8:65",
      "key times must not fall"
    ),
    (
      "{animations: [{property: opacity, values: [0, 1], keyTimes: [1]}]}", "8:65",
      "2 values need 2 key times, found 1"
    ),
  ])
  func `a wrong layer is an error at its place`(layer: String, place: String, message: String) {
    let errors = diagnose(base + "overlays:\n  - " + layer)
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.first?.hasPrefix("\(place): ") == true, "\(errors)")
    #expect(errors.first?.contains(message) == true, "\(errors)")
  }

  @Test(arguments: ["a  b   c", " lead and trail ", "1 -x - y", "* ? [a]", "q\" \\ -- \\\\", "-"])
  func `a shell may divide the text of a tree into words`(text: String) throws {
    let layers = [OverlayLayer(.text(LayerText(text)))]
    let tree = SharedLayers(layers).text
    #expect(try SharedLayers(text: tree).layers == layers)
    let words = tree.split(separator: " ")
    #expect(words.joined(separator: " ") == tree)
    #expect(!words.contains { $0.hasPrefix("-") })
    #expect(!tree.contains { "*?".contains($0) })
    // Two lists of the tree, and none in the text.
    #expect(tree.filter { $0 == "[" }.count == 2)
  }

  @Test func `a text has at most 10,000 characters`() {
    func faults(_ count: Int) -> [String] {
      diagnose(base + "overlays:\n  - text: " + String(repeating: "a", count: count))
    }
    #expect(faults(10_000).isEmpty)
    #expect(faults(10_001).first?.contains("8:11: ") == true)
    #expect(faults(10_001).first?.contains("at most 10000 characters, not 10001") == true)
  }

  @Test func `layers lie at most 32 deep in each other`() {
    func faults(_ levels: Int) -> [String] {
      diagnose(
        base + "overlays: ["
          + String(repeating: "{layers: [", count: levels - 1) + "{}"
          + String(repeating: "]}", count: levels - 1) + "]")
    }
    #expect(faults(32).isEmpty)
    #expect(faults(33).first?.contains("layers lie at most 32 deep") == true)
    #expect(faults(40).count == 1)
    #expect(faults(200).count == 1)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `the text of a tree reads back equal`(seed: UInt64) throws {
    var generator = CompositionGenerator(seed: seed)
    let layers = generator.composition().withDefaults.overlays
    let tree = SharedLayers(layers).text
    #expect(try SharedLayers(text: tree).layers == layers)
    #expect(!tree.contains("\n"))
    // gst-launch-1.0 takes a word that begins with a minus sign for an option.
    let words = tree.split(separator: " ")
    #expect(!words.contains { $0.wholeMatch(of: /-[0-9].*/) != nil })
  }
}
