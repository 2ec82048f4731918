import CCutawayGStreamer
import CutawayElementKit
import Dispatch

/// A conversion between matrices, ranges and chroma sitings of planes, in one format.
///
/// It is linear, so that R′G′B′ is not needed: new luma is old luma and a part of the chroma around it, and new chroma depends on
/// old chroma alone. Colours outside of R′G′B′ are not clamped.
struct MatrixConversion {
  private let format: PlanarFormat
  private let sites: (from: Bool, to: Bool)
  /// The factors of luma, Cb and Cr for new luma, and of Cb and Cr for new chroma, in their steps.
  private let luma: (luma: Float, blue: Float, red: Float)
  private let blue: (blue: Float, red: Float)
  private let red: (blue: Float, red: Float)
  /// Black and no colour, before and after.
  private let zeros: (luma: Float, newLuma: Float, chroma: Float)
  private let largest: Float

  /// Creates a conversion; `nil` for formats that differ in more than matrix, range and siting, and for interlaced frames.
  init?(from input: GstVideoInfo, to output: GstVideoInfo) {
    guard input.width == output.width, input.height == output.height,
      input.finfo.pointee.format == output.finfo.pointee.format,
      input.interlace_mode == GST_VIDEO_INTERLACE_MODE_PROGRESSIVE,
      case .planar(let format)? = try? MixerFormat(input),
      let from = LumaCoding(input.colorimetry), let to = LumaCoding(output.colorimetry), from != to
    else { return nil }
    self.format = format
    sites = (input.hasCositedColumns, output.hasCositedColumns)
    let depth = format.depth
    largest = Float((1 << depth) - 1)
    let (old, new) = (from.range(of: 0, depth: depth), to.range(of: 0, depth: depth))
    zeros = (Float(old.zero), Float(new.zero), Float(from.range(of: 1, depth: depth).zero))
    let chroma = (
      Double(from.range(of: 1, depth: depth).span), Double(to.range(of: 1, depth: depth).span)
    )
    // The differences of red and blue from old luma, of one step of chroma, and what they bring to new luma.
    let (ofRed, ofBlue) = (2 * (1 - from.kr) / chroma.0, 2 * (1 - from.kb) / chroma.0)
    let kg = 1 - from.kr - from.kb, newKg = 1 - to.kr - to.kb
    let redInLuma = ofRed * (to.kr - from.kr / kg * newKg)
    let blueInLuma = ofBlue * (to.kb - from.kb / kg * newKg)
    let span = Double(new.span)
    luma = (
      Float(span / Double(old.span)), Float(blueInLuma * span), Float(redInLuma * span)
    )
    let (toBlue, toRed) = (chroma.1 / (2 * (1 - to.kb)), chroma.1 / (2 * (1 - to.kr)))
    blue = (Float((ofBlue - blueInLuma) * toBlue), Float(-redInLuma * toBlue))
    red = (Float(-blueInLuma * toRed), Float((ofRed - redInLuma) * toRed))
  }

  /// Converts a whole frame.
  func run(_ source: GstVideoFrame, _ target: GstVideoFrame) {
    let bands = format.bands(2 * max(1, Int(g_get_num_processors())))
    // All threads read the input, which none writes; one thread writes each row.
    nonisolated(unsafe) let frames = (source, target)
    DispatchQueue.concurrentPerform(iterations: bands.count) { index in
      if format.bitsPerSample == 8 {
        convert(frames.0, frames.1, bands[index], UInt8.self)
      } else {
        convert(frames.0, frames.1, bands[index], UInt16.self)
      }
    }
  }

  private func convert<Sample: FixedWidthInteger>(
    _ source: GstVideoFrame, _ target: GstVideoFrame, _ rows: Range<Int>, _: Sample.Type
  ) {
    let columns = format.width(of: 1)
    let scratch = UnsafeMutablePointer<Float>.allocate(capacity: 2 * columns + format.width + 1)
    defer { scratch.deallocate() }
    scratch.initialize(repeating: 0, count: 2 * columns + format.width + 1)
    let parts = scratch + 2 * columns
    for y in rows {
      addChroma(around: y, of: source, to: scratch, parts, Sample.self)
      let from = source.samples(0, y, Sample.self), to = target.samples(0, y, Sample.self)
      let (factor, start) = (luma.luma, zeros.newLuma - zeros.luma * luma.luma)
      for x in 0..<format.width {
        to[x] = DeepRows.rounded(Float(from[x]) * factor + (parts[x] + start), largest: largest)
      }
    }
    for y in format.rows(of: 1, for: rows) {
      let from = (source.samples(1, y, Sample.self), source.samples(2, y, Sample.self))
      let to = (target.samples(1, y, Sample.self), target.samples(2, y, Sample.self))
      let (blues, reds) = (scratch, scratch + columns)
      resite(from.0, into: blues, count: columns)
      resite(from.1, into: reds, count: columns)
      for x in 0..<columns {
        to.0[x] = DeepRows.rounded(
          blues[x] * blue.blue + reds[x] * blue.red + zeros.chroma, largest: largest)
        to.1[x] = DeepRows.rounded(
          blues[x] * red.blue + reds[x] * red.red + zeros.chroma, largest: largest)
      }
    }
  }

  /// Computes what chroma brings to the luma of a row.
  private func addChroma<Sample: FixedWidthInteger>(
    around y: Int, of frame: GstVideoFrame, to scratch: UnsafeMutablePointer<Float>,
    _ parts: UnsafeMutablePointer<Float>, _: Sample.Type
  ) {
    if luma.blue == 0, luma.red == 0 { return }
    let columns = format.width(of: 1), last = format.height(of: 1) - 1
    // Of two rows of chroma, the nearer one counts three times.
    let halves = format.chroma.halvesRows
    let near = halves ? y / 2 : y
    let far = halves ? max(0, min(last, y.isMultiple(of: 2) ? near - 1 : near + 1)) : near
    let blues = (frame.samples(1, near, Sample.self), frame.samples(1, far, Sample.self))
    let reds = (frame.samples(2, near, Sample.self), frame.samples(2, far, Sample.self))
    let (weight, rest): (Float, Float) = halves ? (0.75, 0.25) : (1, 0)
    let (ofBlue, ofRed) = (luma.blue, luma.red), zero = zeros.chroma
    let mixed = format.chroma.halvesColumns ? scratch : parts
    for x in 0..<columns {
      let u = Float(blues.0[x]) * weight + Float(blues.1[x]) * rest - zero
      let v = Float(reds.0[x]) * weight + Float(reds.1[x]) * rest - zero
      mixed[x] = u * ofBlue + v * ofRed
    }
    if !format.chroma.halvesColumns { return }
    // One more value than there may be columns: two for each sample of chroma.
    let isCosited = sites.from
    let (own, other): (Float, Float) = isCosited ? (0.5, 0.5) : (0.75, 0.25)
    for x in 0..<columns {
      let value = mixed[x], next = mixed[min(x + 1, columns - 1)]
      parts[2 * x] = isCosited ? value : value * own + mixed[max(x - 1, 0)] * other
      parts[2 * x + 1] = value * own + next * other
    }
  }

  /// Moves chroma between the first of two columns and the middle of both; subtracts the value of no colour.
  private func resite<Sample: FixedWidthInteger>(
    _ source: UnsafeMutablePointer<Sample>, into target: UnsafeMutablePointer<Float>, count: Int
  ) {
    let zero = zeros.chroma
    guard format.chroma.halvesColumns, sites.from != sites.to else {
      for x in 0..<count { target[x] = Float(source[x]) - zero }
      return
    }
    let step = sites.to ? -1 : 1
    for x in 0..<count {
      let other = min(max(x + step, 0), count - 1)
      target[x] = Float(source[x]) * 0.75 + Float(source[other]) * 0.25 - zero
    }
  }
}

extension GstVideoInfo {
  /// Whether a sample of chroma lies at the first of its columns, and not between them.
  var hasCositedColumns: Bool {
    let site = chroma_site.rawValue
    return site & GST_VIDEO_CHROMA_SITE_NONE.rawValue == 0
      || site & GST_VIDEO_CHROMA_SITE_H_COSITED.rawValue != 0
  }
}
