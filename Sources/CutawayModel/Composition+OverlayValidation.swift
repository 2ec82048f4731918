import CutawayOverlays

extension Composition {
  /// The maximum number of layers, and of layers around each other.
  private static let (layerLimit, levelLimit) = (10_000, 5)

  func overlayFaults() -> [Fault] {
    var faults: [Fault] = [], count = 0
    let names = Set(assets.map(\.id))
    func check(
      _ layer: OverlayLayer, _ path: [String], level: Int, isMask: Bool, copies: Int = 1
    ) {
      let copies = min(copies * (layer.copies?.count ?? 1), Self.layerLimit + 1)
      count += copies
      if count > Self.layerLimit { return }
      if level > Self.levelLimit {
        faults.append(
          fault(path, .outOfRange, "layers lie at most \(Self.levelLimit) deep in each other"))
        return
      }
      faults += layer.faults(path, isMask: isMask)
      if case .image(let image) = layer.content, !names.contains(Asset.ID(image.asset)) {
        faults.append(
          fault(path + ["image"], .danglingReference, "no asset is called '\(image.asset)'"))
      }
      if case .text(let text) = layer.content, case .captions(let asset) = text.source,
        !names.contains(Asset.ID(asset))
      {
        faults.append(
          fault(path + ["captions"], .danglingReference, "no asset is called '\(asset)'"))
      }
      for (index, mask) in layer.mask.enumerated() {
        check(mask, path + ["mask", "\(index)"], level: level + 1, isMask: true, copies: copies)
      }
      for (index, inner) in layer.layers.enumerated() {
        check(
          inner, path + ["layers", "\(index)"], level: level + 1, isMask: isMask, copies: copies)
      }
    }
    for (index, layer) in overlays.enumerated() {
      check(layer, ["overlays", "\(index)"], level: 1, isMask: false)
    }
    if count > Self.layerLimit {
      faults.append(
        fault(
          ["overlays"], .outOfRange,
          "a composition has at most \(Self.layerLimit) layers, copies included"))
    }
    return faults
  }
}

extension OverlayLayer {
  /// The faults of the layer itself.
  fileprivate func faults(_ path: [String], isMask: Bool) -> [Composition.Fault] {
    var faults: [Composition.Fault] = []
    func check(_ isFault: Bool, _ key: String, _ message: String) {
      if isFault {
        faults.append(
          Composition.Fault(
            path: path + [key], error: CompositionError(.invalidValue, message)))
      }
    }
    check(isMask && !mask.isEmpty, "mask", "a mask cannot have a mask")
    if case .video = content { check(isMask, "video", "a mask cannot show the picture") }
    check(mask.count > 1, "mask", "a layer has at most one mask")
    check(exit != nil && range == nil, "exit", "'exit' needs a 'range', at whose end it is")
    if case .gradient(let gradient) = content {
      check(gradient.colors.count < 2, "gradient", "a gradient needs at least two colours")
      let places = gradient.locations
      check(
        !places.isEmpty && places.count != gradient.colors.count, "gradient",
        "a gradient has \(gradient.colors.count) colours, but \(places.count) locations")
      check(
        zip(places, places.dropFirst()).contains { $0 > $1 }, "gradient",
        "the locations of a gradient must not fall")
    }
    return faults
  }
}
