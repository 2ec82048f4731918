import CutawayFile
import CutawayModel
import CutawayTime

extension Timeline {
  /// The properties of the `layertree` that draws the overlays; `nil` without overlays.
  var overlayProperties: [PipelineGraph.Property]? {
    let composition = resolved.composition
    if composition.overlays.isEmpty { return nil }
    let layers = composition.overlays.map { layer in
      layer.mappingImages { name in composition.asset(Asset.ID(name))?.location ?? name }
    }
    // Layers lie in the coordinates of the render size, whatever the size of the output.
    let size = resolved.renderSize
    return [
      .init("tree", .string(layers.treeText)), .init("width", .int(size.width)),
      .init("height", .int(size.height)),
    ] + (range.start == .zero ? [] : [.init("start", .string("\(range.start)"))])
  }
}
