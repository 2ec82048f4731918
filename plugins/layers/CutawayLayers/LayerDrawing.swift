import CutawayElementKit
import CutawayKeyframes
import CutawayOverlays
import CutawayTypesetting
import Glibc

/// A bitmap or the picture, in the output.
struct LayerDrawing: Sendable, Hashable {
  var content: Content
  /// The opacity, 0…1.
  var opacity: Double
  /// How the colours of a bitmap are mixed with those below it.
  var blending = ColorBlending.normal

  enum Content: Sendable, Hashable {
    /// A bitmap, with the matrix from the bitmap to the output, in pixels.
    case bitmap(LayerImageKey, TransformMatrix)
    /// The visible part of the picture, with the matrix from the picture to the output, in pixels.
    case picture(TransformMatrix, visible: Rectangle?)
  }
}

/// All that determines the pixels of a bitmap.
struct LayerImageKey: Sendable, Hashable {
  var part: LayerImagePart
  /// What clips the part; the matrices are to the layer of the part.
  var clips: [LayerClip]
  /// From the layer to the bitmap.
  var matrix: TransformMatrix
  var width: Int
  var height: Int
  /// The format of the output.
  var output: MixerFormat
  /// Whether the layer never moves, and covers what is below it: the first pixel of the bitmap then lies on an even
  /// column and row.
  var isStill: Bool

  /// The layout of packed pixels.
  var layout: PixelLayout { output.packedLayout }

  /// The size in bytes of packed pixels.
  var byteCount: Int { width * height * layout.bytesPerPixel }
}

/// What limits the drawing of a layer and of the layers in it.
struct LayerClip: Sendable, Hashable {
  var form: Form
  /// From the layer that clips to that which is clipped, or to the output.
  var matrix: TransformMatrix

  enum Form: Sendable, Hashable {
    /// The area of a layer with its corners.
    case outline(width: Double, height: Double, radius: Double)
    /// The alpha of a layer.
    case mask(PresentedLayer)
  }

  /// The clip, whose matrix is to the output, for a layer with a matrix to the output.
  func seen(from layer: TransformMatrix) -> LayerClip {
    LayerClip(form: form, matrix: matrix.concatenating(layer.inverted ?? .identity))
  }
}

/// A part of a layer in the output.
struct PlacedPart: Sendable, Hashable {
  var part: LayerImagePart
  /// What clips the part; the matrices are to the output.
  var clips: [LayerClip]
  /// From the layer to the output.
  var matrix: TransformMatrix
  /// The opacity, 0…1.
  var opacity: Double
  /// How its colours are mixed with those below it.
  var blending = ColorBlending.normal
}

/// The part of a layer that becomes a bitmap.
enum LayerImagePart: Sendable, Hashable {
  /// The layer with all layers in it.
  case whole(PresentedLayer)
  /// The layer without the layers in it; with its border, if there are none.
  case own(PresentedLayer)
  /// The border above the layers in it.
  case border(PresentedLayer)
  /// The shadow of the layer with all layers in it.
  case shadow(PresentedLayer)
  /// What lies below the picture, where holes in the bitmap do not show the picture.
  ///
  /// The area is in pixels of the output.
  indirect case cover([PlacedPart], holes: [LayerClip], area: Rectangle)

  /// The part without what its place in the picture determines.
  var placeless: Self {
    func bare(_ layer: PresentedLayer) -> PresentedLayer {
      var layer = layer.withoutPaths
      (layer.matrix, layer.opacity, layer.blending) = (.identity, 1, .normal)
      return layer
    }
    switch self {
    case .whole(let layer): return .whole(bare(layer))
    case .shadow(let layer): return .shadow(bare(layer))
    case .own(let layer):
      var own = bare(layer)
      if layer.hasBorderAbove { own.border = nil }
      (own.layers, own.mask, own.shadow) = ([], [], nil)
      return .own(own)
    case .border(let layer):
      var own = bare(layer)
      (own.content, own.background, own.layers) = (.box, nil, [])
      (own.mask, own.shadow) = ([], nil)
      return .border(own)
    case .cover: return self
    }
  }

  /// The area that the part may draw on, in pixels of the layer.
  var area: Rectangle {
    switch self {
    case .whole(let layer), .shadow(let layer): layer.wholeArea
    case .own(let layer): layer.ownArea
    case .border(let layer): layer.bounds
    case .cover(_, _, let area): area
    }
  }
}

/// Where a part is drawn in its bitmap, and where the bitmap lies in the output.
struct LayerPlacing {
  private let key: LayerImageKey
  private let matrix: TransformMatrix
  private let blending: ColorBlending

  /// The largest side of a bitmap.
  private static let largestSide = 4_096.0

  /// Places a part; `nil` if nothing of it can be visible.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - clips: What clips it; the matrices are to the output.
  ///   - matrix: From the layer to the output.
  ///   - rest: The same at rest, where pixels of the bitmap lie on those of the output; `nil` if the
  ///     layer never rests.
  ///   - isMoving: Whether the matrix changes.
  ///   - scale: The largest scale that the layer reaches.
  ///   - output: The format of the output.
  ///   - blending: How the colours of the part are mixed with those below it.
  init?(
    _ part: LayerImagePart, clips: [LayerClip] = [], at matrix: TransformMatrix,
    rest: TransformMatrix?, isMoving: Bool, scale: Double, in output: MixerFormat,
    blending: ColorBlending = .normal
  ) {
    self.blending = blending
    let area = part.area
    if area.isEmpty || matrix.inverted == nil { return nil }
    var drawn = matrix, frame: Rectangle
    if isMoving {
      let largest = max(1, max(area.width, area.height))
      let scale = min(max(scale, 1e-3), Self.largestSide / largest)
      drawn = .scale(x: scale, y: scale)
      if let rest, abs(rest.b) < 1e-9, abs(rest.c) < 1e-9,
        abs(abs(rest.a) - scale) < 1e-6 * scale, abs(abs(rest.d) - scale) < 1e-6 * scale
      {
        drawn = rest
      }
      frame = drawn.boundingBox(of: area)
    } else {
      let picture = Rectangle(
        x: 0, y: 0, width: Double(output.width), height: Double(output.height))
      frame = matrix.boundingBox(of: area).intersection(picture)
    }
    // A bitmap begins on even pixels, so that its chroma fits that of the output.
    let left = (frame.x / 2).rounded(.down) * 2, top = (frame.y / 2).rounded(.down) * 2
    let width = Int((frame.x + frame.width).rounded(.up) - left)
    let height = Int((frame.y + frame.height).rounded(.up) - top)
    drawn = drawn.concatenating(.translation(x: -left, y: -top))
    guard !frame.isEmpty, let inverse = drawn.inverted else { return nil }
    key = LayerImageKey(
      part: part.placeless, clips: clips.map { $0.seen(from: matrix) }, matrix: drawn, width: width,
      height: height, output: output, isStill: !isMoving && blending == .normal)
    self.matrix =
      isMoving ? inverse.concatenating(matrix) : .translation(x: left, y: top)
  }

  func drawing(opacity: Double) -> LayerDrawing {
    LayerDrawing(
      content: .bitmap(key, matrix.snapped), opacity: opacity, blending: blending)
  }
}

extension PresentedLayer {
  /// The area of the layer.
  var bounds: Rectangle { Rectangle(x: 0, y: 0, width: width, height: height) }

  /// Whether the layer draws more than the layers in it.
  var drawsItself: Bool {
    switch content {
    case .box, .emitter: background != nil || border != nil && !hasBorderAbove
    case .video: background != nil
    case .text, .image, .shape, .gradient, .waveform: true
    }
  }

  /// Whether the border lies above something else than the layer's own bitmap.
  var hasBorderAbove: Bool {
    if case .video = content { return true }
    return !layers.isEmpty
  }

  /// Whether the picture is visible in the layer.
  var showsPicture: Bool {
    if case .video = content { return true }
    return layers.contains(where: \.showsPicture)
  }

  /// Whether the layer has a visible shadow.
  var hasShadow: Bool { shadow.map { $0.opacity > 0 } ?? false }

  /// Whether the layer and the layers in it must be laid down as one.
  var isDrawnAsOne: Bool {
    blending != .normal || !mask.isEmpty || hasShadow || masksToBounds && !layers.isEmpty
      || self.opacity < 1 && !layers.isEmpty
        && (drawsItself || layers.count > 1 || border.map { $0.width > 0 } == true)
  }

  /// The area that the layer draws on without the layers in it.
  var ownArea: Rectangle {
    let bounds = bounds
    if masksToBounds { return bounds }
    return switch content {
    case .text(let text):
      // Letters may exceed their line.
      bounds.outset(by: text.overhang(width: width))
    case .shape(let shape):
      shape.drawnArea(in: self).union(bounds)
    case .image(let image) where image.gravity == .resizeAspectFill || !image.gravity.scales:
      // The image may exceed the layer; the picture limits it.
      bounds.outset(by: max(width, height) * 4)
    default: bounds
    }
  }

  /// The area that the layer draws on with the layers in it.
  var wholeArea: Rectangle {
    var area = ownArea
    if !masksToBounds {
      for layer in layers { area = area.union(layer.matrix.boundingBox(of: layer.wholeArea)) }
    }
    guard let shadow, shadow.opacity > 0 else { return area }
    let cast = Rectangle(
      x: area.x + shadow.offset.x, y: area.y + shadow.offset.y, width: area.width,
      height: area.height)
    return area.union(cast.outset(by: 3 * max(0, shadow.radius)))
  }

  /// The layer without the places of the layers in it in the tree.
  var withoutPaths: PresentedLayer {
    var layer = self
    layer.path = []
    layer.layers = layers.map(\.withoutPaths)
    layer.mask = mask.map(\.withoutPaths)
    return layer
  }
}

extension Rectangle {
  func outset(by distance: Double) -> Rectangle {
    Rectangle(
      x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
  }
}

extension TransformMatrix {
  /// The transform with numbers that are whole but for rounding errors made whole, so that a bitmap
  /// at rest is not sampled.
  fileprivate var snapped: Self {
    func snap(_ number: Double) -> Double {
      abs(number - number.rounded()) < 1e-6 ? number.rounded() : number
    }
    return TransformMatrix(
      a: snap(a), b: snap(b), c: snap(c), d: snap(d), tx: snap(tx), ty: snap(ty))
  }
}
