import CutawayModel
import CutawayTime
import CutawayTimeline
import CutawayTranslation
import Foundation
import FoundationXML
import TestSupport
import Testing

/// Drawings and their files.
@Suite struct DrawingTests {
  /// Every construct at once, with a name that must be escaped.
  private func crowded() throws -> Composition {
    var composition = Editing.composition(
      [
        try Editing.track("ground", (0, 10)),
        try Editing.track("a <track> & \"more\" of a name than there is room for", (2, 3), (5, 9)),
        try Editing.track("sound", (0, 1), (1, 2), (2, 9), type: .audio),
      ],
      [
        Instruction(range: Editing.range(0, 4), layers: [Layer(track: "ground")]),
        Instruction(
          range: Editing.range(4, 5),
          layers: [
            Layer(
              track: "ground", transform: Editing.moved(3000),
              opacity: try Editing.ramp(4, 5, from: 0, to: 1))
          ]),
        Instruction(range: Editing.range(5, 9), layers: []),
      ])
    composition.markers = [
      Marker(at: MediaTime(1), title: "A chapter with a long title indeed, longer than its room"),
      Marker(at: MediaTime(2), title: "<two>"),
    ]
    composition.overlays = (0..<20).map { index in
      OverlayLayer(
        .text(LayerText("A title that is longer than the room that its layer has \(index)")),
        range: index == 3
          ? nil
          : TimeRange(start: MediaTime(Int64(index) / 2), duration: MediaTime(1, over: 4)))
    }
    return composition
  }

  private func drawing(width: Double = 1000) throws -> Drawing {
    TimelineLayout(
      try crowded(), media: Editing.media, width: width, title: "a name & more.yaml"
    ).drawing(peaks: ["sound": Array(repeating: 0.5, count: 400)])
  }

  @Test(arguments: [500.0, 1000, 1600])
  func `no text overlaps another or leaves the drawing`(width: Double) throws {
    let drawing = try drawing(width: width)
    let boxes = drawing.shapes.flatMap(\.texts).filter { !$0.text.isEmpty }.map {
      ($0.text, $0.bounds)
    }
    #expect(boxes.count > 20)
    for (index, (text, box)) in boxes.enumerated() {
      #expect(box.x >= 0 && box.x + box.width <= drawing.width, "\(text)")
      #expect(box.y >= 0 && box.y + box.height <= drawing.height, "\(text)")
      for (other, second) in boxes[(index + 1)...] where box.overlaps(second) {
        Issue.record("'\(text)' runs into '\(other)'")
      }
    }
  }

  @Test func `an SVG is well-formed and contains the names as text`() throws {
    let reader = TextReader()
    let parser = XMLParser(data: Data(try drawing().svg.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(reader.texts.contains("ground"))
    #expect(reader.texts.contains("a name & more.yaml"))
    #expect(reader.texts.contains("<two>"))
    #expect(reader.texts.contains { $0.hasPrefix("a <track>") && $0.hasSuffix("…") })
    #expect(reader.root == ["width": "1000", "height": reader.root["height"]])
  }

  @Test func `an SVG embeds images as files`() throws {
    let picture = Drawing.Picture(
      size: PixelSize(width: 1, height: 1), pixels: [1, 2, 3, 255], file: [0xFF, 0xD8, 1])
    var drawing = Drawing(width: 10, height: 10, background: .black)
    drawing.shapes = [.picture(picture, Rectangle(x: 0, y: 0, width: 5, height: 5))]
    #expect(drawing.svg.contains("data:image/jpeg;base64,/9gB"))
  }

  @Test func `shapes become pixels at their positions`() throws {
    let red = Color(red: 255, green: 0, blue: 0), blue = Color(red: 0, green: 0, blue: 255)
    var drawing = Drawing(width: 40, height: 20, background: blue)
    let picture = Drawing.Picture(
      size: PixelSize(width: 2, height: 1), pixels: [0, 255, 0, 255, 9, 99, 200, 255])
    drawing.shapes = [
      .rectangle(Rectangle(x: 0, y: 0, width: 10, height: 10), fill: red),
      .clipped(
        Rectangle(x: 10, y: 0, width: 5, height: 5),
        [.rectangle(Rectangle(x: 10, y: 0, width: 10, height: 10), fill: red)]),
      .film([.polygon([.init(30, 0), .init(40, 0), .init(40, 10), .init(30, 10)], fill: red)]),
      .picture(picture, Rectangle(x: 0, y: 10, width: 20, height: 10)),
    ]
    #expect(drawing.svg.contains("<g class=\"film\">\n<polygon"))
    let rendered = try #require(drawing.rendered())
    #expect(rendered.size == PixelSize(width: 40, height: 20))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      Array(rendered.pixels[(y * 40 + x) * 4..<(y * 40 + x) * 4 + 4])
    }
    #expect(pixel(5, 5) == [255, 0, 0, 255])
    #expect(pixel(12, 2) == [255, 0, 0, 255])
    #expect(pixel(17, 2) == [0, 0, 255, 255])
    #expect(pixel(12, 7) == [0, 0, 255, 255])
    #expect(pixel(35, 5) == [255, 0, 0, 255])
    #expect(pixel(2, 15) == [0, 255, 0, 255])
    #expect(pixel(18, 15) == [9, 99, 200, 255])
  }

  @Test func `a drawing that is too large gives no image`() {
    #expect(Drawing(width: 40_000, height: 10, background: .black).rendered() == nil)
  }

  @Test func `a composition that is not valid is drawn, too`() throws {
    let composition = Editing.composition([try Editing.track("a", (0, 4), asset: "nobody")])
    let layout = TimelineLayout(composition, media: Editing.media)
    #expect(layout.rows[0].clips.map(\.isUnknown) == [true])
    let texts = layout.drawing().shapes.flatMap(\.texts).map(\.text)
    #expect(texts.contains("nobody (unreadable)"))
  }
}

extension Drawing.Shape {
  var texts: [Drawing.Text] {
    switch self {
    case .text(let text): [text]
    case .clipped(_, _, let shapes): shapes.flatMap(\.texts)
    default: []
    }
  }
}

extension Rectangle {
  fileprivate func overlaps(_ other: Rectangle) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }
}

private final class TextReader: NSObject, XMLParserDelegate {
  var texts: [String] = []
  var root: [String: String] = [:]
  private var isText = false

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if name == "svg" { root = attributes.filter { ["width", "height"].contains($0.key) } }
    isText = name == "text"
    if isText { texts.append("") }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if isText { texts[texts.count - 1] += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    isText = false
  }
}
