import Cutaway

// The code of the page "In Swift", on images in memory.
func addBadge(to composition: inout Composition) {
  let badge = StillImage(
    size: PixelSize(width: 2, height: 1), pixels: [255, 0, 0, 255, 0, 0, 255, 128])
  composition.assets.append(Asset(id: "badge", image: badge))
  composition.overlays.append(OverlayLayer(.image(LayerImage(asset: "badge"))))
}
