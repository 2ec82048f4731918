import CutawayFile
import CutawayModel
import CutawayTime

extension Timeline {
  /// The properties of the `layertree` that draws the overlays; `nil` without overlays.
  var overlayProperties: [PipelineGraph.Property]? {
    let composition = resolved.composition
    if composition.overlays.isEmpty { return nil }
    let layers = composition.overlays.map { layer in
      layer.mappingContents { content in
        guard case .image(var image) = content else { return content }
        image.asset = composition.asset(Asset.ID(image.asset))?.location ?? image.asset
        return .image(image)
      }
    }
    // Layers lie in the coordinates of the render size, whatever the size of the output.
    let size = resolved.renderSize
    return [
      .init("tree", .string(layers.treeText)), .init("width", .int(size.width)),
      .init("height", .int(size.height)),
    ]
      + (composition.fonts == FontSources()
        ? [] : [.init("fonts", .string(composition.fonts.text))])
      + (range.start == .zero ? [] : [.init("start", .string("\(range.start)"))])
  }
}
