package import CutawayElementKit

/// The memory for drawing the layers of an output, which is kept from frame to frame.
///
/// Several threads draw bands at the same time. Each takes a free part of the memory.
package final class LayerMemory: Sendable {
  /// The format of the output.
  package let output: MixerFormat
  /// A `ScratchPool` for the samples of the output.
  private let pool: any AnyObject & Sendable

  /// Creates memory, which grows when layers are drawn.
  package init(for output: MixerFormat) {
    self.output = output
    pool =
      output.bitsPerSample == 8
      ? ScratchPool<LayerScratch<UInt8>>() : ScratchPool<LayerScratch<UInt16>>()
  }

  /// Calls `body` with memory of at least some sizes, which no other thread uses.
  func withScratch<Sample: PixelComponent>(
    _ sizes: ScratchSizes, _ body: (inout LayerScratch<Sample>) -> Void
  ) {
    guard let pool = pool as? ScratchPool<LayerScratch<Sample>> else {
      preconditionFailure("the samples have another size")
    }
    pool.withScratch { memory in
      var scratch = memory.take() ?? LayerScratch(sizes)
      if !scratch.sizes.include(sizes) {
        scratch = LayerScratch(sizes.joined(with: scratch.sizes))
      }
      body(&scratch)
      memory = consume scratch
    }
  }
}

/// The sizes of the memory for drawing layers.
struct ScratchSizes: Sendable {
  /// The width of the output.
  var width: Int
  /// The width of the widest row of a source or the output.
  var reach: Int
  /// The size of the largest strip of packed pixels.
  var strip = PlanarSize(width: 1, height: 1)
  /// The layout of packed pixels.
  let layout: PixelLayout

  /// The sizes that the layers of a stack need.
  init(of stack: LayerStack, width: Int) {
    (self.width, reach) = (width, width)
    layout = stack.output.packedLayout
    for entry in stack.layers {
      switch entry.layer.content {
      case .planar(let placements):
        // In 4:4:4, chroma of the source may be the widest.
        for placement in placements { reach = max(reach, placement.source.width) }
      case .packed(let placement):
        strip.width = max(strip.width, placement.box.width)
        strip.height = max(strip.height, placement.stripHeight)
      }
    }
  }

  /// Whether memory of these sizes suffices for others.
  func include(_ other: Self) -> Bool {
    width >= other.width && reach >= other.reach && strip.width >= other.strip.width
      && strip.height >= other.strip.height
  }

  /// Sizes that include these and others, so that memory for moving layers soon stops growing.
  func joined(with other: Self) -> Self {
    var result = self
    result.width = max(width, other.width)
    result.reach = max(reach, other.reach)
    result.strip.width = max(strip.width, other.strip.width)
    result.strip.height = max(strip.height, other.strip.height)
    return result
  }
}
