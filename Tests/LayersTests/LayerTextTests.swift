import CutawayElementKit
import CutawayLayers
import CutawayOverlays
import Foundation
import TestSupport
import Testing

/// Where and how `layertree` draws texts, on a picture of 96 × 64 grey pixels.
@Suite struct LayerTextTests {
  private static let family = "font: {family: DejaVu Sans, size: 16"

  /// The columns and rows whose luma differs from the picture.
  private func drawn(
    _ layer: String, frame: Int64 = 0, fonts: FontSources = FontSources()
  ) throws -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>, image: PlanarImage) {
    let image = try TreeImage.drawn("[\(layer)]", frame: frame, fonts: fonts)
    func differs(_ x: Int, _ y: Int) -> Bool { abs(Int(image[0, x, y]) - 100) > 8 }
    let columns = (0..<TreeImage.width).filter { x in
      (0..<TreeImage.height).contains { differs(x, $0) }
    }
    let rows = (0..<TreeImage.height).filter { y in
      (0..<TreeImage.width).contains { differs($0, y) }
    }
    let (left, right) = (try #require(columns.first), try #require(columns.last))
    let (top, bottom) = (try #require(rows.first), try #require(rows.last))
    return (left...right, top...bottom, image)
  }

  @Test func `padding, and both alignments, place the lines in the layer`() throws {
    func place(_ keys: String) throws -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
      let text = try drawn("{text: HH, frame: [0, 0, 96, 64], \(Self.family)}, \(keys)}")
      return (text.columns, text.rows)
    }
    let first = try place("alignment: left")
    #expect(first.columns.lowerBound <= 3 && first.rows.lowerBound <= 6)
    let last = try place("alignment: right, verticalAlignment: bottom")
    #expect(last.columns.upperBound >= 92 && last.rows.upperBound >= 57)
    let middle = try place("alignment: center, verticalAlignment: center")
    #expect(abs(middle.columns.lowerBound + middle.columns.upperBound - 95) <= 2)
    let padded = try place("alignment: left, padding: [20, 10]")
    #expect(padded.columns.lowerBound == first.columns.lowerBound + 20)
    #expect(padded.rows.lowerBound == first.rows.lowerBound + 10)
    let unwrapped = try place("alignment: right, wrap: false")
    #expect(unwrapped.columns.upperBound >= 92)
  }

  @Test(arguments: (2...32).map { UInt32(75 * $0) })
  func `a text of its own width stays in one line at each scale`(width: UInt32) throws {
    let height = width * 2 / 3, scale = Double(TreeImage.width) / Double(width)
    let size = Double(width) / 12
    let image = try TreeImage.drawn(
      "[{text: Hello Somebody, place: center, font: {family: DejaVu Sans, size: \(size)}}]",
      size: (width, height))
    let rows = (0..<TreeImage.height).filter { y in
      (0..<TreeImage.width).contains { abs(Int(image[0, $0, y]) - 100) > 8 }
    }
    let (top, bottom) = (try #require(rows.first), try #require(rows.last))
    #expect(Double(bottom - top) < 1.4 * size * scale)
  }

  @Test func `text from right to left starts at the right`() throws {
    let hebrew = "text: \u{5D0}\u{5D1}, frame: [0, 0, 96, 64], \(Self.family)}"
    #expect(try drawn("{\(hebrew)}").columns.lowerBound > 60)
    #expect(try drawn("{\(hebrew), alignment: left}").columns.lowerBound < 4)
    let latin = "text: AB, frame: [0, 0, 96, 64], \(Self.family)}"
    #expect(try drawn("{\(latin), direction: rightToLeft}").columns.lowerBound > 60)
  }

  @Test func `lines wrap, are limited, or shrink to fit`() throws {
    let text = "text: HH HH HH HH HH HH, frame: [0, 0, 60, 44], \(Self.family)}"
    let wrapped = try drawn("{\(text)}")
    #expect(wrapped.rows.upperBound > 44 && wrapped.columns.upperBound < 60)
    let one = try drawn("{\(text), maximumLines: 1}")
    #expect(one.rows.upperBound < 20 && one.columns.upperBound < 60)
    let fitted = try drawn("{\(text), shrinkToFit: true}")
    #expect(fitted.rows.upperBound <= 44 && fitted.columns.upperBound < 60)
    // The text is not smaller than necessary: a larger one would not fit.
    #expect(fitted.rows.upperBound > 28)
    let single = try drawn("{\(text), wrap: false, truncation: end}")
    #expect(single.rows.upperBound < 20 && single.columns.upperBound < 60)
  }

  @Test func `spacing and line height change the size`() throws {
    let plain = try drawn("{text: \"HHH\\nHHH\", place: topLeft, \(Self.family)}}")
    let spaced = try drawn(
      "{text: \"HHH\\nHHH\", place: topLeft, \(Self.family), letterSpacing: 6, lineHeight: 1.5}}")
    // The space follows each letter; the last one's is not visible.
    #expect(abs(spaced.columns.count - plain.columns.count - 12) <= 3)
    #expect(abs(spaced.rows.upperBound - plain.rows.upperBound - 14) <= 4)
  }

  @Test func `letters that have not appeared take their place, with their outline`() throws {
    let keys = "place: topLeft, \(Self.family)}, outline: {width: 1}"
    let whole = try drawn("{text: HHHH, \(keys)}")
    let part = try drawn("{text: HHHH, \(keys), reveal: character, rate: 20}", frame: 1)
    #expect(part.columns.upperBound < whole.columns.upperBound / 2 + 4)
    // What has appeared is the same, up to the third letter's outline.
    for y in 0..<TreeImage.height {
      for x in 0..<22 { #expect(part.image[0, x, y] == whole.image[0, x, y]) }
    }
  }

  @Test func `an outline lies outside of the letters, and a piece has its colour`() throws {
    let plain = try drawn("{text: H, position: [48, 32], \(Self.family)}}")
    let outlined = try drawn(
      "{text: H, position: [48, 32], \(Self.family)}, outline: {width: 3, color: black}}")
    #expect(abs(outlined.columns.count - plain.columns.count - 6) <= 1)
    let colored = try drawn("{text: [H, {text: H, color: blue}], \(Self.family)}}")
    let blue = (0..<TreeImage.width).filter { x in
      (0..<TreeImage.height).contains { colored.image[1, x, $0] > 180 }
    }
    #expect(!blue.isEmpty && blue.allSatisfy { $0 > 46 })
  }

  @Test func `fonts of the edit are the only ones, if the system's are excluded`() throws {
    let file = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    try #require(FileManager.default.fileExists(atPath: file))
    let own = try drawn(
      "{text: Ag, font: {family: No Such Font, size: 30}}",
      fonts: FontSources(files: [file], usesSystem: false))
    let system = try drawn("{text: Ag, font: {family: DejaVu Sans, size: 30}}")
    #expect(own.image == system.image)
  }

  @Test(arguments: [(700, false, "DejaVu Sans bold"), (400, true, "DejaVu Sans italic")])
  func `a missing bold or italic face is remarked`(
    weight: Int, isItalic: Bool, wanted: String
  ) throws {
    let file = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    try #require(FileManager.default.fileExists(atPath: file))
    func remarks(_ weight: Int, _ isItalic: Bool) throws -> [TextRemark] {
      let font = LayerFont(families: ["DejaVu Sans"], size: 20, weight: weight, isItalic: isItalic)
      let layer = OverlayLayer(.text(LayerText("A", font: font)))
      return try TextRemark.remarks(
        on: [(["a"], layer)], FontSources(files: [file], usesSystem: false))
    }
    #expect(try remarks(400, false).isEmpty)
    guard
      case .replacedFont(let lacking, "DejaVu Sans", file)? = try remarks(weight, isItalic).first?
        .kind
    else {
      Issue.record("no remark")
      return
    }
    #expect(lacking == wanted)
  }

  @Test(arguments: ["A\\n\\nB", "\\n\\nB", "A\\n\\n\\nB"])
  func `empty lines scale with the text`(text: String) throws {
    func lowest(_ scale: Int) throws -> Int? {
      let image = try TreeImage.drawn(
        "[{text: \"\(text)\", font: {size: 6}, position: [4, 4], anchorPoint: [0, 0], scale: \(scale)}]"
      )
      return (0..<TreeImage.height).last { y in
        (0..<TreeImage.width).contains { image[0, $0, y] > 130 }
      }
    }
    let (one, two) = (try #require(try lowest(1)), try #require(try lowest(2)))
    #expect(abs((two - 4) - 2 * (one - 4)) <= 3, "\(one) \(two)")
  }

  @Test func `a folder is no font`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let path = folder.url.path
    let error = #expect(throws: ElementError.self) {
      try drawn("{text: A}", fonts: FontSources(files: [path]))
    }
    #expect(error.map { "\($0)".contains(path) } == true)
  }

  @Test func `a file that is no font is an error that names it`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("junk.ttf")
    try Data("no font".utf8).write(to: file)
    do {
      _ = try drawn("{text: A}", fonts: FontSources(files: [file.path]))
      Issue.record("no error")
    } catch {
      #expect("\(error)".contains("cannot read the font \(file.path)"))
    }
  }

  @Test func `remarks name missing fonts and characters once`() throws {
    let text = LayerText("A\u{10FFFD}", font: LayerFont(families: ["No Such Font"]))
    let layer = OverlayLayer(.text(text))
    let remarks = try TextRemark.remarks(on: [(["a"], layer), (["b"], layer)], FontSources())
    #expect(remarks.count == 2)
    #expect(remarks.allSatisfy { $0.path == ["a"] })
    guard case .replacedFont(let wanted, _, let file) = remarks[0].kind else {
      Issue.record("\(remarks)")
      return
    }
    #expect(wanted == "No Such Font" && file.hasPrefix("/"))
    #expect(remarks[1].kind == .missingCharacters(["\u{10FFFD}"]))
    let plain = OverlayLayer(.text(LayerText("A")))
    #expect(try TextRemark.remarks(on: [(["a"], plain)], FontSources()).isEmpty)
  }

  @Test func `an animated image plays, repeats, and keeps its last frame`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("steps.gif")
    // Five frames of 0.2 s, each brighter than the one before.
    try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "color=black:s=16x16:r=5:d=1,format=gray,geq=lum='10+50*N'", file.path,
      ]
    ).check()
    func levels(_ keys: String, _ frames: [Int64]) throws -> [Int] {
      try frames.map { frame in
        let image = try TreeImage.drawn(
          "[{image: '\(file.path)', place: topLeft\(keys)}]", frame: frame)
        // Luma back to the number of the frame.
        let level = (Double(image[0, 8, 8]) - 16) / 219 * 255
        return Int(((level - 10) / 50).rounded())
      }
    }
    #expect(try levels("", [0, 1, 2, 5, 9, 10, 13, 27]) == [0, 0, 1, 2, 4, 0, 1, 3])
    #expect(try levels(", loop: false", [3, 9, 25]) == [1, 4, 4])
    #expect(try levels(", speed: 2", [0, 1, 4, 5]) == [0, 1, 4, 0])
    #expect(try levels(", source: [0.4, 0.8]", [0, 2, 4, 7]) == [2, 3, 2, 3])
    #expect(try levels(", range: [0.4, 3]", [5, 6]) == [0, 1])
  }

  @Test func `a film as an image starts where its edit list does`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (whole, trimmed) = (folder.file("whole.mp4"), folder.file("trimmed.mp4"))
    // 60 frames, each brighter than the one before, of which the edit list hides the first 30.
    try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "color=black:s=16x16:r=30:d=2,format=gray,geq=lum='20+3*N'", "-c:v", "libx264", "-qp", "1",
        "-g", "60", "-sc_threshold", "0", "-bf", "0", "-pix_fmt", "yuv420p", whole.path,
      ]
    ).check()
    try await ChildProcess(
      "ffmpeg", ["-v", "error", "-ss", "1", "-i", whole.path, "-c", "copy", trimmed.path]
    ).check()
    func luma(_ file: URL, _ frame: Int64) throws -> Double {
      let image = try TreeImage.drawn(
        "[{image: '\(file.path)', place: topLeft, loop: false}]", frame: frame)
      return Double(image[0, 8, 8])
    }
    let shown = try luma(trimmed, 0)
    // Ten frames of the drawing are a second.
    #expect(abs(shown - (try luma(whole, 10))) < 1)
    #expect(shown - (try luma(whole, 0)) > 50)
  }
}
