import CutawayFile
import CutawayModel
import CutawayTime
import Testing

/// Blurred backgrounds in composition files.
@Suite struct BackgroundReadingTests {
  @Test(arguments: [
    ("blur", BlurredBackground(), Color.black), ("{blur: 0.1}", .init(blur: 0.1), .black),
    ("{blur: 0.1, color: \"#010203\"}", .init(blur: 0.1), Color(red: 1, green: 2, blue: 3)),
    ("\"#010203\"", nil, Color(red: 1, green: 2, blue: 3)),
  ])
  func `a background is a colour or a blur`(
    text: String, blurred: BlurredBackground?, color: Color
  ) throws {
    let composition = try read(
      base.replacing("frameRate: 25", with: "frameRate: 25, background: \(text)"))
    #expect(composition.render.blurredBackground == blurred)
    #expect(composition.render.background == color)
    #expect(try read(composition.yaml()) == composition)
  }

  @Test func `an instruction and a layer have backgrounds of their own`() throws {
    let composition = try read(
      base + """
        instructions:
          - range: [0, 50]
            background: {blur: 0.02}
            layers: [{track: v, background: blur}]
          - {range: [50, 100], background: red, layers: [{track: v, background: {blur: 0.3}}]}
        """)
    #expect(
      composition.instructions.map(\.blurredBackground) == [BlurredBackground(blur: 0.02), nil])
    #expect(
      composition.instructions.map(\.layers[0].blurredBackground) == [
        BlurredBackground(), BlurredBackground(blur: 0.3),
      ])
  }

  @Test func `the writer states the background of the composition, which a colour replaces`() throws
  {
    let composition = try read(
      base.replacing("frameRate: 25", with: "frameRate: 25, background: blur")
        + "instructions: [{range: [0, 5]}, {range: [5, 9], background: black}]")
    let again = try read(composition.yaml())
    #expect(again.instructions.map(\.blurredBackground) == [BlurredBackground(), nil])
    #expect(again.instructions.map(\.background) == [nil, .black])
  }

  @Test(arguments: [
    (
      "0.1",
      "11:19: expected 'blur', or {blur: 0.04}; colours are backgrounds of 'render' and "
        + "instructions, found the number 0.1"
    ),
    (
      "red",
      "11:19: expected 'blur', or {blur: 0.04}; colours are backgrounds of 'render' and "
        + "instructions, found the text 'red'"
    ),
    ("{color: red}", "11:19: the background of a layer needs 'blur'"),
    (
      "{blur: 2}",
      "11:26: expected the strength of the blur in parts of the picture's shorter side, "
        + "found the number 2"
    ),
  ])
  func `a wrong background of a layer is explained`(text: String, message: String) {
    #expect(diagnose(layer("background: \(text)")).first == message)
  }

  @Test func `clips of a sequence have backgrounds`() throws {
    let clip = MediaDescription(
      duration: MediaTime(6),
      videoTracks: [
        .init(size: PixelSize(width: 36, height: 64), frameDuration: seconds(1, over: 25))
      ])
    let text = """
      cutaway: 1
      render: {size: [64, 36]}
      sequence:
        each: {background: blur, transition: 1}
        clips: [a.mp4, {asset: b.mp4, background: {blur: 0.1}}, {asset: c.mp4, background: false}]
      """
    let parsed = try CompositionText(text, file: "f", directory: "")
    let media = Dictionary(uniqueKeysWithValues: parsed.neededMedia.map { ($0.id, clip) })
    let composition = try parsed.document(media: media).composition
    let layers = composition.instructions.map { $0.layers.map(\.blurredBackground?.blur) }
    #expect(layers == [[0.04], [0.1, 0.04], [0.1], [0.1, nil], [nil]])
    // Two pictures that fill the frame dissolve by opacity.
    #expect(
      composition.instructions.map { $0.compositor != nil } == [false, false, false, true, false])
    #expect(try read(composition.yaml()).yaml() == composition.yaml())
  }
}
