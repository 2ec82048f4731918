import CutawayElementKit
import CutawayKeyframes

/// A layer and its position in the output.
struct PlacedLayer: Sendable {
  /// The opacity in 255ths.
  var opacity: UInt16 = 255
  let content: Content
  private let matrix: TransformMatrix
  private let visible: Rectangle
  private let format: MixerFormat
  /// Whether the layer covers every pixel of the output, so that only its opacity lets others show
  /// through.
  let coversAll: Bool
  /// Whether the pixels of the output coincide with those of the layer.
  let isInPlace: Bool

  enum Content: Sendable {
    /// The placement of each plane.
    case planar([PlanePlacement])
    case packed(PackedPlacement)
  }

  init(
    _ matrix: TransformMatrix, visible: Rectangle, format: MixerFormat, in output: PlanarFormat
  ) {
    (self.matrix, self.visible, self.format) = (matrix, visible, format)
    switch format {
    case .planar(let planes):
      let placements = (0..<3).map {
        PlanePlacement(matrix, visible: visible, plane: $0, of: planes, in: output)
      }
      content = .planar(placements)
      coversAll = placements.allSatisfy(\.coversAll)
      isInPlace = matrix == .identity && planes == output && visible == format.frame
    case .packed(let pixels):
      content = .packed(PackedPlacement(matrix, visible: visible, format: pixels, in: output))
      coversAll = false
      isInPlace = false
    }
  }

  /// Whether the placement is valid for this matrix, crop and format.
  func isFor(_ matrix: TransformMatrix, _ visible: Rectangle, _ format: MixerFormat) -> Bool {
    self.matrix == matrix && self.visible == visible && self.format == format
  }
}

/// The visible layers of a frame, the lowest first.
package struct LayerStack: Sendable {
  var layers: [Entry] = []

  struct Entry: Sendable {
    var input: Int
    var layer: PlacedLayer
  }

  /// Whether the lowest layer hides the background.
  var isCovered: Bool {
    layers.first.map { $0.layer.coversAll && $0.layer.opacity == 255 } ?? false
  }

  /// The number of rows drawn at a time, which fit in the processor's cache for all layers.
  private static let stripHeight = 32

  func render(_ frames: borrowing MixerFrames, into band: inout PlanarBand) {
    var scratch = LayerScratch(for: self, width: band.format.width)
    for first in stride(from: band.rows.lowerBound, to: band.rows.upperBound, by: Self.stripHeight)
    {
      let rows = first..<min(first + Self.stripHeight, band.rows.upperBound)
      if !isCovered { clear(rows, of: &band) }
      for entry in layers {
        switch entry.layer.content {
        case .planar(let placements):
          for (plane, placement) in placements.enumerated() {
            placement.draw(
              frames.plane(plane, of: entry.input), into: &band, plane: plane,
              rows: plane == 0 ? rows : rows.lowerBound / 2..<(rows.upperBound + 1) / 2,
              opacity: entry.layer.opacity, scratch: &scratch)
          }
        case .packed(let placement):
          placement.draw(
            frames.pixels(of: entry.input), into: &band, rows: rows, opacity: entry.layer.opacity,
            scratch: &scratch)
        }
      }
    }
  }

  /// Fills rows with black.
  private func clear(_ rows: Range<Int>, of band: inout PlanarBand) {
    for plane in 0..<3 {
      let own = plane == 0 ? rows : rows.lowerBound / 2..<(rows.upperBound + 1) / 2
      let columns = 0..<band.format.width(of: plane)
      for row in own { band.fill(plane, row: row, columns, with: plane == 0 ? 16 : 128) }
    }
  }
}

/// Memory for drawing layers, shared by all layers in turn.
struct LayerScratch: ~Copyable {
  /// A source row, mixed from several.
  var mixed: ByteRow
  /// A part of an output row.
  var drawn: ByteRow
  /// Sums of samples.
  var sums: [SIMD8<UInt16>] = []
  var pixels: ScratchFrame

  init(for stack: LayerStack, width: Int) {
    var reach = width, box = VideoFormat(width: 1, height: 1, layout: .ayuv)
    for entry in stack.layers {
      switch entry.layer.content {
      case .planar(let placements): reach = max(reach, placements[0].source.width)
      case .packed(let placement):
        box.width = max(box.width, placement.box.width)
        box.height = max(box.height, placement.stripHeight)
      }
    }
    mixed = ByteRow(count: reach + 16)
    drawn = ByteRow(count: width + 16)
    pixels = ScratchFrame(box)
  }
}

extension Rectangle {
  func intersection(_ other: Rectangle) -> Rectangle {
    let left = max(x, other.x), top = max(y, other.y)
    return Rectangle(
      x: left, y: top, width: max(0, min(x + width, other.x + other.width) - left),
      height: max(0, min(y + height, other.y + other.height) - top))
  }
}
