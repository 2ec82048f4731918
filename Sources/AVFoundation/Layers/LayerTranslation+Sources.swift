import CutawayKeyframes
import CutawayModel
import CutawayOverlays
import CutawayTime

// Layers that draw others many times: emitters and replicators.
extension LayerTranslation {
  /// The place of an emitter in its layer.
  mutating func source(of layer: CAEmitterLayer, _ own: Space) -> OverlayLayer? {
    guard let emitter = emitter(of: layer, own) else { return nil }
    var result = OverlayLayer(.emitter(emitter))
    let place = own.place(layer.emitterPosition)
    result.position = .point(x: .pixels(place.x), y: .pixels(place.y))
    result.width = .pixels(Double(max(0, layer.emitterSize.width)))
    result.height = .pixels(Double(max(0, layer.emitterSize.height)))
    result.anchorPoint = Point(x: 0.5, y: 0.5)
    return result
  }

  private mutating func emitter(of layer: CAEmitterLayer, _ own: Space) -> LayerEmitter? {
    let cells = (layer.emitterCells ?? []).filter { $0.isEnabled }.compactMap { cell in
      self.cell(cell, of: layer, own)
    }
    if cells.isEmpty { return nil }
    let shape: LayerEmitter.Shape =
      switch layer.emitterShape {
      case .line: .line
      case .rectangle, .cuboid: .rectangle
      case .circle, .sphere: .circle
      default: .point
      }
    return LayerEmitter(shape: shape, cells: cells, seed: Int(layer.seed))
  }

  private mutating func cell(
    _ cell: CAEmitterCell, of layer: CAEmitterLayer, _ own: Space
  ) -> LayerEmitter.Cell? {
    guard let image = cell.contents.flatMap({ CGImage(contents: $0) }) else { return nil }
    func range(_ value: Double, _ range: Double, _ factor: Double = 1) -> ClosedRange<Double> {
      let half = abs(range) / 2
      return max(0, (value - half) * factor)...max(0, (value + half) * factor)
    }
    func signed(_ value: Double, _ range: Double) -> ClosedRange<Double> {
      (value - abs(range) / 2)...(value + abs(range) / 2)
    }
    var particle = OverlayLayer(.image(LayerImage(asset: asset(of: image).id.description)))
    particle.width = .pixels(Double(image.width) / Double(max(cell.contentsScale, 0.01)))
    particle.height = .pixels(Double(image.height) / Double(max(cell.contentsScale, 0.01)))
    let life = range(
      Double(cell.lifetime), Double(cell.lifetimeRange), Double(layer.lifetime))
    var result = LayerEmitter.Cell(
      particle, rate: Double(cell.birthRate * layer.birthRate), lifetime: life)
    let turn = 180 / Double.pi, angle = own.sign * Double(cell.emissionLongitude) * turn
    result.direction = signed(angle, Double(cell.emissionRange) * turn)
    result.velocity = range(
      Double(cell.velocity), Double(cell.velocityRange), Double(layer.velocity))
    result.acceleration = Point(
      x: Double(cell.xAcceleration), y: own.sign * Double(cell.yAcceleration))
    result.scale = range(Double(cell.scale), Double(cell.scaleRange), Double(layer.scale))
    result.scaleSpeed = Double(cell.scaleSpeed)
    result.spin = signed(
      own.sign * Double(cell.spin) * turn * Double(layer.spin), Double(cell.spinRange) * turn)
    let alpha = Double(cell.color?.alpha ?? 1), half = Double(cell.alphaRange) / 2
    result.opacity = max(0, min(1, alpha - half))...max(0, min(1, alpha + half))
    result.opacitySpeed = Double(cell.alphaSpeed)
    if let end = cell.duration.isFinite ? cell.beginTime + cell.duration : nil {
      result.range = TimeRange(
        start: MediaTime(layerSeconds: cell.beginTime), end: MediaTime(layerSeconds: end))
    }
    return result
  }

  /// The sublayers of a replicator, as often as it shows them.
  mutating func copies(of layer: CAReplicatorLayer, _ own: Space) -> [OverlayLayer] {
    let color = layer.instanceColor?.rgba ?? (1, 1, 1, 1)
    let offsets = [
      layer.instanceRedOffset, layer.instanceGreenOffset, layer.instanceBlueOffset,
      layer.instanceAlphaOffset,
    ].map { Double($0) }
    let count = max(0, layer.instanceCount)
    if count == 0 { return [] }
    let around = tint
    defer { tint = around }
    func group(_ part: Double) -> OverlayLayer {
      tint.red = around.red * min(max(Double(color.0) + part * offsets[0], 0), 1)
      tint.green = around.green * min(max(Double(color.1) + part * offsets[1], 0), 1)
      tint.blue = around.blue * min(max(Double(color.2) + part * offsets[2], 0), 1)
      var group = OverlayLayer(.box)
      group.layers = (layer.sublayers ?? []).map { translate($0, in: own) }
      let opacity = min(max(Double(color.3) + part * offsets[3], 0), 1)
      if opacity != 1 { group.opacity = AnimatedValue(opacity) }
      return group
    }
    // The sublayers are copied about the centre of the layer; its own background is not.
    let step = own.matrix(layer.instanceTransform.affine)
    let delay = MediaTime(layerSeconds: layer.instanceDelay)
    if offsets.allSatisfy({ $0 == 0 }), let parts = TransformParts(step) {
      var group = group(0)
      group.copies = LayerCopies(
        count: count, offset: parts.offset, rotation: parts.degrees, scale: parts.scale,
        opacity: 1, delay: delay)
      return [group]
    }
    // Copies of different colours are layers of their own.
    var matrix = TransformMatrix.identity
    return (0..<min(count, 1_000)).map { index in
      var group = group(Double(index))
      (group.transform, group.timeOffset) = (matrix, .zero - delay * index)
      matrix = matrix.concatenating(step)
      return group
    }
  }
}
