import CutawayModel
import CutawayTime

extension Composition {
  /// Describes generated pictures.
  ///
  /// - Parameters:
  ///   - media: The descriptions of all other assets.
  ///   - size: The render size, which is that of generated pictures.
  ///   - frameDuration: The duration of an output frame.
  /// - Returns: The descriptions of all assets.
  func describingGenerators(
    _ media: [Asset.ID: MediaDescription], size: PixelSize, frameDuration: MediaTime
  ) -> [Asset.ID: MediaDescription] {
    assets.reduce(into: media) { media, asset in
      guard let generator = asset.generator else { return }
      media[asset.id] = generator.description(size: size, frameDuration: frameDuration)
    }
  }

  /// What readers of the assets play.
  ///
  /// - Parameters:
  ///   - media: The descriptions of all assets.
  ///   - size: The render size, which is that of generated pictures.
  ///   - frameDuration: The duration of an output frame.
  /// - Returns: The sources, by asset name.
  func sources(
    _ media: [Asset.ID: MediaDescription], size: PixelSize, frameDuration: MediaTime
  ) -> [Asset.ID: MediaSource] {
    assets.reduce(into: [:]) { sources, asset in
      sources[asset.id] =
        if let generator = asset.generator {
          .generated(generator.frames(size: size, frameDuration: frameDuration))
        } else if let series = asset.imageSeries {
          .images(series)
        } else if let edit = media[asset.id]?.edit {
          .edit(edit)
        } else {
          .file(asset.location)
        }
    }
  }
}

extension Generator {
  /// The frames by which a reader plays the picture.
  fileprivate func frames(size: PixelSize, frameDuration: MediaTime) -> GeneratedFrames {
    let content: GeneratedFrames.Content
    switch self {
    case .image(let image): return GeneratedFrames(.image(image), size: image.size)
    case .color(let color): content = .color(color)
    case .noise(let seed): content = .noise(seed: seed)
    case .gradient, .bars, .countdown:
      let drawing = drawing(in: size)
      content = .layers(drawing?.layers ?? [], over: drawing?.over ?? .black)
    }
    return GeneratedFrames(content, size: size, frameDuration: moves ? frameDuration : nil)
  }
}
