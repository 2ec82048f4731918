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
      """)
    #expect(all[0].position == .corner(x: .pixels(1), y: .pixels(2)))
    #expect((all[0].width, all[0].height) == (.pixels(30), .percent(50)))
    #expect((all[1].width, all[1].height) == (.pixels(300), nil))
    #expect(all[2].position == .place(.bottomRight, marginX: 4, marginY: 5))
    #expect(all[3].position == .place(.top, marginX: 6, marginY: 6))
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

  /// One faulty layer on line 8, from column 5 on, and its error.
  @Test(arguments: [
    ("{text: A, image: a}", "8:22", "a layer has one content, but this one has 'text' and 'image'"),
    ("{image: b}", "8:13", "no asset is called 'b'"),
    ("{frame: [0, 0, 1, 1], place: top}", "8:34", "a layer has 'frame', or 'position' or 'place'"),
    ("{frame: [0, 0, 1]}", "8:13", "expected [x, y, width, height]"),
    ("{text: A, fill: red}", "8:21", "'fill' needs 'shape'"),
    ("{txt: A}", "8:6", "unknown key 'txt'; did you mean 'text'?"),
    ("{captions: a}", "8:6", "'captions' is not supported yet"),
    ("{text: A, exit: {fade: true}}", "8:21", "'exit' needs a 'range'"),
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
    ("{animations: [{property: opacity}]}", "8:19", "an animation needs 'from', 'to', 'by' or"),
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

  @Test func `layers deeper than the format allows are an error`() {
    let deep = String(repeating: "{layers: [", count: 40) + String(repeating: "]}", count: 40)
    #expect(diagnose(base + "overlays: [" + deep + "]").count == 1)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `the text of a tree reads back equal`(seed: UInt64) throws {
    var generator = CompositionGenerator(seed: seed)
    let layers = generator.composition().withDefaults.overlays
    #expect(try [OverlayLayer](tree: layers.treeText) == layers)
    #expect(!layers.treeText.contains("\n"))
  }
}
