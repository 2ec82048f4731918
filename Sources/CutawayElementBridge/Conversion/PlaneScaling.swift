import CCutawayGStreamer
import CutawayElementKit
import Dispatch

/// A change of the size of frames with three planes, in one format and colorimetry.
///
/// Every pixel of the source counts as much as in a layer that is drawn smaller, for it has the same filter. GStreamer's
/// converter scales planes of more than 8 bits through packed pixels, in one thread.
struct PlaneScaling {
  private let input: PlanarFormat
  private let output: PlanarFormat
  /// Luma, and both kinds of chroma.
  private let planes: [Plane]

  /// Creates a scaling; `nil` for formats that differ in more than their size.
  init?(from input: GstVideoInfo, to output: GstVideoInfo) {
    guard input.width != output.width || input.height != output.height,
      input.finfo.pointee.format == output.finfo.pointee.format,
      input.colorimetry.range == output.colorimetry.range,
      input.colorimetry.matrix == output.colorimetry.matrix,
      // A format that mixers do not draw is scaled in another way.
      case .planar(let from)? = try? MixerFormat(input),
      case .planar(let to)? = try? MixerFormat(output)
    else { return nil }
    (self.input, self.output) = (from, to)
    let isCosited = (
      x: input.hasCositedColumns,
      y: input.chroma_site.rawValue & GST_VIDEO_CHROMA_SITE_V_COSITED.rawValue != 0
    )
    let steps = (
      x: Double(from.width) / Double(to.width), y: Double(from.height) / Double(to.height)
    )
    planes = [
      Plane(0, from, to, steps, shift: (0, 0)),
      Plane(
        1, from, to, steps,
        // A sample lies a quarter of a sample before the centre of its area.
        shift: (
          from.chroma.halvesColumns && isCosited.x ? 0.25 : 0,
          from.chroma.halvesRows && isCosited.y ? 0.25 : 0
        )),
    ]
  }

  /// Scales a whole frame.
  func run(_ source: GstVideoFrame, _ target: GstVideoFrame) {
    let bands = output.bands(2 * max(1, Int(g_get_num_processors())))
    // All threads read the input, which none writes; one thread writes each row.
    nonisolated(unsafe) let frames = (source, target)
    DispatchQueue.concurrentPerform(iterations: bands.count) { index in
      if output.bitsPerSample == 8 {
        scale(frames.0, frames.1, bands[index], UInt8.self)
      } else {
        scale(frames.0, frames.1, bands[index], UInt16.self)
      }
    }
  }

  private func scale<Sample: PixelComponent>(
    _ source: GstVideoFrame, _ target: GstVideoFrame, _ rows: Range<Int>, _: Sample.Type
  ) {
    let frames = MixerFrames([MixerFrames.Frame(source, format: .planar(input))])
    var band = PlanarBand<Sample>(target, format: output, rows: rows)
    for plane in 0..<3 {
      planes[min(plane, 1)].scale(frames.plane(plane, of: 0, as: Sample.self), into: &band, plane)
    }
  }

  /// The filters of a plane.
  private struct Plane {
    private let rows: AxisFilter
    private let columns: ResampleTable
    /// The source columns that `columns` counts from the first.
    private let sourceColumns: Range<Int>

    init(
      _ plane: Int, _ from: PlanarFormat, _ to: PlanarFormat, _ steps: (x: Double, y: Double),
      shift: (x: Double, y: Double)
    ) {
      rows = AxisFilter(
        outputs: 0..<to.height(of: plane), scale: steps.y, offset: shift.y * (1 - steps.y),
        samples: AxisFilter.samples(forStep: steps.y), size: from.height(of: plane))
      let filter = AxisFilter(
        outputs: 0..<to.width(of: plane), scale: steps.x, offset: shift.x * (1 - steps.x),
        samples: AxisFilter.samples(forStep: steps.x), size: from.width(of: plane))
      let first = filter.starts.min() ?? 0
      sourceColumns = first..<(filter.starts.max().map { $0 + filter.taps } ?? first)
      columns = ResampleTable(
        starts: filter.starts.map { $0 - first }, taps: filter.taps, weights: filter.weights)
    }

    func scale<Sample>(
      _ source: PlaneView<Sample>, into band: inout PlanarBand<Sample>, _ plane: Int
    ) {
      var mixed = SampleRow<Sample>(count: sourceColumns.count)
      var drawn = SampleRow<Sample>(count: columns.count)
      for row in band.rows(of: plane) {
        source.mixRows(
          sourceColumns, from: rows.starts[row],
          weights: rows.weights[row * rows.taps..<(row + 1) * rows.taps], into: &mixed)
        mixed.resample(columns, into: &drawn)
        band.blend(
          drawn, from: 0, plane: plane, row: row, 0..<columns.count, opacity: Sample.max)
      }
    }
  }
}
