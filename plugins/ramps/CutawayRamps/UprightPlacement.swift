import CutawayElementKit
import CutawayKeyframes

/// The placement of a plane of an axis-aligned layer, which mixes rows first, then columns.
struct UprightPlacement: Sendable {
  /// The output rows that the layer touches, and the source rows that they are made of.
  private let rows: AxisPlacement
  private let columns: AxisPlacement
  /// The required source columns.
  private let sourceColumns: Range<Int>
  private let table: ResampleTable

  init(
    _ geometry: LayerGeometry, sampling: TransformMatrix, source: PlanarSize, in size: PlanarSize
  ) {
    let area = geometry.visible, inverse = geometry.inverse
    rows = AxisPlacement(
      scale: inverse.d, offset: inverse.ty, sampling: sampling.ty, start: area.y,
      length: area.height, samples: geometry.samples.y, source: source.height, output: size.height)
    columns = AxisPlacement(
      scale: inverse.a, offset: inverse.tx, sampling: sampling.tx, start: area.x,
      length: area.width, samples: geometry.samples.x, source: source.width, output: size.width)
    let filter = columns.filter, starts = filter.starts, first = starts.min() ?? 0
    sourceColumns = first..<(starts.max().map { $0 + filter.taps } ?? first)
    table = ResampleTable(
      starts: starts.map { $0 - first }, taps: filter.taps, weights: filter.weights)
  }

  /// Whether the layer covers an output of this size completely.
  func covers(_ size: PlanarSize) -> Bool {
    rows.whole == 0..<size.height && columns.whole == 0..<size.width
  }

  func draw<Sample>(
    _ source: PlaneView<Sample>, into band: inout PlanarBand<Sample>, plane: Int,
    rows wanted: Range<Int>, opacity: Sample, scratch: inout LayerScratch<Sample>
  ) {
    let touched = columns.touched
    if touched.isEmpty { return }
    let filter = rows.filter
    for row in rows.touched.clamped(to: wanted) {
      let index = row - rows.touched.lowerBound
      source.mixRows(
        sourceColumns, from: filter.starts[index],
        weights: filter.weights[index * filter.taps..<(index + 1) * filter.taps],
        into: &scratch.mixed)
      scratch.mixed.resample(table, into: &scratch.drawn)
      let level = Double(opacity) * rows.coverage(of: row)
      band.blend(
        scratch.drawn, from: columns.whole.lowerBound - touched.lowerBound, plane: plane, row: row,
        columns.whole, opacity: Sample(level.rounded()))
      // Two loops: a list of the ranges would be allocated for each row.
      for x in touched.lowerBound..<columns.whole.lowerBound {
        blendEdge(scratch.drawn, into: &band, plane: plane, x: x, y: row, opacity: level)
      }
      for x in columns.whole.upperBound..<touched.upperBound {
        blendEdge(scratch.drawn, into: &band, plane: plane, x: x, y: row, opacity: level)
      }
    }
  }

  /// Blends a sample that the layer covers in part.
  private func blendEdge<Sample>(
    _ drawn: borrowing SampleRow<Sample>, into band: inout PlanarBand<Sample>, plane: Int, x: Int,
    y: Int, opacity: Double
  ) {
    band.blend(
      Double(drawn[x - columns.touched.lowerBound]), plane: plane, x: x, y: y,
      opacity: opacity * columns.coverage(of: x))
  }
}

/// The placement of an axis-aligned layer along one axis.
struct AxisPlacement: Sendable {
  /// The output samples that the layer touches.
  let touched: Range<Int>
  /// The output samples that the layer covers completely.
  let whole: Range<Int>
  /// The source samples and weights of the touched samples.
  let filter: AxisFilter
  private let coverages: [Double]

  /// Creates a placement.
  ///
  /// - Parameters:
  ///   - scale: Source samples per output sample; negative for a mirrored layer.
  ///   - offset: The source position of the output's origin.
  ///   - sampling: The source position of the output's origin for sampling, which respects the
  ///     chroma siting.
  ///   - start: The start of the visible part, in the source.
  ///   - length: The length of the visible part, in the source.
  ///   - samples: The number of bilinear samples per sample.
  ///   - source: The size of the source.
  ///   - output: The size of the output.
  init(
    scale: Double, offset: Double, sampling: Double, start: Double, length: Double, samples: Int,
    source: Int, output: Int
  ) {
    // The visible part, in the output.
    let a = (start - offset) / scale, b = (start + length - offset) / scale
    let (low, high) = (min(a, b), max(a, b))
    func bounded(_ value: Double) -> Int { Int(max(0, min(value, Double(output)))) }
    let first = bounded(low.rounded(.down))
    touched = length > 0 ? first..<max(first, bounded(high.rounded(.up))) : 0..<0
    let inner = bounded((low - 1e-9).rounded(.up))
    let innerEnd = bounded((high + 1e-9).rounded(.down))
    whole =
      innerEnd > inner
      ? (inner..<innerEnd).clamped(to: touched) : touched.lowerBound..<touched.lowerBound
    coverages = touched.map { position in
      max(0, min(high, Double(position + 1)) - max(low, Double(position)))
    }
    filter = AxisFilter(
      outputs: touched, scale: scale, offset: sampling, samples: samples, size: source)
  }

  /// The fraction of a touched sample that the layer covers.
  func coverage(of position: Int) -> Double { coverages[position - touched.lowerBound] }
}
