import CutawayImaging

/// The pixels of a frame of Core Video, as the source or the target of a recipe.
struct PixelBufferPixels: PixelSource, PixelTarget {
  private let buffer: CVPixelBuffer
  private let layout: Layout
  var width: Int { CVPixelBufferGetWidth(buffer) }
  var height: Int { CVPixelBufferGetHeight(buffer) }

  private enum Layout: Sendable {
    case packed(PackedLayout)
    case planar(PlanarLayout)
  }

  /// Creates a source or a target; `nil` if the pixel format is not supported.
  ///
  /// - Parameters:
  ///   - buffer: The frame.
  ///   - coding: What its numbers mean.
  init?(_ buffer: CVPixelBuffer, _ coding: ColorCoding) {
    self.buffer = buffer
    if let planar = PlanarLayout(buffer, coding) {
      layout = .planar(planar)
    } else if let packed = PackedLayout(CVPixelBufferGetPixelFormatType(buffer), coding) {
      layout = .packed(packed)
    } else {
      return nil
    }
  }

  func load(_ line: inout PixelLine, _ space: WorkingSpace) {
    let row = height - 1 - line.y
    switch layout {
    case .packed(let layout):
      buffer.withRow(row, plane: 0) { line.load($0, layout, space) }
    case .planar(let layout):
      buffer.withRow(row, plane: 0) { luma in
        buffer.withRow(layout.halvesRows ? row / 2 : row, plane: 1) { chroma in
          line.load(luma: luma, chroma: chroma, layout, space)
        }
      }
    }
  }

  var linesPerGroup: Int {
    if case .planar(let layout) = layout, layout.halvesRows { return 2 }
    return 1
  }

  func store(_ lines: ArraySlice<PixelLine>, of region: Region, _ space: WorkingSpace) {
    guard let first = lines.first else { return }
    let row = region.maxY - 1 - first.y
    switch layout {
    case .packed(let layout):
      buffer.withMutableRow(row, plane: 0) { first.store(in: &$0, layout, space) }
    case .planar(let layout):
      var chroma = layout.chromaSums(columns: first.count)
      for (index, line) in lines.enumerated() {
        buffer.withMutableRow(row + index, plane: 0) { luma in
          line.store(luma: &luma, addingChromaTo: &chroma, layout, space)
        }
      }
      buffer.withMutableRow(layout.halvesRows ? row / 2 : row, plane: 1) { row in
        layout.store(chroma: chroma, lines: lines.count, in: &row)
      }
    }
  }
}
