package import CutawayTime

extension LayerTree {
  /// The visible layers at a time of the composition, from the bottom to the top.
  ///
  /// It is a function of the time alone, so a frame after a seek is that of playback.
  package func presentation(
    at time: MediaTime, measuring measure: some LayerMeasuring
  ) -> [PresentedLayer] {
    let presentation = Presentation(
      place: FramePlace(time: time, frameDuration: frameDuration), measure: measure)
    let size = LayerSize(width: Double(size.width), height: Double(size.height))
    return presentation.present(layers, at: time, in: size, path: [], isFlipped: false)
  }
}

/// A visible layer.
///
/// It does not lie in `Presentation`: key paths to members of generic types are made at run time.
private struct ShownLayer {
  let zPosition: Double
  /// Where the anchor point lies in the layer around.
  let anchor: Point
  var layer: PresentedLayer
}

/// Computes the layers of one frame.
private struct Presentation<Measure: LayerMeasuring> {
  let place: FramePlace
  let measure: Measure

  /// Layers at a time of the clock around them, from the bottom to the top.
  func present(
    _ layers: [OverlayLayer], at time: MediaTime, in around: LayerSize,
    path: [PresentedLayer.Step], isFlipped: Bool, isMask: Bool = false
  ) -> [PresentedLayer] {
    let shown = layers.enumerated().flatMap { index, layer in
      let step = PresentedLayer.Step(index: isMask ? -1 : index, copy: 0)
      return present(layer, at: time, in: around, path: path + [step], isFlipped: isFlipped)
    }
    // Sorting is stable.
    return shown.sorted { $0.zPosition < $1.zPosition }.map(\.layer)
  }

  /// A layer and its copies at a time of the clock around it; those that are invisible are missing.
  private func present(
    _ layer: OverlayLayer, at time: MediaTime, in around: LayerSize,
    path: [PresentedLayer.Step], isFlipped: Bool
  ) -> [ShownLayer] {
    guard let copies = layer.copies else {
      return present(one: layer, at: time, in: around, path: path, isFlipped: isFlipped)
        .map { [$0] } ?? []
    }
    var change = TransformMatrix.identity, opacity = 1.0
    let step = TransformMatrix.scale(x: copies.scale.x, y: copies.scale.y)
      .concatenating(.rotation(degrees: copies.rotation))
      .concatenating(.translation(x: copies.offset.x, y: copies.offset.y))
    return (0..<max(0, copies.count)).compactMap { copy in
      defer {
        change = change.concatenating(step)
        opacity *= copies.opacity
      }
      var path = path
      path[path.count - 1].copy = copy
      let time = time - copies.delay * copy
      guard
        var shown = present(one: layer, at: time, in: around, path: path, isFlipped: isFlipped)
      else { return nil }
      let (x, y) = (shown.anchor.x, shown.anchor.y)
      shown.layer.matrix = shown.layer.matrix.concatenating(.translation(x: -x, y: -y))
        .concatenating(change).concatenating(.translation(x: x, y: y))
      shown.layer.opacity = (shown.layer.opacity * opacity).limited(to: 0...1)
      return shown.layer.opacity == 0 || !shown.layer.isPlaced ? nil : shown
    }
  }

  /// A layer without its copies; `nil` if it is invisible.
  private func present(
    one layer: OverlayLayer, at outer: MediaTime, in around: LayerSize,
    path: [PresentedLayer.Step], isFlipped: Bool
  ) -> ShownLayer? {
    if let range = layer.range, !range.contains(outer) { return nil }
    let time = layer.clock(at: outer)
    var state = LayerState(layer, at: time)
    for animation in layer.animations {
      guard let current = state[animation.property] else { continue }
      state[animation.property] = animation.value(at: time, current: current) ?? current
    }
    if state.isHidden { return nil }
    hold(&state.content, of: layer, at: time, outer)
    // Without a text there is no background either, as between two subtitles.
    if case .text(let text) = state.content, text.isEmpty { return nil }
    let size = state.measure(in: around, measuring: measure)
    state.place(size, in: around)
    // Position and size in the layer around are known only now.
    for animation in layer.animations where state[animation.property] == nil {
      guard let current = state.geometry[animation.property] else { continue }
      state.geometry[animation.property] =
        animation.value(at: time, current: current) ?? current
    }
    for animation in layer.animations { state.turn(by: animation.turn(at: time)) }
    for (passage, away) in layer.passages(at: outer - (layer.range?.start ?? .zero)) {
      state.apply(passage.passage, away: away, isExit: passage.isExit, in: around)
    }
    let opacity = state.opacity.limited(to: 0...1)
    if opacity == 0 { return nil }
    let geometry = state.geometry
    let inner = LayerSize(
      width: geometry.width.limited(to: 0...1e6), height: geometry.height.limited(to: 0...1e6))
    let isFlipped = isFlipped != layer.isGeometryFlipped
    var content = state.content, layers: [PresentedLayer] = []
    if case .emitter(let emitter) = content {
      content = .box
      layers = present(emitter, at: time, in: inner, path: path, isFlipped: isFlipped)
    }
    layers += present(layer.layers, at: time, in: inner, path: path, isFlipped: isFlipped)
    if isFlipped { content.turnUpright() }
    var mask = present(
      layer.mask, at: time, in: inner, path: path, isFlipped: isFlipped, isMask: true)
    for index in mask.indices { mask[index].move(by: state.scroll) }
    let matrix = state.sublayerMatrix
    for index in layers.indices { layers[index].move(by: matrix) }
    let presented = PresentedLayer(
      path: path, content: content, width: inner.width, height: inner.height,
      matrix: state.matrix, origin: state.origin, isFlipped: isFlipped, opacity: opacity,
      blending: layer.blending, background: state.background,
      cornerRadius: state.cornerRadius.limited(
        to: 0...max(0, min(inner.width, inner.height) / 2)),
      border: state.border?.limited, shadow: state.shadow?.limited,
      masksToBounds: layer.masksToBounds, mask: mask.filter(\.isPlaced),
      layers: layers.filter(\.isPlaced))
    // Animations may exceed what can be drawn.
    if !presented.isPlaced { return nil }
    return ShownLayer(zPosition: state.zPosition, anchor: state.anchor, layer: presented)
  }

  /// The particles of an emitter, from the bottom to the top.
  private func present(
    _ emitter: LayerEmitter, at time: MediaTime, in around: LayerSize,
    path: [PresentedLayer.Step], isFlipped: Bool
  ) -> [PresentedLayer] {
    emitter.cells.enumerated().flatMap { index, cell in
      emitter.particles(of: index, at: time, in: around).compactMap { particle in
        let step = PresentedLayer.Step(index: -2 - index, copy: particle.number)
        let layer = particle.color.map(cell.layer.colored) ?? cell.layer
        guard
          var shown = present(
            one: layer, at: particle.age, in: around, path: path + [step], isFlipped: isFlipped)
        else { return nil }
        shown.layer.matrix = shown.layer.matrix
          .concatenating(.translation(x: -shown.anchor.x, y: -shown.anchor.y))
          .concatenating(.scale(x: particle.scale, y: particle.scale))
          .concatenating(.rotation(degrees: particle.rotation))
          .concatenating(.translation(x: particle.place.x, y: particle.place.y))
        shown.layer.opacity *= particle.opacity
        return shown.layer.isPlaced ? shown.layer : nil
      }
    }
  }

  /// Replaces content that changes by itself by that at a time of the layer's clock, and of that around it.
  private func hold(
    _ content: inout LayerContent, of layer: OverlayLayer, at time: MediaTime, _ outer: MediaTime
  ) {
    switch content {
    case .text(let text): content = .text(text.held(at: time, place))
    case .image(var image):
      image.frame = measure.frame(of: image, at: time)
      content = .image(image)
    case .waveform(let waveform):
      let delay = waveform.delay(inFrame: place.frameDuration)
      content = .waveform(
        waveform.held(
          at: waveform.isInLayerClock ? layer.clock(at: outer + delay) : place.time + delay))
    case .box, .gradient, .shape, .video, .emitter: break
    }
  }
}

extension LayerContent {
  /// Changes the parts of an image from coordinates that grow upwards to those of the image.
  fileprivate mutating func turnUpright() {
    guard case .image(var image) = self else { return }
    let (rect, center) = (image.contentsRect, image.contentsCenter)
    image.contentsRect.y = 1 - rect.y - rect.height
    image.contentsCenter.y = 1 - center.y - center.height
    self = .image(image)
  }
}

extension PresentedLayer {
  /// Whether all numbers of the place are finite, and small enough to calculate with.
  fileprivate var isPlaced: Bool {
    let place = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty, width, height]
    return place.allSatisfy { $0.isFinite && abs($0) <= 1e7 }
  }

  /// Moves the layer by a transform of the layer around.
  fileprivate mutating func move(by change: TransformMatrix) {
    if change != .identity { matrix = matrix.concatenating(change) }
  }
}

extension Double {
  /// The number in limits; one that is not finite becomes the lower one.
  func limited(to limits: ClosedRange<Double>) -> Double {
    isFinite ? Swift.min(Swift.max(self, limits.lowerBound), limits.upperBound) : limits.lowerBound
  }
}

extension LayerBorder {
  fileprivate var limited: LayerBorder {
    LayerBorder(width: width.limited(to: 0...10_000), color: color)
  }
}

extension LayerShadow {
  fileprivate var limited: LayerShadow {
    LayerShadow(
      offset: Point(
        x: offset.x.limited(to: -100_000...100_000), y: offset.y.limited(to: -100_000...100_000)),
      radius: radius.limited(to: 0...1_000), opacity: opacity.limited(to: 0...1), color: color)
  }
}

extension OverlayLayer {
  /// The time of the layer's clock at a time of that around it.
  package func clock(at time: MediaTime) -> MediaTime {
    time.local(from: range?.start ?? .zero, speed: speed, offset: timeOffset)
  }

  /// The passages at a time since the start of the range, with how far the layer is from its place: 1
  /// is the outer end.
  fileprivate func passages(
    at time: MediaTime
  ) -> [(passage: (passage: LayerPassage, isExit: Bool), away: Double)] {
    func progress(_ passage: LayerPassage, _ elapsed: MediaTime, _ usual: Easing) -> Double {
      (passage.easing ?? .curve(usual)).progress(
        at: (elapsed / passage.time).seconds, seconds: elapsed.seconds)
    }
    var result: [(passage: (passage: LayerPassage, isExit: Bool), away: Double)] = []
    if let enter, enter.time > .zero, time < enter.time {
      result.append(((enter, false), 1 - progress(enter, max(.zero, time), .easeOut)))
    }
    if let exit, let range, exit.time > .zero, time > range.duration - exit.time {
      let elapsed = time - range.duration + exit.time
      result.append(((exit, true), progress(exit, elapsed, .easeIn)))
    }
    return result
  }
}

extension AnimatedValue where Value: Animatable {
  /// The value at a time; before the first entry, its first value.
  func held(at time: MediaTime) -> Value? {
    if let value = value(at: time) { return value }
    return switch entries.first {
    case nil: nil
    case .instant(_, let value): value
    case .ramp(let ramp): ramp.value(at: ramp.range.start)
    }
  }
}
