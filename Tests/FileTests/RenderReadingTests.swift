import CutawayFile
import CutawayModel
import CutawayTime
import Foundation
import Testing

struct RenderReadingTests {
  private func render(_ text: String) -> String {
    base.replacing("render: {frameRate: 25}", with: "render: {\(text)}")
  }

  @Test func `missing keys have their defaults`() throws {
    let settings = try read(render("")).render
    #expect(settings == RenderSettings())
    #expect(settings.size == nil)
    #expect(settings.frameDuration == nil)
    #expect(settings.sampleRate == 48_000)
    #expect(settings.channels == 2)
  }

  @Test func `the depth and the colours are read`() throws {
    let settings = try read(
      render("bitDepth: 10, colorPrimaries: bt2020, transferFunction: hlg, matrix: bt2020")
    ).render
    #expect(
      settings
        == RenderSettings(
          bitDepth: 10, colorPrimaries: .bt2020, transferFunction: .hlg, matrix: .bt2020))
  }

  @Test(arguments: [
    (
      "bitDepth: 9", "2:20: a sample of video has 8 or 10 bits, not 9"
    ),
    (
      "bitDepth: 8, transferFunction: pq", "2:20: the transferFunction pq needs 10 bits, not 8"
    ),
    (
      "colorPrimaries: bt2020",
      "2:26: bt2020 needs the transferFunction hlg or pq"
    ),
    (
      "transferFunction: hlg, matrix: bt709",
      "2:41: the transferFunction hlg needs bt2020, not bt709"
    ),
  ])
  func `a combination of colours that is not supported is explained`(
    text: String, message: String
  ) {
    #expect(diagnose(render(text)) == [message])
  }

  @Test func `every setting is read`() throws {
    let settings = try read(
      render(
        "size: [1920, 1080], frameRate: 30, scale: 0.5, background: \"#102030\", "
          + "sampleRate: 44100, channels: 6")
    ).render
    #expect(
      settings
        == RenderSettings(
          size: PixelSize(width: 1920, height: 1080), frameDuration: seconds(1, over: 30),
          scale: seconds(1, over: 2), background: Color(red: 0x10, green: 0x20, blue: 0x30),
          sampleRate: 44_100, channels: 6))
  }

  @Test(arguments: [
    ("frameRate: 30", seconds(1, over: 30)), ("frameRate: 12.5", seconds(2, over: 25)),
    ("frameRate: 29.97", seconds(1001, over: 30_000)),
    ("frameRate: 23.976", seconds(1001, over: 24_000)),
    ("frameRate: 59.94", seconds(1001, over: 60_000)),
    ("frameRate: 119.88", seconds(1001, over: 120_000)),
    ("frameRate: 29.98", seconds(100, over: 2998)),
    ("frameRate: \"24000/1001\"", seconds(1001, over: 24_000)),
    ("frameRate: 2997/100", seconds(100, over: 2997)),
    ("frameDuration: 1/30", seconds(1, over: 30)), ("frameDuration: 0.04", seconds(1, over: 25)),
    ("frameDuration: 1000", seconds(1000)),
  ])
  func `a frame rate is exact, and broadcast rates are fractions of 1001`(
    text: String, expected: MediaTime
  ) throws {
    #expect(try read(render(text)).render.frameDuration == expected)
  }

  @Test(arguments: [
    ("scale: 1/3", seconds(1, over: 3)), ("scale: 8", seconds(8)),
    ("scale: 0.25", seconds(1, over: 4)),
  ])
  func `a scale is a number or a fraction`(text: String, expected: MediaTime) throws {
    #expect(try read(render(text)).render.scale == expected)
  }

  @Test(arguments: [
    (
      "frameRate: 30, frameDuration: 1/30",
      "2:40: 'render' has either 'frameRate' or 'frameDuration', not both"
    ),
    ("size: [1920]", "2:16: expected a size in pixels, [width, height], found a list"),
    (
      "size: 1920x1080",
      "2:16: expected a size in pixels, [width, height], found the text '1920x1080'"
    ),
    ("size: [0, 9]", "2:17: expected a width in pixels from 1 to 16384, found the number 0"),
    (
      "size: [9, 16385]",
      "2:20: expected a height in pixels from 1 to 16384, found the number 16385"
    ),
    ("size: [9, 1.5]", "2:20: expected a height in pixels from 1 to 16384, found the number 1.5"),
    ("size: [9, '8']", "2:20: expected a height in pixels from 1 to 16384, found the text '8'"),
    (
      "sampleRate: 7999",
      "2:22: expected samples per second from 8000 to 192000, found the number 7999"
    ),
    ("channels: 9", "2:20: expected a number of channels from 1 to 8, found the number 9"),
    ("channels: true", "2:20: expected a number of channels from 1 to 8, found true"),
    (
      "scale: 0",
      "2:17: expected a scale from 0.001 to 8: a number or a fraction like \"24000/1001\", found "
        + "the number 0"
    ),
    (
      "scale: 17/2",
      "2:17: expected a scale from 0.001 to 8: a number or a fraction like \"24000/1001\", found "
        + "the text '17/2'"
    ),
    (
      "scale: 9",
      "2:17: expected a scale from 0.001 to 8: a number or a fraction like \"24000/1001\", found "
        + "the number 9"
    ),
    (
      "frameRate: -30",
      "2:21: expected frames per second from 0.001 to 1000: a number or a fraction like "
        + "\"24000/1001\", found the number -30"
    ),
    ("bitDepth: 12", "2:20: expected bits of a sample from 8 to 10, found the number 12"),
    (
      "transferFunction: hgl",
      "2:28: unknown transfer function 'hgl'; did you mean 'hlg'?"
    ),
    ("framerate: 30", "2:10: unknown key 'framerate'; did you mean 'frameRate'?"),
    (
      "fps: 30",
      "2:10: unknown key 'fps' in 'render', which has size, frameRate, frameDuration, scale, "
        + "background, bitDepth, colorPrimaries, transferFunction, matrix, sampleRate, channels"
    ),
  ])
  func `a wrong setting is explained`(text: String, message: String) {
    #expect(diagnose(render(text)) == [message])
  }

  @Test(arguments: [
    ("red", Color(red: 255, green: 0, blue: 0)),
    ("rebeccapurple", Color(red: 0x66, green: 0x33, blue: 0x99)),
    ("transparent", Color(red: 0, green: 0, blue: 0, alpha: 0)),
    ("slategrey", Color(red: 112, green: 128, blue: 144)),
    ("\"#f80\"", Color(red: 255, green: 136, blue: 0)),
    ("'#12aBcD'", Color(red: 0x12, green: 0xAB, blue: 0xCD)),
    ("'#12abcd80'", Color(red: 0x12, green: 0xAB, blue: 0xCD, alpha: 0x80)),
  ])
  func `a colour has four forms`(text: String, expected: Color) throws {
    #expect(try read(render("background: \(text)")).render.background == expected)
  }

  @Test(arguments: [
    "'#ff'", "'#ffff'", "'#fffff'", "'#ggg'", "'ff0000'", "'#12345678a'", "'#１２３'", "5",
    "[1, 2, 3]",
    "''", "'#'", "rgb(1 2 3)", "'#+12+1f'",
  ])
  func `an invalid colour is an error`(text: String) {
    let found = diagnose(render("background: \(text)"))
    #expect(found.count == 1)
    #expect(
      found[0].hasPrefix(
        "2:22: expected a colour: \"#rgb\", \"#rrggbb\", \"#rrggbbaa\" or a CSS name"))
  }

  @Test func `every CSS name is a colour, and grey equals gray`() throws {
    let schema = try #require(
      JSONSerialization.jsonObject(with: Data(CompositionSchema.json.utf8)) as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: Any])
    let forms = try #require((definitions["color"] as? [String: Any])?["anyOf"] as? [[String: Any]])
    let names = try #require(forms.compactMap { $0["enum"] as? [String] }.first)
    // CSS Color 4 names 148 colours; `transparent` has its own section.
    #expect(Set(names).count == 149)
    let colors = try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, try read(render("background: \(name)")).render.background)
      })
    #expect(names.filter { $0.contains("grey") }.count == 7)
    for name in names where name.contains("grey") {
      #expect(colors[name] == colors[name.replacing("grey", with: "gray")])
    }
    #expect(colors["aqua"] == colors["cyan"] && colors["fuchsia"] == colors["magenta"])
    #expect(Set(colors.values).count == 149 - 7 - 2)
    #expect(colors.count { $0.value.alpha == 0 } == 1)
  }

  @Test func `an unquoted colour is explained as a comment`() {
    let file = "cutaway: 1\nrender:\n  background: #fff\n"
    #expect(
      diagnose(file) == [
        "3:14: expected a colour: \"#rgb\", \"#rrggbb\", \"#rrggbbaa\" or a CSS name (in quotes: "
          + "'#' starts a comment), found nothing"
      ])
  }

  @Test(arguments: [("Red", "red"), ("rebecapurple", "rebeccapurple"), ("drakblue", "darkblue")])
  func `a misspelled colour is recognised`(text: String, meant: String) {
    #expect(
      diagnose(render("background: \(text)"))
        == ["2:22: unknown colour '\(text)'; did you mean '\(meant)'?"])
  }
}
