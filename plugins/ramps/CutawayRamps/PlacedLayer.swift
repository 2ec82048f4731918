package import CutawayElementKit
package import CutawayKeyframes

/// A layer and its position in the output.
struct PlacedLayer: Sendable {
  /// The opacity in units of the output's largest sample: 255ths or 65,535ths.
  var opacity: UInt16 = .max
  /// How the layer is combined with those below it.
  var mode = BlendMode.over
  /// How the colours of a layer of packed pixels are mixed with those below it.
  var blending = ColorBlending.normal
  let content: Content
  private let matrix: TransformMatrix
  private let visible: Rectangle
  private let format: MixerFormat
  /// Whether the layer covers every pixel of the output, so that only its opacity lets others show
  /// through.
  let coversAll: Bool
  /// Whether the pixels of the output coincide with those of the layer.
  let isInPlace: Bool
  /// The rows of the output that the layer may touch.
  let rows: Range<Int>

  enum Content: Sendable {
    /// The placement of each plane.
    case planar([PlanePlacement])
    case packed(PackedPlacement)
  }

  init(
    _ matrix: TransformMatrix, visible: Rectangle, format: MixerFormat,
    hasClearBorder: Bool = false, in output: MixerFormat
  ) {
    (self.matrix, self.visible, self.format) = (matrix, visible, format)
    isInPlace = matrix == .identity && format == output && visible == format.frame
    switch (format, output) {
    case (.planar(let planes), .planar(let output)):
      let placements = (0..<3).map {
        PlanePlacement(matrix, visible: visible, plane: $0, of: planes, in: output)
      }
      content = .planar(placements)
      rows = placements[0].rows(of: output.height)
      coversAll = placements.allSatisfy(\.coversAll)
    case (.packed(let pixels), _):
      let placement = PackedPlacement(
        matrix, visible: visible, format: pixels, hasClearBorder: hasClearBorder, in: output)
      content = .packed(placement)
      rows = placement.box.y..<placement.box.y + placement.box.height
      coversAll = false
    case (.planar, .packed):
      preconditionFailure("planes are converted before they are laid over packed pixels")
    }
  }

  /// Whether the layer consists of planes that are only shifted by whole samples.
  var isShifted: Bool {
    guard case .planar(let placements) = content else { return false }
    return placements.allSatisfy { $0.shift != nil }
  }

  /// Whether the placement is valid for this matrix, crop and format.
  func isFor(_ matrix: TransformMatrix, _ visible: Rectangle, _ format: MixerFormat) -> Bool {
    self.matrix == matrix && self.visible == visible && self.format == format
  }
}

/// A picture of the size and the format of the output as a layer.
package struct PictureLayer: Sendable {
  let input: Int
  let transform: TransformMatrix
  let visible: Rectangle?
  let opacity: Double

  /// Creates a layer from an input; the transform and the visible part are in pixels of the output,
  /// and all of the picture is visible by default.
  package init(
    _ input: Int, _ transform: TransformMatrix = .identity, visible: Rectangle? = nil,
    opacity: Double = 1
  ) {
    self.input = input
    self.transform = transform
    self.visible = visible
    self.opacity = opacity
  }

  /// The layer with a part of its opacity.
  package func faded(to part: Double) -> PictureLayer {
    PictureLayer(input, transform, visible: visible, opacity: opacity * part)
  }
}

/// A bitmap of any size as a layer.
package struct BitmapLayer: Sendable {
  let input: Int
  let format: MixerFormat
  let transform: TransformMatrix
  let opacity: Double
  let blending: ColorBlending
  let hasClearBorder: Bool

  /// Creates a layer from a frame with an index.
  ///
  /// - Parameters:
  ///   - input: The index of the frame.
  ///   - format: The format of the frame.
  ///   - hasClearBorder: Whether the two outermost pixels at each side are transparent, which makes
  ///     drawing faster.
  ///   - transform: From the frame to the output, in pixels.
  ///   - opacity: The opacity, 0…1.
  ///   - blending: How colours are mixed with those below; a bitmap of planes only covers them.
  package init(
    _ input: Int, _ format: MixerFormat, hasClearBorder: Bool, transform: TransformMatrix,
    opacity: Double, blending: ColorBlending = .normal
  ) {
    self.blending = blending
    self.input = input
    self.format = format
    self.hasClearBorder = hasClearBorder
    self.transform = transform
    self.opacity = opacity
  }
}

/// A layer of a stack.
package enum StackLayer: Sendable {
  /// A picture of the size and the format of the output.
  case picture(PictureLayer)
  /// A bitmap of any size.
  case bitmap(BitmapLayer)

  /// The layer in an output; `nil` if it is invisible.
  func entry(in output: MixerFormat) -> LayerStack.Entry? {
    let format: MixerFormat, input: Int, opacity: Double, transform: TransformMatrix
    var visible: Rectangle?, hasClearBorder = false, blending = ColorBlending.normal
    switch self {
    case .picture(let picture):
      (format, input, transform) = (output, picture.input, picture.transform)
      (opacity, visible) = (picture.opacity, picture.visible)
    case .bitmap(let bitmap):
      (format, input, transform) = (bitmap.format, bitmap.input, bitmap.transform)
      (opacity, hasClearBorder) = (bitmap.opacity, bitmap.hasClearBorder)
      blending = bitmap.blending
    }
    let level = UInt16((min(max(opacity, 0), 1) * Double(output.opaque)).rounded())
    if level == 0 { return nil }
    var layer = PlacedLayer(
      transform, visible: visible ?? format.frame, format: format,
      hasClearBorder: hasClearBorder, in: output)
    (layer.opacity, layer.blending) = (level, blending)
    return LayerStack.Entry(input: input, layer: layer)
  }
}
