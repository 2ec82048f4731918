/// How many layers and particles a tree has, with all copies.
package struct LayerCount: Sendable, Hashable {
  /// Layers, masks and the layers of particles among them.
  package private(set) var layers = 0
  /// Particles at once.
  package private(set) var particles = 0

  /// The maximum number of layers of a composition.
  package static let layerLimit = 10_000
  /// The maximum number of particles of a composition at once.
  package static let particleLimit = 20_000

  /// Counts layers and all layers in them, up to a little more than the limits.
  package init(_ layers: [OverlayLayer]) { for layer in layers { add(layer, copies: 1) } }

  private mutating func add(_ layer: OverlayLayer, copies: Int) {
    let copies = min(copies * (layer.copies?.count ?? 1), Self.layerLimit + 1)
    layers = min(layers + copies, Self.layerLimit + 1)
    if layers > Self.layerLimit { return }
    if case .emitter(let emitter) = layer.content {
      for cell in emitter.cells {
        let count = min(copies * cell.capacity, Self.particleLimit + 1)
        particles = min(particles + count, Self.particleLimit + 1)
        add(cell.layer, copies: 1)
      }
    }
    for inner in layer.mask + layer.layers { add(inner, copies: copies) }
  }

  /// What there is too much of; `nil` if nothing is.
  package var fault: String? {
    if particles > Self.particleLimit {
      return "emitters have at most \(Self.particleLimit) particles at once (rate × lifetime)"
    }
    return layers > Self.layerLimit
      ? "a composition has at most \(Self.layerLimit) layers, copies included" : nil
  }
}
