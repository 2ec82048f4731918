import CutawayFile
import CutawayModel
import CutawayTime
import Testing

struct AssetReadingTests {
  private func location(_ text: String, in directory: String) throws -> String? {
    try read(base.replacing("a: a.mp4", with: "a: \(text)"), directory: directory).assets.first?
      .location
  }

  @Test(arguments: [
    ("media/a.mp4", "pipelines", "pipelines/media/a.mp4"),
    ("media/a.mp4", "pipelines/", "pipelines/media/a.mp4"), ("a.mp4", "/srv", "/srv/a.mp4"),
    ("a.mp4", "/", "/a.mp4"), ("a.mp4", "", "a.mp4"), ("a.mp4", ".", "a.mp4"),
    ("../a.mp4", "x", "x/../a.mp4"), ("./a.mp4", "x", "x/a.mp4"), ("/abs/a.mp4", "x", "/abs/a.mp4"),
    ("'https://example.org/a.mp4'", "x", "https://example.org/a.mp4"),
    ("'file:///a.mp4'", "x", "file:///a.mp4"), ("{uri: b.mp4}", "x", "x/b.mp4"),
    ("'./12:30.mp4'", "x", "x/12:30.mp4"), ("'12:30.mp4'", "x", "x/12:30.mp4"),
    ("'a b/ü.mp4'", "x", "x/a b/ü.mp4"), ("'a:b.mp4'", "x", "x/a:b.mp4"),
    ("'take:2.mp4'", "x", "x/take:2.mp4"), ("'take:2.mp4'", "", "./take:2.mp4"),
    ("'take:/2.mp4'", "x", "x/take:/2.mp4"), ("'file:/a.mp4'", "x", "file:/a.mp4"),
    ("'./take:2.mp4'", ".", "./take:2.mp4"),
  ])
  func `a relative path starts from the directory`(
    text: String, directory: String, expected: String
  ) throws {
    #expect(try location(text, in: directory) == expected)
  }

  @Test(arguments: ["take:2.mp4", "a:b.mp4", "file:/a.mp4", "http://a/b", "http:b", "./a:b"])
  func `a written path resolves to the same file`(location: String) throws {
    for directory in ["", "m", "/m"] {
      let file = try read(
        base.replacing("a: a.mp4", with: "a: '\(location)'"), directory: directory)
      let text = file.yaml(relativeTo: directory)
      #expect(try read(text, directory: directory).assets == file.assets)
    }
  }

  @Test(arguments: Asset.Colorimetry.allCases)
  func `an asset may state its colorimetry`(colorimetry: Asset.Colorimetry) throws {
    let text = "{uri: a.mp4, colorimetry: \(colorimetry.rawValue)}"
    let file = try read(base.replacing("a: a.mp4", with: "a: \(text)"))
    #expect(file.assets.first?.colorimetry == colorimetry)
  }

  @Test func `assets keep their order`() throws {
    let assets = try read(base.replacing("{a: a.mp4}", with: "{z: 1.mp4, a: 2.mp4, m: 3.mp4}"))
      .assets
    #expect(assets.map(\.id) == ["z", "a", "m"])
    #expect(assets.map(\.location) == ["1.mp4", "2.mp4", "3.mp4"])
  }

  @Test(arguments: [
    ("a: {url: a.mp4}", "3:14: unknown key 'url'; did you mean 'uri'?"),
    (
      "a: {}", "3:13: an asset needs uri, color, gradient, bars, noise, countdown or image"
    ),
    (
      "a: {noise: 1, uri: a.mp4}", "3:21: an asset is one thing, but this one has 'uri' and 'noise'"
    ),
    (
      "a: {image: '2x1:AAAAAA=='}",
      "3:21: expected WIDTHxHEIGHT:PIXELS, where PIXELS are 4 bytes for each pixel in Base64"
    ),
    ("a: {noise: -1}", "3:21: expected a seed from 0 to 2147483647, found the number -1"),
    ("a: {bars: smpt}", "3:20: unknown kind of bars 'smpt'; did you mean 'smpte'?"),
    ("a: {color: red, frameRate: 25}", "3:37: 'frameRate' needs 'uri'"),
    ("a: {bars: ebu, colorimetry: bt709}", "3:38: 'colorimetry' needs 'uri'"),
    (
      "a: {uri: a.png, frameRate: 25}",
      "3:19: with 'frameRate' the name of the file needs one number, such as frame-%05d.png, "
        + "and no scheme"
    ),
    ("a: ''", "3:13: expected a path, a URI or {uri: …}, found the text ''"),
    ("a: ", "3:13: expected a path, a URI or {uri: …}, found nothing"),
    (
      "a: 5",
      "3:13: expected a path, a URI or {uri: …}, found the number 5; text like this needs quotes"
    ),
    (
      "a: {uri: a, colorimetry: bt610}",
      "3:35: unknown colorimetry 'bt610'; did you mean 'bt601'?"
    ),
    ("a: [b]", "3:13: expected a path, a URI or {uri: …}, found a list"),
    ("'': b", "3:10: the name of an asset must not be empty"),
  ])
  func `a wrong asset is explained`(asset: String, message: String) {
    #expect(diagnose(base.replacing("a: a.mp4", with: asset)).contains(message))
  }

  @Test(arguments: [
    ("{color: '#20406080'}", Generator.color(Color(red: 32, green: 64, blue: 96, alpha: 128))),
    ("{noise: 3}", .noise(seed: 3)), ("{countdown: 5}", .countdown(from: 5)),
    ("{bars: ebu}", .bars(.ebu)),
    (
      "{image: '1x1:AAD/gA=='}",
      .image(StillImage(size: PixelSize(width: 1, height: 1), pixels: [0, 0, 255, 128]))
    ),
    (
      "{gradient: {colors: [red, blue], type: radial, from: [0.5, 0.5]}}",
      .gradient(
        LayerGradient(
          colors: [Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 0, blue: 255)],
          kind: .radial, from: Point(x: 0.5, y: 0.5)))
    ),
  ])
  func `an asset may be generated`(text: String, generator: Generator) throws {
    let file = try read(base.replacing("a: a.mp4", with: "a: \(text)"), directory: "x")
    #expect(file.assets == [Asset(id: "a", generator: generator)])
    #expect(try read(file.yaml(relativeTo: "x"), directory: "x").assets == file.assets)
  }

  @Test func `an asset may be a series of images`() throws {
    let file = try read(
      base.replacing("a: a.mp4", with: "a: {uri: f/%04d.png, frameRate: 29.97}"), directory: "x")
    let expected = Asset(
      id: "a", location: "x/f/%04d.png", frameDuration: seconds(1001, over: 30_000))
    #expect(file.assets == [expected])
    #expect(try read(file.yaml(relativeTo: "x"), directory: "x").assets == file.assets)
  }

  @Test func `a generated clip without an end needs a duration`() throws {
    let noise = "cutaway: 1\nassets: {a: {noise: 1}, c: {countdown: 3}}\nsequence: "
    #expect(
      diagnose(noise + "[a]") == [
        "3:12: 'a' has no end: give a 'duration', or a 'source' with an end"
      ])
    let edit = try read(noise + "[c, {asset: a, duration: 2}, {asset: a, duration: 1}]")
    #expect(edit.duration == seconds(6))
  }

  @Test func `values of variables are texts as on the command line`() throws {
    let text = base.replacing(
      "a: a.mp4", with: "a: {uri: b.yaml, vars: {x: 1, y: [1, 'b, c'], z: text, w: true}}")
    let assets = try read(text).assets
    #expect(assets[0].values == ["x": "1", "y": "[1, \"b, c\"]", "z": "text", "w": "true"])
    #expect(try read(try read(text).yaml()).assets == assets)
  }

  @Test(arguments: [
    ("{uri: b.mp4, vars: {x: 1}}", "'vars' needs a composition file"),
    ("{color: red, vars: {x: 1}}", "'vars' needs 'uri'"),
    ("{uri: b.yaml, vars: {x: {}}}", "expected a text, a number, true or false, or a list"),
    ("{uri: b.yaml, vars: 3}", "vars: a map of names and values"),
  ])
  func `wrong values are errors`(asset: String, message: String) {
    do {
      _ = try read(base.replacing("a: a.mp4", with: "a: \(asset)"))
      Issue.record("it was read")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test(arguments: ["{uri: 5}", "{bars: 3}", "5", "{countdown: x}"])
  func `a wrong asset is one error, also where its length is needed`(asset: String) {
    do {
      _ = try CompositionDocument(
        reading: "{cutaway: 1, assets: {a: \(asset)}, sequence: [a]}", file: "f", directory: "")
      Issue.record("it was read")
    } catch {
      #expect(error.diagnostics.count == 1, "\(error)")
    }
  }
}
