import CutawayElementKit
import CutawayLayers
import Testing

/// Bitmaps as planes and as packed pixels.
@Suite struct BitmapFormTests {
  /// Inside the picture: of still boxes, only what is visible is drawn, which affects chroma at edges.
  private static let boxes = [
    "frame: [0, 0, 95, 45], gradient: {colors: [navy, gold], from: [0, 0], to: [1, 1]}",
    "frame: [10, 4, 33, 17], background: '#20c080'",
    "frame: [0, 0, 20, 21], background: '#c02080'",
    "frame: [64, 24, 31, 21], background: '#4020f0'",
  ]

  private func drawn<Sample: PixelComponent>(
    _ tree: String, over picture: PlanarPixelImage<Sample>
  ) throws -> PlanarPixelImage<Sample> {
    var mixer = LayerTreeMixer()
    mixer.tree = try Shared(yaml: tree)
    return try PlanarPixelImage.mixed(
      by: mixer, [(PictureInput(), .planar(picture))], in: picture.format,
      at: FrameInstant(index: 0, frames: 10, seconds: 1))
  }

  /// Compares still boxes, which become planes, with boxes that move later, which do not.
  private func compare<Sample: PixelComponent>(
    over picture: PlanarPixelImage<Sample>, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for box in Self.boxes {
      let still = try drawn("[{\(box)}]", over: picture)
      let moving = try drawn(
        "[{\(box), offset: [{range: [1, 2], from: [0, 0], to: [4, 2]}]}]", over: picture)
      for plane in 0..<3 {
        let isSame = still.planes[plane] == moving.planes[plane]
        let isDrawn = still.planes[plane] != picture.planes[plane]
        #expect(isSame && isDrawn, "\(box), plane \(plane)", sourceLocation: sourceLocation)
      }
    }
  }

  @Test(arguments: PlanarFormat.Chroma.allCases, [8, 10])
  func `opaque bitmaps are the same as planes and as packed pixels`(
    chroma: PlanarFormat.Chroma, depth: Int
  ) throws {
    let format = PlanarFormat(width: 95, height: 45, chroma: chroma, depth: depth)
    if depth == 8 {
      try compare(over: PlanarImage(format))
    } else {
      try compare(over: DeepPlanarImage(format))
    }
  }

  @Test(arguments: [44, 45])
  func `a moving layer below the picture is not drawn`(height: Int) throws {
    let picture = PlanarImage(PlanarFormat(width: 64, height: height))
    for place in ["[10, 60, 40, 20]", "[70, 10, 40, 20]", "[10, -90, 40, 20]"] {
      let image = try drawn(
        "[{frame: \(place), background: red, offset: [{range: [1, 2], from: [0, 0], to: [0, 9]}]}]",
        over: picture)
      #expect((0..<3).allSatisfy { image.planes[$0] == picture.planes[$0] })
    }
  }
}
