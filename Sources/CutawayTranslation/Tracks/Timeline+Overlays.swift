import CutawayKeyframes
import CutawayModel
import CutawayTime

extension Timeline {
  /// The properties of the `layertree` that draws the overlays; `nil` if none are shown.
  var overlayProperties: [PipelineGraph.Property]? {
    let composition = resolved.composition
    let shown = overlayWindows
    if composition.overlays.isEmpty || shown.isEmpty { return nil }
    return properties(of: composition.overlays)
      + (shown == [TimeRange(start: .zero, duration: duration)]
        ? [] : [.init("windows", .shared(TimeWindows(shown)))])
  }

  /// The times at which instructions show overlays, in the time of the output.
  private var overlayWindows: [TimeRange] {
    windows(
      of: resolved.composition.tiledInstructions().map(\.instruction).filter(\.showsOverlays)
        .map(\.range))
  }

  /// The properties of a `layertree` that draws layers.
  func properties(of layers: [OverlayLayer]) -> [PipelineGraph.Property] {
    let composition = resolved.composition
    var images: [String: StillImage] = [:]
    let layers = layers.map { layer in
      layer.mappingContents { content in
        guard case .image(var image) = content else { return content }
        let source = resolved.sources[Asset.ID(image.asset)]
        if case .generated(let frames)? = source, case .image(let still) = frames.content {
          image.asset = "image:\(image.asset)"
          images[image.asset] = still
        } else if let source {
          image.asset = source.text
        }
        return .image(image)
      }
    }
    // Layers lie in the coordinates of the render size, whatever the size of the output.
    let size = resolved.renderSize
    return [
      .init("tree", .shared(SharedLayers(layers, images: images))),
      .init("width", .int(size.width)),
      .init("height", .int(size.height)),
    ]
      + (composition.fonts == FontSources()
        ? [] : [.init("fonts", .shared(composition.fonts))])
      + (picture.transferFunction == .bt709
        ? [] : [.init("transfer", .string(picture.transferFunction.rawValue))])
      + (range.start == .zero ? [] : [.init("start", .string("\(range.start)"))])
  }
}
