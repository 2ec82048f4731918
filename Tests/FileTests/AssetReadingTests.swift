import CutawayFile
import CutawayModel
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
    ("a: {}", "3:13: an asset needs 'uri'"),
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
}
