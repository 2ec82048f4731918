import CutawayElementKit
import CutawayLayers
import CutawayMedia
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Lottie animations: which files are drawn, and which frame.
@Suite struct LottieTests {
  /// An animation of 40 × 20 pixels and 4 frames in 0.4 s: a rectangle of 10 × 20 pixels that moves
  /// right by its width in each frame.
  private static let steps = """
    {"v": "5.5.7", "fr": 10, "ip": 0, "op": 4, "w": 40, "h": 20, "layers": [
    {"ty": 4, "ip": 0, "op": 4, "st": 0, "sr": 1, "ks": {"o": {"k": 100}, "r": {"k": 0},
    "s": {"k": [100, 100]}, "a": {"k": [0, 0]}, "p": {"a": 1, "k": [
    {"t": 0, "s": [5, 10], "h": 1}, {"t": 1, "s": [15, 10], "h": 1},
    {"t": 2, "s": [25, 10], "h": 1}, {"t": 3, "s": [35, 10], "h": 1}]}},
    "shapes": [{"ty": "gr", "it": [{"ty": "rc", "p": {"k": [0, 0]}, "s": {"k": [10, 20]},
    "r": {"k": 0}}, {"ty": "fl", "c": {"k": [1, 0, 0, 1]}, "o": {"k": 100}},
    {"ty": "tr", "p": {"k": [0, 0]}, "a": {"k": [0, 0]}, "s": {"k": [100, 100]}, "r": {"k": 0},
    "o": {"k": 100}}]}]}]}
    """

  /// Writes a text to a file, and passes its path.
  private func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("animation.json")
    try Data(text.utf8).write(to: file)
    return try body(file.path)
  }

  /// The tenths of the width of the picture, 96 pixels, in which a frame shows the rectangle.
  private func place(_ key: String, at frame: Int64) throws -> [Int] {
    try withFile(Self.steps) { path in
      let image = try TreeImage.drawn(
        "[{image: '\(path)', frame: [8, 8, 80, 40], \(key)}]", frame: frame)
      let red = TreeImage.components(SIMD3(1, 0, 0))
      return (0..<4).filter { place in
        let (x, y) = (8 + place * 20 + 10, 28)
        return (0..<3).allSatisfy { abs(Double(image[$0, x, y]) - red[$0]) <= 1 }
      }
    }
  }

  @Test(.enabled(if: LottieRenderer.isAvailable, "no library rlottie"))
  func `each time shows its frame, and the animation repeats`() throws {
    for frame in 0..<11 as Range<Int64> {
      #expect(try place("speed: 1", at: frame) == [Int(frame % 4)])
      #expect(try place("loop: false", at: frame) == [Int(min(frame, 3))])
    }
    #expect(try place("speed: 2", at: 1) == [2])
    #expect(try place("source: [0.2, 0.4]", at: 1) == [3])
    #expect(try place("source: [0.2, 0.4]", at: 2) == [2])
  }

  @Test(.enabled(if: LottieRenderer.isAvailable, "no library rlottie"))
  func `an animation is drawn in the size in which it is shown`() throws {
    let image = try withFile(Self.steps) { path in
      try TreeImage.drawn("[{image: '\(path)', frame: [8, 8, 80, 40]}]")
    }
    // Twice its size, the edge lies between two pixels, without a pixel between them.
    let (red, grey) = (TreeImage.components(SIMD3(1, 0, 0)), TreeImage.grey)
    #expect(abs(Double(image[0, 27, 28]) - red[0]) <= 1)
    #expect(abs(Int(image[0, 28, 28]) - Int(grey[0, 28, 28])) <= 1)
  }

  @Test func `a file states its size, rate and length`() throws {
    let file = try #require(try withFile(Self.steps) { try LottieFile(at: $0) })
    #expect((file.width, file.height, file.frameCount) == (40, 20, 4))
    #expect(file.frameDuration == MediaTime(1, over: 10))
    let ntsc = Self.steps.replacingOccurrences(of: "\"fr\": 10", with: "\"fr\": 29.97")
    let other = try #require(try withFile(ntsc) { try LottieFile(at: $0) })
    #expect(other.frameDuration == MediaTime(1_001, over: 30_000))
  }

  @Test(arguments: [
    "", "no JSON", "{", "[]", "{\"v\": \"5\"}", "{\"layers\": []}", "{\"a\": 1}",
  ])
  func `other files are no animations`(text: String) throws {
    #expect(try withFile(text) { try LottieFile(at: $0) } == nil)
  }

  @Test(arguments: [
    ("\"w\": 40", "\"w\": 5000", "5000.0×20.0 pixels"),
    ("\"w\": 40", "\"w\": \"a\"", "has no number 'w'"),
    ("\"fr\": 10", "\"fr\": 0", "0.0 frames per second"),
    ("\"op\": 4, \"w\"", "\"op\": 1e9, \"w\"", "frames; 1 to 100000"),
    (
      "\"layers\"", "\"assets\": [{\"u\": \"/etc/\", \"p\": \"passwd\"}], \"layers\"",
      "refers to another file"
    ),
    ("\"ty\": 4", "\"ty\": 4, \"deep\": DEEP", "deeper than 64 levels"),
  ])
  func `a hostile file is an error that names it`(
    part: String, replacement: String, message: String
  ) throws {
    let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
    let text = Self.steps.replacingOccurrences(
      of: part, with: replacement.replacingOccurrences(of: "DEEP", with: deep))
    #expect(text != Self.steps)
    try withFile(text) { path in
      let error = #expect(throws: ElementError.self) { try LottieFile(at: path) }
      #expect(error.map { "\($0)".contains(message) && "\($0)".contains(path) } == true, "\(error)")
    }
  }

  @Test func `what is not drawn is noted`() throws {
    let text = Self.steps.replacingOccurrences(
      of: "\"o\": {\"k\": 100}, \"r\"",
      with: "\"o\": {\"k\": 100, \"x\": \"var a = 1\"}, \"r\"")
    let file = try #require(
      try withFile(text.replacingOccurrences(of: "\"sr\": 1", with: "\"sr\": 1, \"ef\": [{}]")) {
        try LottieFile(at: $0)
      })
    #expect(file.undrawn == ["effects", "expressions"])
  }
}
