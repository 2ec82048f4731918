import CutawayFile
import CutawayLayers
import CutawayOverlays
import CutawayTime
import Testing

/// Layers that are probably not as intended.
@Suite struct LayerRemarkTests {
  private func remarks(_ tree: String) throws -> [LayerRemark] {
    let layers = try [OverlayLayer](yaml: tree)
    return try LayerRemark.remarks(
      on: layers.enumerated().map { (["overlays", "\($0)"], $1) }, FontSources(),
      size: PixelSize(width: 400, height: 200), duration: 10
    ) { name in name == "vector" ? nil : PixelSize(width: 50, height: 25) }
  }

  private func kinds(_ tree: String) throws -> [LayerRemark.Kind] { try remarks(tree).map(\.kind) }

  @Test(arguments: [
    ("{background: red, frame: [500, 0, 50, 50]}", "outside"),
    ("{background: red, opacity: 0}", "transparent"), ("{background: red, hidden: true}", "hidden"),
    ("{background: red, range: [12, 14]}", "after the end"),
  ])
  func `a layer that is never visible has a reason`(layer: String, reason: String) throws {
    guard case .unseen(let text)? = try kinds("[\(layer)]").first else {
      Issue.record("no remark")
      return
    }
    #expect(text.contains(reason))
  }

  @Test(arguments: [
    "{background: red, frame: [500, 0, 50, 50], enter: {slide: left}, offset: [-300, 0]}",
    "{background: red, opacity: [{range: [4, 5], from: 0, to: 1}]}",
    "{background: red, hidden: true, animations: [{property: hidden, to: false, duration: 1}]}",
    "{range: [3, 4], layers: [{background: red, range: [0.25, 0.5]}]}",
    "{text: [{at: 0, text: ''}, {at: 3.1, text: A}, {at: 3.2, text: ''}]}",
    "{frame: [500, 0, 50, 50], layers: [{background: red, frame: [-200, 0, 50, 50]}]}",
    "{image: vector, size: [400, 200]}", "{text: Fits}",
  ])
  func `a layer that is visible at some time has no remark`(layer: String) throws {
    #expect(try kinds("[\(layer)]").isEmpty)
  }

  @Test func `an inner layer has its path, and its outer one is named once`() throws {
    let inner = try remarks("[{layers: [{}, {opacity: 0, layers: [{}]}]}]")
    #expect(inner.map(\.path) == [["overlays", "0", "layers", "1"]])
  }

  @Test(arguments: [
    ("{range: [3, 5], background: red, animations: [{property: opacity, to: 0, at: 3}]}", 3, 2),
    ("{range: [3, 5], background: red, animations: [{property: opacity, to: 0, at: 2}]}", 2, 2),
    ("{background: red, animations: [{property: rotation, to: 9, at: 11}]}", 11, 10),
    // A clock of double speed.
    (
      "{range: [3, 5], clock: {speed: 2}, background: red, animations: [{property: scale.x, to: 2, at: 4}]}",
      4, 4
    ),
    (
      "{range: [1, 2], background: red, layers: [{background: blue, animations: [{property: opacity, to: 0, at: 1}]}]}",
      1, 1
    ),
  ])
  func `Q34: an animation that begins after its layer has ended is named`(
    layer: String, begin: Int64, end: Int64
  ) throws {
    guard case .lateAnimation(_, let found, let last)? = try kinds("[\(layer)]").first else {
      Issue.record("no remark")
      return
    }
    #expect((found, last) == (MediaTime(begin), MediaTime(end)))
  }

  @Test(arguments: [
    "{range: [3, 5], background: red, animations: [{property: opacity, to: 0, at: 1.9}]}",
    "{range: [3, 5], clock: {speed: 2}, background: red, animations: [{property: scale.x, to: 2, at: 3}]}",
    "{range: [3, 5], clock: {offset: 1}, background: red, animations: [{property: opacity, to: 0, at: 2.5}]}",
    "{range: [3, 30], background: red, animations: [{property: opacity, to: 0, at: 6}]}",
  ])
  func `an animation that begins in time has no remark`(layer: String) throws {
    #expect(try kinds("[\(layer)]").isEmpty)
  }

  @Test func `an image enlarged over twice is named with its factor`() throws {
    #expect(try kinds("[{image: a, size: [100, 50]}]").isEmpty)
    #expect(
      try kinds("[{image: a, size: [100, 50], scale: 1.5}]") == [
        .enlargedImage(asset: "a", factor: 3)
      ])
    // Half of the image in the same area, at two pixels of it for one.
    #expect(
      try kinds("[{image: a, size: [100, 50], contentsRect: [0, 0, 0.5, 0.5]}]") == [
        .enlargedImage(asset: "a", factor: 4)
      ])
  }

  @Test func `a text that exceeds its layer is named with its excess`() throws {
    let font = "font: {family: DejaVu Sans, size: 40}"
    guard
      case .cutText(let text, let width, let height, let isClipped)? = try kinds(
        "[{text: A long title, \(font), frame: [0, 0, 100, 40], wrap: false, masksToBounds: true}]"
      ).first
    else {
      Issue.record("no remark")
      return
    }
    #expect(text == "A long title" && width > 50 && height > 0 && height < 20 && isClipped)
    for fitting in ["shrinkToFit: true", "truncation: end", "wrap: true"] {
      let frame = fitting == "wrap: true" ? "[0, 0, 200, 200]" : "[0, 0, 100, 60]"
      #expect(
        try kinds("[{text: A long title, \(font), frame: \(frame), \(fitting)}]").isEmpty,
        "\(fitting)")
    }
  }

  @Test func `one of several texts that exceeds the picture is named with its time`() throws {
    let font = "font: {family: DejaVu Sans, size: 20}"
    let long = (0..<60).map { "word\($0)" }.joined(separator: " ")
    let texts = "[{at: 0, text: short}, {at: 2, text: \(long)}, {at: 3, text: end}]"
    guard
      case .textBeyondPicture(let text, let time, let pixels)? = try kinds(
        "[{text: \(texts), \(font), place: bottom}]"
      ).first
    else {
      Issue.record("no remark")
      return
    }
    #expect(text.hasPrefix("word0") && time == MediaTime(2) && pixels > 20)
    #expect(try kinds("[{text: [{at: 0, text: short}, {at: 2, text: long}], \(font)}]").isEmpty)
    // One text may lie there on purpose.
    #expect(try kinds("[{text: short, \(font), position: [0, 50]}]").isEmpty)
  }

  @Test func `characters that are missing are found in all of many texts`() throws {
    let texts = (0..<1_500).map { "{at: \($0), text: \($0 == 1_400 ? "\u{10FFFD}" : "a")}" }
    let layers = try [OverlayLayer](yaml: "[{text: [\(texts.joined(separator: ", "))]}]")
    let remarks = try TextRemark.remarks(on: [(["overlays", "0"], layers[0])], FontSources())
    #expect(remarks.contains { $0.kind == .missingCharacters(["\u{10FFFD}"]) })
  }
}
