package import CutawayElementKit

/// The visible layers of a frame, the lowest first.
package struct LayerStack: Sendable {
  let layers: [Entry]
  /// Whether pixels without a layer are transparent, if the output has alpha.
  let isTransparent: Bool
  /// Whether pixels without a layer are grey squares.
  let isCheckered: Bool
  /// The colour of pixels without a layer.
  let background: VideoColor
  private let memory: LayerMemory
  /// How luma and chroma represent colours, which matters where colours are mixed.
  private let coding: LumaCoding

  struct Entry: Sendable {
    var input: Int
    var layer: PlacedLayer
  }

  /// Pictures and bitmaps over a colour.
  ///
  /// - Parameters:
  ///   - layers: The lowest first.
  ///   - background: What is visible where no layer is; `nil` is black, and transparent if the output
  ///     has alpha.
  ///   - memory: The memory for drawing, and the format of the output.
  ///   - coding: How luma and chroma represent colours, which matters where colours are mixed.
  package init(
    _ layers: [StackLayer], over background: VideoColor?, memory: LayerMemory,
    coding: LumaCoding = .bt709
  ) {
    // All at once: compactMap would allocate the list again as it grows.
    var entries: [Entry] = []
    entries.reserveCapacity(layers.count)
    for layer in layers {
      if let entry = layer.entry(in: memory.output) { entries.append(entry) }
    }
    self.init(
      entries, isTransparent: background == nil, background: background ?? .black, memory: memory,
      coding: coding)
  }

  init(
    _ layers: [Entry], isTransparent: Bool, isCheckered: Bool = false,
    background: VideoColor = .black, memory: LayerMemory, coding: LumaCoding = .bt709
  ) {
    (self.layers, self.coding) = (layers, coding)
    self.isTransparent = isTransparent
    self.isCheckered = isCheckered
    self.background = background
    self.memory = memory
  }

  /// The format of the output.
  var output: MixerFormat { memory.output }

  /// Whether a layer shows an input.
  package func draws(_ input: Int) -> Bool { layers.contains { $0.input == input } }

  /// Whether the lowest layer hides the background.
  var isCovered: Bool {
    layers.first.map { $0.layer.coversAll && $0.layer.opacity == output.opaque } ?? false
  }

  /// Whether planes in which Cb and Cr alternate can be drawn like those of twice as many columns: no
  /// layer is resampled, and the background has equal Cb and Cr, if it is visible.
  package var acceptsAlternatingChroma: Bool {
    (isCovered || background.isNeutral) && layers.allSatisfy(\.layer.isShifted)
  }

  /// Whether the two lowest layers cover the output, so that they are blended without a copy of the lowest one.
  private var blendsLowest: Bool {
    isCovered && layers.count > 1 && layers[1].layer.coversAll
      && layers[0...1].allSatisfy(\.layer.isShifted)
  }

  /// The number of rows drawn at a time, which fit in the processor's cache for all layers.
  private static let stripHeight = 32

  /// Draws a band of a planar output, from the lowest layer to the highest.
  package func render<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>
  ) {
    memory.withScratch(ScratchSizes(of: self, width: band.format.width)) { scratch in
      draw(frames, into: &band, scratch: &scratch)
    }
  }

  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  private func draw<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>,
    scratch: inout LayerScratch<Sample>
  ) {
    let format = band.format, blendsLowest = blendsLowest
    for first in stride(from: band.rows.lowerBound, to: band.rows.upperBound, by: Self.stripHeight)
    {
      let rows = first..<min(first + Self.stripHeight, band.rows.upperBound)
      if blendsLowest {
        blendLowest(frames, into: &band, rows: rows)
      } else if !isCovered {
        clear(rows, of: &band)
      }
      // A layer is only copied out of the list if the strip shows it.
      for index in (blendsLowest ? 2 : 0)..<layers.count
      where layers[index].layer.rows.overlaps(rows) {
        let entry = layers[index]
        let opacity = Sample(entry.layer.opacity)
        switch entry.layer.content {
        case .planar(let placements):
          for plane in format.planes {
            placements[plane].drawn(as: plane, of: format).draw(
              frames.plane(plane, of: entry.input, as: Sample.self), into: &band, plane: plane,
              rows: format.rows(of: plane, for: rows), opacity: opacity, scratch: &scratch)
          }
        case .packed(let placement):
          placement.draw(
            frames.pixels(of: entry.input), visible: frames.visibleRuns(of: entry.input),
            into: &band, rows: rows, opacity: opacity, mixing: (entry.layer.blending, coding),
            scratch: &scratch)
        }
      }
    }
  }

  /// Blends the second layer over the lowest one, both of which cover the output.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  private func blendLowest<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>, rows: Range<Int>
  ) {
    guard case .planar(let lower) = layers[0].layer.content,
      case .planar(let upper) = layers[1].layer.content
    else { return }
    let format = band.format, opacity = Sample(layers[1].layer.opacity)
    for plane in format.planes {
      let columns = 0..<format.width(of: plane)
      guard let bottom = lower[plane].drawn(as: plane, of: format).shift,
        let top = upper[plane].drawn(as: plane, of: format).shift
      else { continue }
      let below = frames.plane(plane, of: layers[0].input, as: Sample.self)
      let above = frames.plane(plane, of: layers[1].input, as: Sample.self)
      for row in format.rows(of: plane, for: rows) {
        band.blend(
          (above, row - top.y, -top.x), over: (below, row - bottom.y, -bottom.x), plane: plane,
          row: row, columns, opacity: opacity)
      }
    }
  }

  /// Draws a band of an output with alpha, from the lowest layer to the highest.
  package func render<Component: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PackedBand<Component>
  ) {
    memory.withScratch(ScratchSizes(of: self, width: band.format.width)) { scratch in
      draw(frames, into: &band, scratch: &scratch)
    }
  }

  @_specialize(where Component == UInt8)
  @_specialize(where Component == UInt16)
  private func draw<Component: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PackedBand<Component>,
    scratch: inout LayerScratch<Component>
  ) {
    for first in stride(from: band.rows.lowerBound, to: band.rows.upperBound, by: Self.stripHeight)
    {
      let rows = first..<min(first + Self.stripHeight, band.rows.upperBound)
      clear(rows, of: &band)
      for index in layers.indices where layers[index].layer.rows.overlaps(rows) {
        let entry = layers[index]
        guard case .packed(let placement) = entry.layer.content else { continue }
        placement.draw(
          frames.pixels(of: entry.input), visible: frames.visibleRuns(of: entry.input), into: &band,
          rows: rows, opacity: Component(entry.layer.opacity), mode: entry.layer.mode,
          mixing: (entry.layer.blending, coding), scratch: &scratch)
      }
    }
  }

  /// Fills rows with the background; the first row is even.
  private func clear<Sample: PixelComponent>(
    _ rows: Range<Int>, of band: inout PlanarBand<Sample>
  ) {
    let format = band.format
    for plane in format.planes {
      let sample = Sample(background.sample(of: plane, depth: format.depth))
      for row in format.rows(of: plane, for: rows) {
        if isCheckered, plane == 0 {
          for x in stride(from: 0, to: format.width, by: Self.square) {
            let luma = Sample(Self.squareLuma(x, row) << (format.depth - 8))
            band.fill(plane, row: row, x..<min(x + Self.square, format.width), with: luma)
          }
        } else {
          band.fill(plane, row: row, 0..<format.width(of: plane), with: sample)
        }
      }
    }
  }

  /// Fills rows with the background, which may be transparent.
  @_specialize(where Component == UInt8)
  @_specialize(where Component == UInt16)
  private func clear<Component: PixelComponent>(
    _ rows: Range<Int>, of band: inout PackedBand<Component>
  ) {
    let pixel = background.pixel(
      in: band.format.layout, isTransparent: isTransparent, of: Component.self)
    let layout = band.format.layout
    for row in rows {
      var pixels = band[row: row]
      for x in pixels.indices {
        pixels[x] = isCheckered ? square(x, row, like: pixel, in: layout) : pixel
      }
    }
  }
}

extension LayerStack {
  /// The number of columns and rows of a square of the checkered background.
  private static let square = 8

  /// The luma of 8 bits of the checkered background, as that of `compositor`.
  private static func squareLuma(_ x: Int, _ y: Int) -> Int {
    (x / square + y / square) % 2 == 0 ? 80 : 160
  }

  /// A pixel of the checkered background.
  private func square<Component: PixelComponent>(
    _ x: Int, _ y: Int, like pixel: SIMD4<Component>, in layout: PixelLayout
  ) -> SIMD4<Component> {
    let level = Component(Self.squareLuma(x, y) << (Component.bitWidth - 8))
    let indices = layout.order.indices
    var result = pixel
    result[indices.red] = level
    if !layout.hasChroma { (result[indices.green], result[indices.blue]) = (level, level) }
    return result
  }
}

extension MixerFormat {
  /// The largest sample, which is full opacity: 255 or 65,535.
  var opaque: UInt16 { bitsPerSample == 8 ? 255 : .max }
}

/// Memory for drawing layers, shared by all layers in turn.
struct LayerScratch<Sample: PixelComponent>: ~Copyable {
  let sizes: ScratchSizes
  /// A source row, mixed from several.
  var mixed: SampleRow<Sample>
  /// A part of an output row.
  var drawn: SampleRow<Sample>
  /// Sums of samples.
  var sums: SampleSums<Sample>
  var pixels: ScratchFrame

  init(_ sizes: ScratchSizes) {
    self.sizes = sizes
    mixed = SampleRow(count: sizes.reach + 16)
    drawn = SampleRow(count: sizes.width + 16)
    sums = SampleSums(count: sizes.width)
    pixels = ScratchFrame(
      VideoFormat(
        width: sizes.strip.width, height: sizes.strip.height,
        layout: sizes.layout))
  }
}
