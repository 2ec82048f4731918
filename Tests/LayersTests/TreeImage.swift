import CutawayElementKit
import CutawayFile
import CutawayLayers
import CutawayModel
import CutawayOverlays

/// Frames that `layertree` draws, without a pipeline.
enum TreeImage {
  static let width = 96
  static let height = 64

  /// Full chroma, so that a pixel has one sample of each plane.
  static let format = PlanarFormat(width: width, height: height, chroma: .full)

  /// A grey picture.
  static let grey: PlanarImage = {
    var image = PlanarImage(format)
    for y in 0..<height { for x in 0..<width { image[0, x, y] = 100 } }
    return image
  }()

  /// A picture whose luma rises by one for each pixel to the right and down, from 40 on.
  static let slope: PlanarImage = {
    var image = PlanarImage(format)
    for y in 0..<height { for x in 0..<width { image[0, x, y] = UInt8(40 + x + y) } }
    return image
  }()

  /// Draws a tree over a picture at a frame of a stream of 10 frames per second.
  static func drawn(
    _ tree: String, over picture: PlanarImage = grey, frame: Int64 = 0, bands: Int = 1,
    size: (UInt32, UInt32) = (0, 0), fonts: FontSources = FontSources()
  ) throws -> PlanarImage {
    try drawn(
      Shared(yaml: tree), over: picture, frame: frame, bands: bands, size: size, fonts: fonts)
  }

  static func drawn(
    _ tree: Shared<SharedLayers>, over picture: PlanarImage = grey, frame: Int64 = 0,
    bands: Int = 1, size: (UInt32, UInt32) = (0, 0), fonts: FontSources = FontSources()
  ) throws -> PlanarImage {
    var mixer = LayerTreeMixer()
    (mixer.tree, mixer.fonts) = (tree, Shared(fonts))
    (mixer.width, mixer.height) = size
    return try PlanarImage.mixed(
      by: mixer, [(PictureInput(), .planar(picture))], in: format,
      at: FrameInstant(index: frame, frames: 10, seconds: 1), bands: bands)
  }

  static func drawn(
    _ layers: [OverlayLayer], over picture: PlanarImage = grey, frame: Int64 = 0
  ) throws -> PlanarImage {
    try drawn(Shared(SharedLayers(layers)), over: picture, frame: frame)
  }

  /// A colour of BT.709 as luma and chroma.
  static func components(_ color: SIMD3<Double>) -> SIMD3<Double> {
    let luma = 0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
    return SIMD3(
      16 + 219 * luma, 128 + 224 * (color.z - luma) / 1.8556,
      128 + 224 * (color.x - luma) / 1.5748)
  }
}

extension [OverlayLayer] {
  /// Reads layers in the syntax of composition files, where images are paths.
  init(yaml tree: String) throws {
    let images = Set(tree.matches(of: /image: '?([^',}\]]+)/).map { "\"\($0.1)\": \"\($0.1)\"" })
    let text = """
      cutaway: 1
      render: {size: [96, 64], frameRate: 10}
      assets: {\((["film: film.mp4"] + images).joined(separator: ", "))}
      tracks: [{id: v, type: video, segments: [{asset: film, source: [0, 1]}]}]
      overlays: \(tree)
      """
    self = try CompositionDocument(reading: text, file: "f", directory: "").composition.overlays
  }
}

extension Shared<SharedLayers> {
  /// Reads layers in the syntax of composition files, where images are paths.
  init(yaml tree: String) throws { self.init(SharedLayers(try [OverlayLayer](yaml: tree))) }
}
