import CutawayModel
import CutawayOverlays

extension CALayer {
  /// The tree of layers for a picture.
  ///
  /// - Parameters:
  ///   - width: The width of the picture in pixels.
  ///   - height: The height of the picture in pixels.
  ///   - pictures: The layers that show the picture.
  ///   - composition: Gets the assets of images.
  /// - Returns: The layers, from the bottom to the top.
  func overlays(
    width: Int, height: Int, pictures: [CALayer], _ composition: inout Composition
  ) -> [OverlayLayer] {
    var translation = LayerTranslation(
      size: CGSize(width: width, height: height), pictures: pictures)
    let layers = translation.root(self)
    for asset in translation.assets where composition.asset(asset.id) == nil {
      composition.assets.append(asset)
    }
    return layers
  }
}
