package import CutawayElementKit

/// The pixels of a frame of a stream, as the source or the target of a recipe.
package struct FramePixels: PixelSource, PixelTarget {
  private let rows: FrameRows
  private let layout: Layout
  /// The number of columns.
  package var width: Int { rows.format.width }
  /// The number of rows.
  package var height: Int { rows.format.height }

  private enum Layout: Sendable {
    case packed(PackedLayout)
    case planar(PlanarLayout)
  }

  /// The layouts that recipes can begin with.
  package static let layouts: [MixerLayout] =
    MixerLayout.all.filter { if case .planar = $0 { true } else { false } }
    + PixelLayout.rgb.map { .packed($0) }

  /// Creates a source or a target; `nil` for packed luma and chroma.
  package init?(_ rows: FrameRows) {
    self.rows = rows
    let coding = ColorCoding(rows.colors)
    switch rows.format {
    case .planar(let format):
      let luma = rows.colors.luma
      let chroma: PlanarLayout.Chroma =
        switch format.chroma {
        case .halved: .halved
        case .halvedColumns: .halvedColumns
        case .full: .full
        }
      layout = .planar(
        PlanarLayout(
          depth: format.depth, isFullRange: luma.isFullRange, chroma: chroma, hasPairs: false,
          matrix: .init(red: Float(luma.kr), blue: Float(luma.kb)), coding: coding))
    case .packed(let format):
      guard !format.layout.hasChroma else { return nil }
      let order = format.layout.order.indices, isDeep = format.layout.bitsPerComponent == 16
      layout = .packed(
        PackedLayout(
          isDeep ? .word(isBigEndian: format.layout == .argb64 && Self.isBigEndian) : .byte,
          places: SIMD4(order.red, order.green, order.blue, order.alpha), count: 4,
          alpha: .straight, coding: coding))
    }
  }

  /// Whether the machine has the high byte first, and so `ARGB64`, which has its order.
  private static let isBigEndian = 1.bigEndian == 1

  /// Converts a line into the working space.
  package func load(_ line: inout PixelLine, _ space: WorkingSpace) {
    let row = height - 1 - line.y
    switch layout {
    case .packed(let layout): rows.withRow(row) { line.load($0, layout, space) }
    case .planar(let layout):
      let half = layout.halvesRows ? row / 2 : row
      rows.withRow(row) { luma in
        rows.withRow(half, of: 1) { cb in
          rows.withRow(half, of: 2) { cr in line.load(luma: luma, cb: cb, cr: cr, layout, space) }
        }
      }
    }
  }

  /// 2 if rows share chroma.
  package var linesPerGroup: Int {
    if case .planar(let layout) = layout, layout.halvesRows { return 2 }
    return 1
  }

  /// Writes lines.
  package func store(
    _ lines: ArraySlice<PixelLine>, of region: Region, _ space: WorkingSpace
  ) {
    guard let first = lines.first else { return }
    let row = region.maxY - 1 - first.y
    switch layout {
    case .packed(let layout): rows.withMutableRow(row) { first.store(in: &$0, layout, space) }
    case .planar(let layout):
      var chroma = layout.chromaSums(columns: first.count)
      for (index, line) in lines.enumerated() {
        rows.withMutableRow(row + index) { luma in
          line.store(luma: &luma, addingChromaTo: &chroma, layout, space)
        }
      }
      for component in 0...1 {
        rows.withMutableRow(layout.halvesRows ? row / 2 : row, of: component + 1) { row in
          layout.store(chroma: chroma, component: component, lines: lines.count, in: &row)
        }
      }
    }
  }
}

extension ColorCoding {
  /// The meaning by the code points of Recommendation ITU-T H.273.
  ///
  /// Unknown ones are those of BT.709.
  package init(_ colors: FrameColors) {
    let transfer: Transfer =
      switch colors.transfer {
      case 4: .gamma(2.2)
      case 5: .gamma(2.8)
      case 8: .linear
      case 13: .sRGB
      case 16: .pq
      case 18: .hlg
      default: .bt709
      }
    let primaries: Primaries =
      switch colors.primaries {
      case 5: .ebu3213
      case 6, 7: .smpteC
      case 9: .bt2020
      case 11, 12: .displayP3
      default: .bt709
      }
    self.init(transfer, primaries)
  }
}
