import CutawayElementKit
import CutawayKeyframes

/// The placement of a layer of packed pixels, which has alpha.
///
/// The layer is drawn separately, one strip at a time, and blended over the planes. A layer that
/// only moves by whole pixels is blended directly.
struct PackedPlacement: Sendable {
  /// The part of the output that the layer may touch; its origin is even.
  let box: Box
  private let way: Way

  struct Box: Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  private enum Way: Sendable {
    case shifted(x: Int, y: Int)
    /// A transform from the source into the box.
    case drawn(AffineSampler)
  }

  /// The number of rows drawn at a time.
  var stripHeight: Int {
    if case .shifted = way { return 1 }
    return min(box.height, 32)
  }

  init(
    _ matrix: TransformMatrix, visible: Rectangle, format: VideoFormat, hasClearBorder: Bool,
    in output: MixerFormat
  ) {
    let whole = Rectangle(
      x: 0, y: 0, width: Double(format.width), height: Double(format.height))
    let corners = [
      (visible.x, visible.y), (visible.x + visible.width, visible.y),
      (visible.x, visible.y + visible.height),
      (visible.x + visible.width, visible.y + visible.height),
    ].map { matrix.apply(x: $0.0, y: $0.1) }
    func bounds(_ values: [Double], _ size: Int) -> (start: Int, length: Int) {
      func bounded(_ value: Double) -> Int { Int(max(0, min(value, Double(size)))) }
      let low = bounded((values.min() ?? 0).rounded(.down))
      let high = bounded((values.max() ?? 0).rounded(.up))
      return low < high ? (low & ~1, high - (low & ~1)) : (0, 0)
    }
    let columns = bounds(corners.map(\.x), output.width)
    let rows = bounds(corners.map(\.y), output.height)
    box = Box(x: columns.start, y: rows.start, width: columns.length, height: rows.length)
    func isEven(_ shift: Double) -> Bool { abs(shift) < 1e9 && (shift / 2).rounded() * 2 == shift }
    let isShift = matrix.a == 1 && matrix.b == 0 && matrix.c == 0 && matrix.d == 1
    let isEvenShift = isShift && visible == whole && isEven(matrix.tx) && isEven(matrix.ty)
    way =
      isEvenShift
      ? .shifted(x: Int(matrix.tx), y: Int(matrix.ty))
      : .drawn(
        AffineSampler(
          matrix.concatenating(.translation(x: -Double(box.x), y: -Double(box.y))),
          visible: visible, from: format,
          to: VideoFormat(width: box.width, height: box.height, layout: format.layout),
          hasClearBorder: hasClearBorder && visible == whole))
  }

  /// Draws the requested rows of a planar output, as far as the layer touches them; the first row
  /// must be even.
  ///
  /// `runs` is what is visible of the source; `nil` is all.
  func draw<Sample>(
    _ source: FrameView, visible runs: VisibleRuns?, into band: inout PlanarBand<Sample>,
    rows: Range<Int>, opacity: Sample, mixing: (blending: ColorBlending, coding: LumaCoding),
    scratch: inout LayerScratch<Sample>
  ) {
    let own = (box.y..<box.y + box.height).clamped(to: rows)
    if own.isEmpty || box.width == 0 { return }
    switch way {
    case .shifted(let x, let y) where mixing.blending != .normal:
      band.blend(
        packed: source, rows: own.lowerBound - y..<own.upperBound - y, origin: (x, y),
        opacity: opacity, blending: mixing.blending, coding: mixing.coding)
    case .drawn(let sampler) where mixing.blending != .normal:
      render(source, by: sampler, rows: own, scratch: &scratch)
      band.blend(
        packed: scratch.pixels.view(rows: own.count, columns: box.width), rows: 0..<own.count,
        origin: (box.x, own.lowerBound), opacity: opacity, blending: mixing.blending,
        coding: mixing.coding)
    case .shifted(let x, let y):
      band.blend(
        packed: source, visible: runs, rows: own.lowerBound - y..<own.upperBound - y,
        origin: (x, y), opacity: opacity)
    case .drawn(let sampler):
      render(source, by: sampler, rows: own, scratch: &scratch)
      band.blend(
        packed: scratch.pixels.view(rows: own.count, columns: box.width), rows: 0..<own.count,
        origin: (box.x, own.lowerBound), opacity: opacity)
    }
  }

  /// Draws the requested rows of an output of packed pixels, as far as the layer touches them.
  ///
  /// `runs` is what is visible of the source; `nil` is all.
  func draw<Component>(
    _ source: FrameView, visible runs: VisibleRuns?, into band: inout PackedBand<Component>,
    rows: Range<Int>, opacity: Component, mode: BlendMode,
    mixing: (blending: ColorBlending, coding: LumaCoding),
    scratch: inout LayerScratch<Component>
  ) {
    let own = (box.y..<box.y + box.height).clamped(to: rows)
    if own.isEmpty || box.width == 0 { return }
    switch way {
    case .shifted(let x, let y) where mixing.blending != .normal:
      band.blend(
        source, rows: own.lowerBound - y..<own.upperBound - y, origin: (x, y), opacity: opacity,
        blending: mixing.blending, coding: mixing.coding)
    case .drawn(let sampler) where mixing.blending != .normal:
      render(source, by: sampler, rows: own, scratch: &scratch)
      band.blend(
        scratch.pixels.view(rows: own.count, columns: box.width), rows: 0..<own.count,
        origin: (box.x, own.lowerBound), opacity: opacity, blending: mixing.blending,
        coding: mixing.coding)
    case .shifted(let x, let y):
      band.blend(
        source, visible: runs, rows: own.lowerBound - y..<own.upperBound - y, origin: (x, y),
        opacity: opacity, mode: mode)
    case .drawn(let sampler):
      render(source, by: sampler, rows: own, scratch: &scratch)
      band.blend(
        scratch.pixels.view(rows: own.count, columns: box.width), visible: nil,
        rows: 0..<own.count, origin: (box.x, own.lowerBound), opacity: opacity, mode: mode)
    }
  }

  private func render<Sample>(
    _ source: FrameView, by sampler: AffineSampler, rows: Range<Int>,
    scratch: inout LayerScratch<Sample>
  ) {
    var strip = scratch.pixels.frame(rows: rows.count, columns: box.width)
    sampler.render(source, into: &strip, firstRow: rows.lowerBound - box.y)
  }
}
