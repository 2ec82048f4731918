import CutawayKeyframes
import CutawayOverlays
import CutawayTime

/// How a picture is placed in a render size of another shape.
public enum PicturePlacement: String, Sendable, Hashable, Codable, CaseIterable {
  /// All of it is visible, with background beside or above it.
  case fit
  /// It covers the whole render size, and loses its edges.
  case fill
}

extension Composition {
  /// The composition for another render size, with everything in a place that means the same.
  ///
  /// - A clip that is placed with `fit` keeps it, or gets `fill` with ``PicturePlacement/fill``; `fill`
  ///   and `stretch` stay.
  /// - A clip in pixels, also one with `preferred` or without a transform, is scaled with the old picture,
  ///   which is placed as `placement` says. Steps after a placement are scaled likewise.
  /// - Tracks with generated pictures alone fill the picture, as they did.
  /// - Overlays and tracks of layers always stay visible: they are scaled as with
  ///   ``PicturePlacement/fit``, and their middles keep their places in parts of the width and the height.
  ///   Layers whose position is animated keep their places in the old picture, which is in the middle.
  /// - Crops, and the pixels that effects and compositors count, stay as they are.
  ///
  /// - Parameters:
  ///   - size: The new render size.
  ///   - old: The render size that the coordinates of the composition assume.
  ///   - placement: How the old picture is placed in the new size.
  /// - Returns: The composition with the new render size.
  package func resized(
    to size: PixelSize, from old: PixelSize, _ placement: PicturePlacement
  ) -> Composition {
    var result = self
    result.render.size = size
    if size == old { return result }
    let change = PictureChange(from: old, to: size, placement)
    let adapting = adaptingTracks
    result.instructions = tiledInstructions().map { tile in
      var instruction = tile.instruction
      for index in instruction.layers.indices {
        let layer = instruction.layers[index]
        instruction.layers[index].transform = change.transform(
          adapting.contains(layer.track) ? layer.transform.stretched : layer.transform)
      }
      return instruction
    }
    let layers = PictureChange(from: old, to: size, .fit)
    result.overlays = overlays.map(layers.layer)
    for index in tracks.indices {
      guard let layer = tracks[index].layer else { continue }
      // A still that was inserted for the old size has no use any more.
      var track = Track(id: tracks[index].id, layer: layers.layer(layer))
      track.effects = tracks[index].effects
      result.tracks[index] = track
    }
    return result
  }
}

extension OverlayLayer {
  /// The size of the area around the layer in a picture of another size, in pixels of the old one.
  ///
  /// What depends on the size of the picture, such as the looks of captions, is that of this size.
  package func area(in size: PixelSize, from old: PixelSize) -> PixelSize {
    if size == old { return old }
    let area = PictureChange(from: old, to: size, .fit).area(around: self)
    return PixelSize(width: Int(area.width.rounded()), height: Int(area.height.rounded()))
  }
}

extension Composition {
  /// The tracks whose frames have the render size, whatever it is.
  private var adaptingTracks: Set<Track.ID> {
    let generated = Set(assets.filter(\.adaptsToRenderSize).map(\.id))
    return Set(
      tracks.filter { track in
        track.layer != nil
          || track.segments.compactMap(\.media).allSatisfy { generated.contains($0.asset) }
      }.map(\.id))
  }
}

extension AnimatedValue<LayerTransform> {
  /// The same transforms for frames of the render size, which `stretch` leaves as they are.
  fileprivate var stretched: Self {
    func stretched(_ value: LayerTransform) -> LayerTransform {
      LayerTransform(.stretch, then: value.matrix)
    }
    return entries.isEmpty ? AnimatedValue(LayerTransform(.stretch)) : map(stretched)
  }
}

/// The place of an old picture in a new one.
private struct PictureChange {
  let old: PixelSize
  let new: PixelSize
  let placement: PicturePlacement
  let scale: Double

  init(from old: PixelSize, to new: PixelSize, _ placement: PicturePlacement) {
    self.old = old
    self.new = new
    self.placement = placement
    let ratios = (
      Double(new.width) / Double(old.width), Double(new.height) / Double(old.height)
    )
    scale =
      placement == .fit ? min(ratios.0, ratios.1) : max(ratios.0, ratios.1)
  }

  /// From coordinates of the old picture to those of the new one.
  private var matrix: TransformMatrix {
    TransformMatrix.scale(x: scale, y: scale).concatenating(
      .translation(
        x: (Double(new.width) - scale * Double(old.width)) / 2,
        y: (Double(new.height) - scale * Double(old.height)) / 2))
  }

  private var inverse: TransformMatrix {
    let matrix = matrix
    return TransformMatrix.translation(x: -matrix.tx, y: -matrix.ty)
      .concatenating(.scale(x: 1 / scale, y: 1 / scale))
  }

  // MARK: Clips

  /// The transform of a layer in the new picture.
  func transform(_ value: AnimatedValue<LayerTransform>) -> AnimatedValue<LayerTransform> {
    let identity = transform(LayerTransform())
    guard let first = value.entries.first else { return AnimatedValue(identity) }
    var changed = value.map(transform)
    // Before its first entry, a layer has the identity.
    if first.span.start > .zero {
      changed.replaceEntries(with: [.instant(at: .zero, value: identity)] + changed.entries)
    }
    return changed
  }

  private func transform(_ value: LayerTransform) -> LayerTransform {
    switch value.base {
    case .identity, .preferred:
      return LayerTransform(value.base, then: value.matrix.concatenating(matrix))
    case .fit where value.matrix == .identity && placement == .fill: return LayerTransform(.fill)
    case .fit, .fill, .stretch:
      if value.matrix == .identity { return value }
      return LayerTransform(
        value.base, then: inverse.concatenating(value.matrix).concatenating(matrix))
    }
  }

  // MARK: Layers

  /// A layer in a box that is as large as the new picture, or as the old one if its position is animated.
  func layer(_ layer: OverlayLayer) -> OverlayLayer {
    let canvas = area(around: layer)
    var box = OverlayLayer(width: .pixels(canvas.width), height: .pixels(canvas.height))
    box.transform = .scale(x: scale, y: scale)
    box.zPosition = layer.zPosition
    box.layers = [layer]
    if !isFixed(layer) {
      box.layers[0].spread(
        by: canvas.width / Double(old.width), canvas.height / Double(old.height))
    }
    return box
  }

  /// The size of the box around a layer, in pixels of the old picture.
  func area(around layer: OverlayLayer) -> (width: Double, height: Double) {
    isFixed(layer)
      ? (Double(old.width), Double(old.height))
      : (Double(new.width) / scale, Double(new.height) / scale)
  }

  private func isFixed(_ layer: OverlayLayer) -> Bool {
    layer.animations.contains { Self.places.contains($0.property) }
  }

  private static let places: Set<LayerProperty> = [.position, .positionX, .positionY]
}

extension OverlayLayer {
  /// Moves the middle of the layer in proportion to the area around it.
  fileprivate mutating func spread(by x: Double, _ y: Double) {
    switch position {
    case .place: break
    case .point(let left, let top):
      position = .point(x: left.moved(by: x, size: nil), y: top.moved(by: y, size: nil))
    case .corner(let left, let top):
      position = .corner(x: left.moved(by: x, size: width), y: top.moved(by: y, size: height))
    }
  }
}

extension LayerLength {
  /// A coordinate in an area that is `factor` times as large; percentages are in proportion already.
  fileprivate func moved(by factor: Double, size: LayerLength?) -> LayerLength {
    guard case .pixels(let place) = self else { return self }
    if case .pixels(let length)? = size {
      return .pixels((place + length / 2) * factor - length / 2)
    }
    return .pixels(place * factor)
  }
}
