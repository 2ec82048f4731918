extension SchemaFiles {
  private static func range(_ start: Int, _ end: Int) -> JSONValue {
    .list([.number("\(start)"), .number("\(end)")])
  }

  private static func numbers(_ numbers: Double...) -> JSONValue {
    .list(numbers.map { .number("\($0)") })
  }

  /// A file with every construct once.
  static let full: JSONValue = .map([
    "cutaway": .number("1"),
    "render": .map([
      "size": .list([.number("1920"), .number("1080")]), "frameRate": .text("24000/1001"),
      "scale": .number("0.5"), "background": .text("#102030"), "bitDepth": .number("10"),
      "colorPrimaries": .text("bt2020"), "transferFunction": .text("hlg"),
      "matrix": .text("bt2020"), "sampleRate": .number("44100"), "channels": .number("2"),
    ]),
    "assets": .map([
      "a": .text("a.mp4"), "b": .map(["uri": .text("b.mov"), "colorimetry": .text("bt2100-hlg")]),
    ]),
    "tracks": .list([video, over, audio, voice]),
    "instructions": .list([
      .map([
        "range": range(0, 10),
        "background": .map(["blur": .number("0.1"), "color": .text("red")]),
        "layers": .list([layer]),
        "compositor": .map([
          "element": .text("mixer"), "tracks": .list([.text("v")]), "frames": .text("placed"),
          "amount": .list([.map(["range": range(1, 2), "from": .number("0"), "to": .number("1")])]),
          "name": .text("x"),
        ]),
      ]),
      .map(["range": .map(["start": .number("10"), "duration": .text("1/2")])]),
      .map(["range": .map(["start": .number("11"), "end": .text("12.5")])]),
    ]),
    "transitions": .list([
      .map([
        "from": .text("v"), "to": .text("w"), "range": range(20, 21), "type": .text("wipe"),
        "easing": .text("easeIn"), "softness": .number("0.5"),
      ])
    ]),
    "audioMix": .list([
      .map([
        "track": .text("s"),
        "volume": .list([
          .map(["at": .number("0"), "value": .number("0.8")]),
          .map([
            "range": range(4, 5), "from": .number("0.8"), "to": .number("0"),
            "easing": .text("easeIn"),
          ]),
        ]),
        "pan": .list([
          .map(["range": range(1, 2), "from": .number("-1"), "to": .number("0.5")])
        ]),
        "mute": .bool(false), "solo": .bool(true),
        "duck": .map([
          "under": .text("voice"), "by": .text("-12 dB"), "attack": .number("0.1"),
          "release": .text("300ms"), "threshold": .number("0.02"),
        ]),
      ]),
      .map(["track": .text("voice"), "volume": .text("-6dB")]),
    ]),
    "effects": .list([
      .map([
        "element": .text("vignette"), "strength": .number("0.4"),
        "radius": .list([
          .map(["at": .number("0"), "value": .number("0.1")]),
          .map([
            "range": range(1, 2), "from": .number("0"), "to": .number("0.9"),
            "easing": .text("easeOut"),
          ]),
        ]), "tint": .list([.map(["at": .number("0"), "value": .text("#ff0000")])]),
        "center": .list([.number("0.5"), .number("0.25")]),
      ]),
      .map([
        "filter": .text("colorMatrix"),
        "rVector": .list([.number("1"), .number("0.5"), .number("0"), .number("0")]),
      ]),
    ]),
    "markers": .list([
      .map(["at": .number("0"), "title": .text("One")]),
      .map(["at": .text("00:01:02"), "title": .text("Two")]),
    ]),
    "export": .map([
      "fileType": .text("mp4"), "preset": .text("lossless"), "optimizeForNetworkUse": .bool(true),
      "metadata": .map(["title": .text("Summer")]), "loudness": .text("-16 LUFS"),
    ]),
  ])

  private static let video: JSONValue = .map([
    "id": .text("v"), "type": .text("video"), "language": .text("pt-BR"),
    "segments": .list([
      .map([
        "asset": .text("a"), "source": range(0, 4), "at": .number("1"), "duration": .number("2"),
        "track": .number("0"), "pitch": .text("preserve"),
      ]),
      .map(["empty": .text("500ms")]),
      .map(["asset": .text("b"), "duration": .number("9")]),
      .map(["asset": .text("b"), "duration": .number("20"), "transition": .number("0.5")]),
    ]),
    "effects": .list([.map(["element": .text("blur"), "on": .bool(true), "name": .text("x")])]),
  ])

  private static let over: JSONValue = .map([
    "id": .text("w"), "type": .text("video"),
    "segments": .list([
      .map(["asset": .text("b"), "duration": .number("20")]),
      .map([
        "asset": .text("b"), "duration": .number("9"),
        "transition": .map([
          "duration": .number("2"), "element": .text("mixer"), "easing": .text("linear"),
          "amount": .number("3"),
        ]),
      ]),
    ]),
  ])

  private static let audio: JSONValue = .map([
    "id": .text("s"), "type": .text("audio"),
    "segments": .list([
      .map([
        "asset": .text("a"), "source": .map(["start": .number("1"), "duration": .text("45f")]),
      ])
    ]),
  ])

  private static let voice: JSONValue = .map([
    "id": .text("voice"), "type": .text("audio"), "volume": .number("0.5"),
    "declick": .text("2ms"),
    "segments": .list([
      .map([
        "asset": .text("a"), "source": range(0, 2), "volume": .number("0.5"),
        "fadeIn": .number("0.5"),
        "fadeOut": .map(["duration": .number("0.25"), "easing": .text("sine")]),
        "loop": .number("4"),
      ]),
      .map([
        "asset": .text("a"), "source": range(0, 2), "duration": .number("5"), "loop": .bool(true),
      ]),
    ]),
  ])

  private static let layer: JSONValue = .map([
    "track": .text("v"),
    "background": .text("blur"),
    "transform": .list([
      .map(["at": .number("0"), "value": .text("fit")]),
      .map([
        "range": range(1, 2), "from": numbers(1, 0, 0, 1, 0, 0),
        "to": .list([
          .text("preferred"), .map(["scale": numbers(1, 2), "about": numbers(5, 5)]),
          .map(["rotate": .number("15"), "about": numbers(1, 2)]), .map(["scale": .number("2")]),
          .map(["translate": numbers(3, 4)]), .map(["matrix": numbers(1, 2, 3, 4, 5, 6)]),
        ]),
        "easing": numbers(0.1, -1, 0.9, 2), "interpolation": .text("decomposed"),
        "turns": .number("1"),
      ]),
    ]),
    "opacity": .number("0.5"),
    "crop": .list([
      .map(["at": .text("00:00:01"), "value": numbers(0, 0, 100, 50)]),
      .map(["range": range(2, 3), "from": numbers(0, 0, 9, 9), "to": numbers(-5, 5, 0, 9)]),
    ]),
    "effects": .list([]),
  ])
}
