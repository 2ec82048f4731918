import CutawayModel
import CutawayTime

extension Composition {
  /// Gives assets without a file of their own, which are generated pictures, series of images and
  /// composition files, the locations from which they are read.
  ///
  /// - Parameters:
  ///   - size: The render size, which is that of generated pictures.
  ///   - frameDuration: The duration of an output frame.
  ///   - media: The descriptions of all assets.
  /// - Returns: The composition, and the descriptions with those of generated pictures.
  func locatingSources(
    size: PixelSize, frameDuration: MediaTime, _ media: [Asset.ID: MediaDescription]
  ) -> (Composition, [Asset.ID: MediaDescription]) {
    if assets.allSatisfy(\.isFile) { return (self, media) }
    var (result, media) = (self, media)
    for (index, asset) in assets.enumerated() {
      if let generator = asset.generator {
        media[asset.id] = generator.description(size: size, frameDuration: frameDuration)
        result.assets[index].location =
          generator.frames(size: size, frameDuration: frameDuration).location
      } else if let series = asset.imageSeries {
        result.assets[index].location = series.location
      } else if let edit = media[asset.id]?.edit {
        result.assets[index].location = edit.location
      }
    }
    return (result, media)
  }
}

extension Generator {
  /// The frames by which a reader plays the picture.
  fileprivate func frames(size: PixelSize, frameDuration: MediaTime) -> GeneratedFrames {
    let content: GeneratedFrames.Content
    switch self {
    case .color(let color): content = .color(color)
    case .noise(let seed): content = .noise(seed: seed)
    case .gradient, .bars, .countdown:
      let drawing = drawing(in: size)
      content = .layers(drawing?.layers ?? [], over: drawing?.over ?? .black)
    }
    return GeneratedFrames(content, size: size, frameDuration: moves ? frameDuration : nil)
  }
}
