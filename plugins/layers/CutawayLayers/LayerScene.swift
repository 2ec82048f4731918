import CutawayElementKit
import CutawayKeyframes
import CutawayOverlays
import CutawayTime

/// A tree of layers, and all that does not change from frame to frame.
struct LayerScene: Sendable {
  /// The settings from which the scene was made.
  let settings: LayerTreeMixer
  private let tree: LayerTree
  /// The images in memory, by the names in the tree.
  let stills: [String: StillImage]
  private let start: MediaTime
  /// When the layers are visible; without any, always.
  private let windows: TimeWindows
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
    settings: LayerTreeMixer, tree: LayerTree, stills: [String: StillImage], start: MediaTime,
    windows: TimeWindows, output: MixerFormat
  ) {
    (self.settings, self.tree, self.start, self.output) = (settings, tree, start, output)
    self.stills = stills
    self.windows = windows
    root = .scale(
      x: Double(output.width) / Double(tree.size.width),
      y: Double(output.height) / Double(tree.size.height))
    showsPicture = tree.layers.contains(where: \.showsPicture)
    add(tree.layers, path: [], around: LayerMotion(), clock: LayerClock())
  }

  /// Whether the layers are visible at a time of the stream.
  func isVisible(at time: MediaTime) -> Bool {
    windows.isEmpty || windows.contains(time.nanoseconds)
  }

  private mutating func add(
    _ layers: [OverlayLayer], path: [Int], around: LayerMotion, clock: LayerClock
  ) {
    for (index, layer) in layers.enumerated() {
      let path = path + [index]
      let motion = around.adding(layer, clock: clock)
      motions[path] = motion
      let (inner, own) = (motion.inside(layer), clock.adding(layer))
      add(layer.layers, path: path, around: inner, clock: own)
      if case .emitter(let emitter) = layer.content {
        add(emitter, path: path, around: inner, clock: own)
      }
    }
  }

  private mutating func add(
    _ emitter: LayerEmitter, path: [Int], around: LayerMotion, clock: LayerClock
  ) {
    for (index, cell) in emitter.cells.enumerated() {
      let path = path + [-2 - index]
      var motion = around.adding(cell.layer, clock: clock)
      motion.isMoving = true
      motion.scale *= max(cell.largestScale, 0)
      motion.rest = nil
      motions[path] = motion
      add(
        cell.layer.layers, path: path, around: motion.inside(cell.layer),
        clock: clock.adding(cell.layer))
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
    func add(
      _ part: LayerImagePart, in place: LayerSurroundings, blending: ColorBlending = .normal
    ) {
      let placing = LayerPlacing(
        part, clips: place.clips, at: place.matrix, rest: rest,
        isMoving: motion.isMoving, scale: motion.scale * root.largestScale, in: output,
        blending: blending)
      drawings.add(part, placing, in: place, blending: blending)
    }
    // A picture is not part of a bitmap, so the layers around it are drawn one by one.
    let showsPicture = showsPicture && layer.showsPicture
    if !showsPicture, layer.isDrawnAsOne {
      return add(.whole(layer), in: inner, blending: layer.blending)
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
