import CutawayElementKit
import CutawayKeyframes
import CutawayOverlays
import CutawayTime

/// A tree of layers, and all that does not change from frame to frame.
struct LayerScene: Sendable {
  /// The settings from which the scene was made.
  let settings: LayerTreeMixer
  private let tree: LayerTree
  private let start: MediaTime
  /// When the layers are visible; `nil` is always.
  let windows: TimeWindows?
  private let output: MixerFormat
  /// From the coordinate system of the tree to pixels of the output.
  private let root: TransformMatrix
  /// Whether the picture is visible in layers only.
  let showsPicture: Bool
  /// How layers move, by their paths.
  private var motions: [[Int]: LayerMotion] = [:]
  /// The transforms of moving layers at rest, by their paths; `nil` for those that are invisible then.
  private var rests: [[PresentedLayer.Step]: TransformMatrix?] = [:]

  init(
    settings: LayerTreeMixer, tree: LayerTree, start: MediaTime, windows: TimeWindows?,
    output: MixerFormat
  ) {
    (self.settings, self.tree, self.start, self.output) = (settings, tree, start, output)
    self.windows = windows
    root = .scale(
      x: Double(output.width) / Double(tree.size.width),
      y: Double(output.height) / Double(tree.size.height))
    showsPicture = tree.layers.contains(where: \.showsPicture)
    add(tree.layers, path: [], around: LayerMotion(), clock: .zero)
  }

  private mutating func add(
    _ layers: [OverlayLayer], path: [Int], around: LayerMotion, clock: MediaTime
  ) {
    for (index, layer) in layers.enumerated() {
      let path = path + [index], clock = clock + (layer.range?.start ?? .zero)
      let motion = around.adding(layer, clock: clock)
      motions[path] = motion
      add(layer.layers, path: path, around: motion, clock: clock)
      if case .emitter(let emitter) = layer.content {
        add(emitter, path: path, around: motion, clock: clock)
      }
    }
  }

  private mutating func add(
    _ emitter: LayerEmitter, path: [Int], around: LayerMotion, clock: MediaTime
  ) {
    for (index, cell) in emitter.cells.enumerated() {
      let path = path + [-2 - index]
      var motion = around.adding(cell.layer, clock: clock)
      motion.isMoving = true
      motion.scale *= max(cell.largestScale, 0)
      motion.rest = nil
      motions[path] = motion
      add(cell.layer.layers, path: path, around: motion, clock: clock)
    }
  }

  /// The drawings of a frame, from the bottom to the top.
  ///
  /// - Parameters:
  ///   - time: The time of the stream.
  ///   - resources: Measures texts and images.
  /// - Returns: What to draw, and where.
  mutating func drawings(at time: MediaTime, _ resources: LayerResources) -> [LayerDrawing] {
    var drawings = LayerDrawings(output: output, size: tree.size, showsPicture: showsPicture)
    for layer in tree.presentation(at: time + start, measuring: resources) {
      add(layer, in: LayerSurroundings(matrix: root), resources, to: &drawings)
    }
    return drawings.all
  }

  /// Adds the drawings of a layer and the layers in it.
  private mutating func add(
    _ layer: PresentedLayer, in around: LayerSurroundings, _ resources: LayerResources,
    to drawings: inout LayerDrawings
  ) {
    var inner = around
    inner.matrix = layer.matrix.concatenating(around.matrix)
    inner.opacity *= layer.opacity
    let motion = motions[layer.path.map(\.index)] ?? LayerMotion()
    let rest =
      motion.isMoving
      ? motion.rest.flatMap { restMatrix(of: layer.path, at: $0, resources) } : inner.matrix
    func add(_ part: LayerImagePart, in place: LayerSurroundings) {
      let placing = LayerPlacing(
        part, clips: place.clips, at: place.matrix, rest: rest,
        isMoving: motion.isMoving, scale: motion.scale * root.largestScale, in: output)
      drawings.add(part, placing, in: place)
    }
    // A picture is not part of a bitmap, so the layers around it are drawn one by one.
    let showsPicture = showsPicture && layer.showsPicture
    if !showsPicture, layer.isDrawnAsOne {
      return add(.whole(layer), in: inner)
    }
    if showsPicture {
      if layer.hasShadow { add(.shadow(layer), in: inner) }
      inner.clips += layer.mask.map {
        LayerClip(form: .mask($0.withoutPaths), matrix: inner.matrix)
      }
    }
    if layer.drawsItself { add(.own(layer), in: inner) }
    var content = inner
    if showsPicture, layer.masksToBounds { content.clips.append(layer.clip(inner.matrix)) }
    if case .video(let gravity) = layer.content {
      drawings.addPicture(gravity, of: layer, in: inner, isClipped: layer.masksToBounds)
    }
    for layer in layer.layers { self.add(layer, in: content, resources, to: &drawings) }
    if layer.hasBorderAbove, let border = layer.border, border.width > 0 {
      add(.border(layer), in: inner)
    }
  }

  /// The transform of a layer to the output at a time at which it rests; `nil` if it is invisible then.
  private mutating func restMatrix(
    of path: [PresentedLayer.Step], at time: MediaTime, _ resources: LayerResources
  ) -> TransformMatrix? {
    if let known = rests[path] { return known }
    var layers = tree.presentation(at: time, measuring: LayerSizes(resources: resources))
    var matrix: TransformMatrix? = root
    for length in 1...path.count {
      let layer = layers.first { $0.path == Array(path.prefix(length)) }
      matrix = matrix.flatMap { layer?.matrix.concatenating($0) }
      layers = layer?.layers ?? []
    }
    rests[path] = .some(matrix)
    return matrix
  }
}

/// Whether and how a layer changes its place.
struct LayerMotion: Sendable {
  /// Whether its transform to the output changes.
  var isMoving = false
  /// The largest scale that the layer reaches in the tree.
  var scale = 1.0
  /// A time of the tree at which the layer has entered and has not begun to leave; `nil` for particles,
  /// which never rest.
  var rest: MediaTime? = .zero

  /// The motion of a layer in a layer of this motion, whose clock starts at a time of the tree.
  func adding(_ layer: OverlayLayer, clock: MediaTime) -> LayerMotion {
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
      rest: rest.map { own ? clock + (layer.enter?.time ?? .zero) : $0 })
  }
}

extension LayerProperty {
  fileprivate var isGeometric: Bool {
    switch self {
    case .position, .positionX, .positionY, .anchorPoint, .width, .height, .offset, .offsetX,
      .offsetY, .scale, .scaleX, .scaleY, .rotation:
      true
    default: false
    }
  }
}

extension LayerAnimation {
  /// The largest scale among the values, if the animation scales.
  fileprivate var largestScale: Double {
    guard [.scale, .scaleX, .scaleY].contains(property) else { return 1 }
    let all: [LayerValue] =
      switch values {
      case .basic(let from, let to, let by): [from, to, by].compactMap(\.self)
      case .keyframes(let values, _, _): values
      case .path: []
      }
    return all.map { value in
      switch value {
      case .number(let number): abs(number)
      case .point(let point): max(abs(point.x), abs(point.y))
      case .color: 1
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
