package import CutawayElementKit
package import CutawayKeyframes

/// A layer and its position in the output.
struct PlacedLayer: Sendable {
  /// The opacity in units of the output's largest sample: 255ths or 65,535ths.
  var opacity: UInt16 = .max
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
      coversAll = placements.allSatisfy(\.coversAll)
    case (.packed(let pixels), _):
      content = .packed(
        PackedPlacement(
          matrix, visible: visible, format: pixels, hasClearBorder: hasClearBorder, in: output))
      coversAll = false
    case (.planar, .packed):
      preconditionFailure("planes are converted before they are laid over packed pixels")
    }
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
}

/// Packed pixels of any size as a layer.
package struct BitmapLayer: Sendable {
  let input: Int
  let format: VideoFormat
  let transform: TransformMatrix
  let opacity: Double
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
  package init(
    _ input: Int, _ format: VideoFormat, hasClearBorder: Bool, transform: TransformMatrix,
    opacity: Double
  ) {
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
  /// Packed pixels of any size.
  case bitmap(BitmapLayer)

  /// The layer in an output; `nil` if it is invisible.
  fileprivate func entry(in output: MixerFormat) -> LayerStack.Entry? {
    let format: MixerFormat, input: Int, opacity: Double, transform: TransformMatrix
    var visible: Rectangle?, hasClearBorder = false
    switch self {
    case .picture(let picture):
      (format, input, transform) = (output, picture.input, picture.transform)
      (opacity, visible) = (picture.opacity, picture.visible)
    case .bitmap(let bitmap):
      (format, input, transform) = (.packed(bitmap.format), bitmap.input, bitmap.transform)
      (opacity, hasClearBorder) = (bitmap.opacity, bitmap.hasClearBorder)
    }
    let level = UInt16((min(max(opacity, 0), 1) * Double(output.opaque)).rounded())
    if level == 0 { return nil }
    var layer = PlacedLayer(
      transform, visible: visible ?? format.frame, format: format,
      hasClearBorder: hasClearBorder, in: output)
    layer.opacity = level
    return LayerStack.Entry(input: input, layer: layer)
  }
}

/// The visible layers of a frame, the lowest first.
package struct LayerStack: Sendable {
  let layers: [Entry]
  /// Whether pixels without a layer are transparent, if the output has alpha.
  let isTransparent: Bool
  /// The colour of pixels without a layer.
  let background: VideoColor
  private let memory: LayerMemory

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
  package init(_ layers: [StackLayer], over background: VideoColor?, memory: LayerMemory) {
    self.init(
      layers.compactMap { $0.entry(in: memory.output) }, isTransparent: background == nil,
      background: background ?? .black, memory: memory)
  }

  init(
    _ layers: [Entry], isTransparent: Bool, background: VideoColor = .black, memory: LayerMemory
  ) {
    self.layers = layers
    self.isTransparent = isTransparent
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
    let format = band.format
    for first in stride(from: band.rows.lowerBound, to: band.rows.upperBound, by: Self.stripHeight)
    {
      let rows = first..<min(first + Self.stripHeight, band.rows.upperBound)
      if !isCovered { clear(rows, of: &band) }
      for entry in layers {
        let opacity = Sample(entry.layer.opacity)
        switch entry.layer.content {
        case .planar(let placements):
          for (plane, placement) in placements.enumerated() {
            placement.draw(
              frames.plane(plane, of: entry.input, as: Sample.self), into: &band, plane: plane,
              rows: format.rows(of: plane, for: rows), opacity: opacity, scratch: &scratch)
          }
        case .packed(let placement):
          placement.draw(
            frames.pixels(of: entry.input), into: &band, rows: rows, opacity: opacity,
            scratch: &scratch)
        }
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
      for entry in layers {
        guard case .packed(let placement) = entry.layer.content else { continue }
        placement.draw(
          frames.pixels(of: entry.input), into: &band, rows: rows,
          opacity: Component(entry.layer.opacity), scratch: &scratch)
      }
    }
  }

  /// Fills rows with the background; the first row is even.
  private func clear<Sample: PixelComponent>(
    _ rows: Range<Int>, of band: inout PlanarBand<Sample>
  ) {
    let format = band.format
    for plane in 0..<3 {
      let sample = Sample(background.sample(of: plane, depth: format.depth))
      for row in format.rows(of: plane, for: rows) {
        band.fill(plane, row: row, 0..<format.width(of: plane), with: sample)
      }
    }
  }

  /// Fills rows with the background, which may be transparent.
  @_specialize(where Component == UInt8)
  @_specialize(where Component == UInt16)
  private func clear<Component: PixelComponent>(
    _ rows: Range<Int>, of band: inout PackedBand<Component>
  ) {
    let parts = (0..<3).map { Component(background.sample(of: $0, depth: Component.bitWidth)) }
    let pixel = SIMD4(isTransparent ? 0 : Component.max, parts[0], parts[1], parts[2])
    for row in rows {
      var pixels = band[row: row]
      for x in pixels.indices { pixels[x] = pixel }
    }
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
        layout: Sample.bitWidth == 8 ? .ayuv : .ayuv64))
  }
}
