import CutawayKeyframes
import CutawayOverlays
import CutawayTime

/// Whether and how a layer changes its place.
struct LayerMotion: Sendable {
  /// Whether its transform to the output changes.
  var isMoving = false
  /// The largest scale that the layer reaches in the tree.
  var scale = 1.0
  /// A time of the tree at which the layer has entered and has not begun to leave; `nil` for particles,
  /// which never rest.
  var rest: MediaTime? = .zero

  /// The motion of a layer in layers of this motion.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - clock: The clock around the layer.
  /// - Returns: The motion.
  func adding(_ layer: OverlayLayer, clock: LayerClock) -> LayerMotion {
    let passages = [layer.enter, layer.exit].compactMap(\.self)
    let geometric = layer.animations.filter { $0.property.isGeometric }
    let own =
      layer.scale.changes || layer.rotation.changes || layer.offset.changes || !geometric.isEmpty
      || passages.contains { $0.slide != nil || $0.scale != nil }
    var largest = layer.scale.allValues.map { max(abs($0.x), abs($0.y)) }.max() ?? 1
    for animation in geometric {
      largest = max(largest, animation.largestScale)
    }
    largest *= max(1, passages.compactMap(\.scale).max() ?? 1)
    return LayerMotion(
      isMoving: isMoving || own, scale: scale * largest * layer.transform.largestScale,
      rest: rest.map {
        let start = layer.range?.start ?? .zero
        return own ? clock.outermost(start + (layer.enter?.time ?? .zero)) : $0
      })
  }

  /// The motion of the layers in a layer of this motion.
  func inside(_ layer: OverlayLayer) -> LayerMotion {
    var inner = self
    inner.scale *= layer.sublayerTransform.largestScale
    for animation in layer.animations where animation.property.movesSublayers {
      inner.isMoving = true
      inner.scale *= max(1, animation.largestScale)
    }
    return inner
  }
}

/// From the clock of a layer to that of the tree.
struct LayerClock: Sendable {
  private var steps: [(start: MediaTime, speed: Double, offset: MediaTime)] = []

  /// The clock in a layer of this clock.
  func adding(_ layer: OverlayLayer) -> LayerClock {
    var clock = self
    clock.steps.append((layer.range?.start ?? .zero, layer.speed, layer.timeOffset))
    return clock
  }

  /// The time of the clock at a time of the tree.
  func time(at time: MediaTime) -> MediaTime {
    steps.reduce(time) { time, step in
      (time - step.start) * (MediaTime(seconds: step.speed) ?? .zero) + step.offset
    }
  }

  /// The time of the tree at a time of the clock; where a layer stands still, the start of its range.
  func outermost(_ time: MediaTime) -> MediaTime {
    steps.reversed().reduce(time) { time, step in
      guard step.speed != 0, let speed = MediaTime(seconds: step.speed) else { return step.start }
      return (time - step.offset) / speed + step.start
    }
  }
}

extension LayerProperty {
  fileprivate var isGeometric: Bool {
    switch self {
    case .position, .positionX, .positionY, .anchorPoint, .width, .height, .offset, .offsetX,
      .offsetY, .scale, .scaleX, .scaleY, .rotation, .transform:
      true
    default: false
    }
  }

  /// Whether the property moves the layers in a layer.
  fileprivate var movesSublayers: Bool {
    switch self {
    case .origin, .originX, .originY, .sublayerTransform: true
    default: false
    }
  }
}

extension LayerAnimation {
  /// The largest scale among the values, if the animation scales.
  fileprivate var largestScale: Double {
    guard [.scale, .scaleX, .scaleY, .transform, .sublayerTransform].contains(property) else {
      return 1
    }
    return allValues.map { value in
      switch value {
      case .number(let number): abs(number)
      case .point(let point): max(abs(point.x), abs(point.y))
      case .matrix(let matrix): matrix.largestScale
      default: 1
      }
    }.max() ?? 1
  }
}

extension AnimatedValue {
  /// Whether the value is not the same at all times.
  fileprivate var changes: Bool { Set(allValues).count > 1 }
}

extension TransformMatrix {
  /// The largest scale along an axis.
  var largestScale: Double {
    max((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
  }
}
