import CutawayElementKit
import CutawayFile
import CutawayLayers
import CutawayMedia
import CutawayModel
import CutawayOverlays
import Foundation
import TestSupport
import Testing

/// How often layers are drawn, and what is kept.
@Suite struct CacheTests {
  /// Plans frames of a tree, and returns the state after them.
  private func planned(
    _ tree: String, frames: Range<Int64>, cacheSize: UInt64 = 64 << 20
  ) throws -> LayerTreeMixer.State {
    var mixer = LayerTreeMixer()
    (mixer.tree, mixer.cacheSize) = (try Shared(yaml: tree), cacheSize)
    let format = MixerFormat.planar(TreeImage.format)
    var state = mixer.makeState(for: format)
    let inputs = [MixerInput(settings: PictureInput(), format: format)]
    for frame in frames {
      _ = try mixer.plan(
        at: FrameInstant(index: frame, frames: 10, seconds: 1), inputs: inputs, state: &state)
    }
    return state
  }

  @Test func `a still tree is drawn once in a thousand frames`() throws {
    let tree = """
      [{frame: [5, 5, 40, 20], background: red, shadow: {radius: 2}},
      {text: Still, font: {family: DejaVu Sans, size: 20}, place: bottom},
      {gradient: {colors: [red, blue], type: conic}, frame: [60, 4, 20, 20]}]
      """
    #expect(try planned(tree, frames: 0..<1_000).drawnBitmapCount == 3)
    #expect(try planned(tree, frames: 0..<10, cacheSize: 0).drawnBitmapCount == 30)
    #expect(try planned(tree, frames: 0..<10, cacheSize: 0).keptByteCount == 0)
  }

  @Test func `a layer that moves, fades and turns is drawn once`() throws {
    let tree = """
      [{text: Move, font: {family: DejaVu Sans, size: 20}, rotation: [{range: [0, 9], from: 0, to: 90}],
      offset: [{range: [0, 9], from: [0, 0], to: [30, 9]}], opacity: [{range: [0, 9], from: 0.1, to: 1}]}]
      """
    #expect(try planned(tree, frames: 0..<90).drawnBitmapCount == 1)
  }

  @Test func `karaoke is drawn once for each word`() throws {
    let tree = """
      [{text: {words: [{at: 1, text: We}, {at: 3, text: go}, {at: 5, text: on}],
      current: {color: gold}}, font: {family: DejaVu Sans, size: 20}, place: center}]
      """
    // Before the first word, and with each of the three.
    #expect(try planned(tree, frames: 0..<90).drawnBitmapCount == 4)
  }

  @Test func `what is kept is limited, and the picture does not depend on it`() throws {
    let steps = (0..<30).map { "{at: \($0), text: Step \($0)}" }.joined(separator: ", ")
    let tree = "[{text: [\(steps)], font: {family: DejaVu Sans, size: 20}, place: center}]"
    let all = try planned(tree, frames: 0..<300)
    let few = try planned(tree, frames: 0..<300, cacheSize: 20_000)
    #expect(all.drawnBitmapCount == 30 && few.drawnBitmapCount == 30)
    #expect(few.keptByteCount <= 20_000 && all.keptByteCount > 40_000)
    func image(_ size: UInt64) throws -> PlanarImage {
      var mixer = LayerTreeMixer()
      (mixer.tree, mixer.cacheSize) = (try Shared(yaml: tree), size)
      return try PlanarImage.mixed(
        by: mixer, [(PictureInput(), .planar(TreeImage.grey))], in: TreeImage.format,
        at: FrameInstant(index: 55, frames: 10, seconds: 1))
    }
    #expect(try image(0) == image(64 << 20))
  }

  /// Six layers that show pictures of 1,600 × 1,200 pixels, each with a gradient of its own, at 16 × 12 pixels.
  private func thumbnails(in folder: TemporaryDirectory, transform: String = "") throws -> String {
    let layers = try (0..<6).map { number in
      let components = (0..<1_600 * 1_200).map { place in
        UInt16(place % 1_600 * (6 + number) + place / 1_600 * 20)
      }
      let file = folder.file("\(number).png")
      try PNGFile.deep(.grey, components, width: 1_600).write(to: file)
      return "{image: \(file.path), frame: [\(number * 16), 10, 16, 12]\(transform)}"
    }
    return "[\(layers.joined(separator: ", "))]"
  }

  @Test func `images that are shown small take little memory`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let state = try planned(try thumbnails(in: folder), frames: 0..<3, cacheSize: 0)
    // At least two pixels for one that is shown, and fewer than four, in each direction.
    let bytes = state.heldImageByteCount / 6
    #expect(bytes >= 32 * 24 * 4)
    #expect(bytes <= 64 * 48 * 4)
  }

  @Test func `an image that grows is held in a larger size`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let tree = try thumbnails(
      in: folder, transform: ", scale: [{range: [0, 1], from: 1, to: 20}]")
    let state = try planned(tree, frames: 0..<11, cacheSize: 0)
    let bytes = state.heldImageByteCount / 6
    #expect(bytes >= 640 * 480 * 4)
    #expect(bytes <= 1_280 * 960 * 4)
  }

  @Test func `images that are shown small look as they did in full size`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let files = try Shared<SharedLayers>(yaml: try thumbnails(in: folder))
    let layers = try files.value(of: "tree").layers
    var images: [String: StillImage] = [:]
    for number in 0..<6 {
      let path = folder.file("\(number).png").path
      images[path] = try MovingImage(at: path).first
    }
    let small = try TreeImage.drawn(files)
    let full = try TreeImage.drawn(Shared(SharedLayers(layers, images: images)))
    for plane in 0..<3 {
      for y in 0..<TreeImage.height {
        for x in 0..<TreeImage.width {
          #expect(abs(Int(small[plane, x, y]) - Int(full[plane, x, y])) <= 2, "\(plane) \(x) \(y)")
        }
      }
    }
  }

  @Test func `a tree in a file is the same as in the property`() throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("tree.json")
    let tree = try Shared(yaml: "[{frame: [5, 5, 40, 20], background: red}]")
    try Data(tree.text.utf8).write(to: file)
    func image(_ change: (inout LayerTreeMixer) -> Void) throws -> PlanarImage {
      var mixer = LayerTreeMixer()
      change(&mixer)
      return try PlanarImage.mixed(
        by: mixer, [(PictureInput(), .planar(TreeImage.grey))], in: TreeImage.format,
        at: FrameInstant(index: 0, frames: 10, seconds: 1))
    }
    #expect(try image { $0.location = file.path } == image { $0.tree = tree })
    for (location, message) in [
      (file.path, "exclude each other"), ("/no/such.json", "/no/such.json"),
    ] {
      let error = #expect(throws: ElementError.self) {
        try image {
          $0.location = location
          if location == file.path { $0.tree = tree }
        }
      }
      #expect(error.map { "\($0)".contains(message) } == true)
    }
  }
}
