import CutawayElementKit
import CutawayKeyframes
import CutawayOverlays

/// What the layers around a layer do to it.
struct LayerSurroundings {
  /// From the layer to the output.
  var matrix: TransformMatrix
  var opacity = 1.0
  /// What clips it; the matrices are to the output.
  var clips: [LayerClip] = []
}

/// The drawings of a frame.
struct LayerDrawings {
  let output: MixerFormat
  /// The size of the tree, which is that of the picture in it.
  let size: PixelSize
  /// Whether the picture is one of the drawings.
  let showsPicture: Bool
  /// The drawings, from the bottom to the top.
  private(set) var all: [LayerDrawing] = []
  /// The parts that are drawn below the picture.
  private var parts: [PlacedPart] = []

  init(output: MixerFormat, size: PixelSize, showsPicture: Bool) {
    (self.output, self.size, self.showsPicture) = (output, size, showsPicture)
  }

  /// Adds a part of a layer; without a placing, it is invisible.
  mutating func add(
    _ part: LayerImagePart, _ placing: LayerPlacing?, in place: LayerSurroundings,
    blending: ColorBlending
  ) {
    guard let placing else { return }
    all.append(placing.drawing(opacity: place.opacity))
    if !showsPicture { return }
    parts.append(
      PlacedPart(
        part: part.placeless, clips: place.clips, matrix: place.matrix, opacity: place.opacity,
        blending: blending))
  }

  /// Adds the picture.
  ///
  /// The kernels draw it as a parallelogram. What a corner, a mask or a clip hides is then covered
  /// with what lies below.
  ///
  /// - Parameters:
  ///   - gravity: How the picture fills its layer.
  ///   - layer: The layer.
  ///   - place: The surroundings of the layer's content.
  ///   - isClipped: Whether the layer clips its content.
  mutating func addPicture(
    _ gravity: LayerImage.Gravity, of layer: PresentedLayer, in place: LayerSurroundings,
    isClipped: Bool
  ) {
    let pixels = (width: Double(output.width), height: Double(output.height))
    let upright = gravity.area(
      width: Double(size.width), height: Double(size.height), in: layer.width, layer.height)
    if upright.isEmpty { return }
    let area = layer.upright.boundingBox(of: upright)
    let scale = (x: area.width / pixels.width, y: area.height / pixels.height)
    let matrix = TransformMatrix.scale(x: scale.x, y: scale.y)
      .concatenating(.translation(x: upright.x, y: upright.y)).concatenating(layer.upright)
      .concatenating(place.matrix)
    var visible: Rectangle?, shown = area, holes: [LayerClip] = []
    for clip in place.clips + (isClipped ? [layer.clip(place.matrix)] : []) {
      guard case .outline(let width, let height, let radius) = clip.form,
        let box = clip.box(width, height, in: place.matrix)
      else {
        holes.append(clip)
        continue
      }
      // What an upright clip hides is not drawn at all, but for its corners.
      shown = shown.intersection(box)
      if radius > 0 { holes.append(clip) }
    }
    if shown.isEmpty { return }
    if shown != area {
      let part = layer.upright.boundingBox(of: shown)
      visible = Rectangle(
        x: (part.x - upright.x) / scale.x, y: (part.y - upright.y) / scale.y,
        width: part.width / scale.x, height: part.height / scale.y)
    }
    all.append(
      LayerDrawing(content: .picture(matrix, visible: visible), opacity: place.opacity))
    if holes.isEmpty { return }
    for patch in patches(of: shown, holes, place.matrix) {
      let below = parts.filter { part in
        !part.matrix.boundingBox(of: part.part.area).intersection(patch).isEmpty
      }
      let cover = LayerImagePart.cover(below, holes: holes, area: patch)
      let placing = LayerPlacing(
        cover, at: .identity, rest: .identity, isMoving: false, scale: 1, in: output)
      if let placing { all.append(placing.drawing(opacity: 1)) }
    }
  }

  /// The areas of the output in which holes may cover the picture.
  private func patches(
    of shown: Rectangle, _ holes: [LayerClip], _ matrix: TransformMatrix
  ) -> [Rectangle] {
    let frame = matrix.boundingBox(of: shown).inWholePixels
    var corners: [Rectangle] = []
    for hole in holes {
      guard case .outline(let width, let height, let radius) = hole.form,
        hole.box(width, height, in: matrix) != nil, 2 * radius < min(width, height)
      else { return [frame] }
      for x in [0, width - radius] {
        for y in [0, height - radius] {
          let corner = Rectangle(x: x, y: y, width: radius, height: radius)
          corners.append(hole.matrix.boundingBox(of: corner).inWholePixels.intersection(frame))
        }
      }
    }
    return corners.filter { !$0.isEmpty }
  }
}

extension LayerClip {
  /// The area that a clip leaves in a layer with a matrix to the output; `nil` if the clip is not
  /// upright there.
  fileprivate func box(
    _ width: Double, _ height: Double, in layer: TransformMatrix
  ) -> Rectangle? {
    guard let inverse = layer.inverted else { return nil }
    let toLayer = matrix.concatenating(inverse)
    guard abs(toLayer.b) < 1e-9, abs(toLayer.c) < 1e-9 else { return nil }
    return toLayer.boundingBox(of: Rectangle(x: 0, y: 0, width: width, height: height))
  }
}

extension Rectangle {
  /// The smallest rectangle of whole pixels around this one, and one pixel more at each side.
  fileprivate var inWholePixels: Rectangle {
    let left = x.rounded(.down) - 1, top = y.rounded(.down) - 1
    return Rectangle(
      x: left, y: top, width: (x + width).rounded(.up) + 1 - left,
      height: (y + height).rounded(.up) + 1 - top)
  }
}

extension PresentedLayer {
  /// The clip to the area of the layer, with its matrix to the output.
  func clip(_ matrix: TransformMatrix) -> LayerClip {
    LayerClip(
      form: .outline(width: width, height: height, radius: cornerRadius), matrix: matrix)
  }
}
