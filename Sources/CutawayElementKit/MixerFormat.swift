/// The layout of a mixer's output frames.
public enum MixerLayout: Sendable, Hashable {
  /// Planes of luma and chroma, opaque, with samples of `depth` bits.
  case planar(PlanarFormat.Chroma, depth: Int)
  /// Packed pixels with alpha.
  case packed(PixelLayout)

  /// Planes in 4:2:0, 4:2:2 and 4:4:4 with 8, 10, 12 and, in 4:4:4, 16 bits, packed luma and chroma with alpha with
  /// 8 and 16 bits, and red, green, blue and alpha with 8 bits.
  public static let all: [MixerLayout] =
    [8, 10, 12].flatMap { depth in
      PlanarFormat.Chroma.allCases.map { MixerLayout.planar($0, depth: depth) }
    } + [.planar(.full, depth: 16), .packed(.ayuv), .packed(.ayuv64)]
    + [.packed(.bgra), .packed(.rgba)]
}

/// The format of a frame of a mixer.
@frozen
public enum MixerFormat: Sendable, Hashable {
  /// Planes of luma and chroma, opaque.
  case planar(PlanarFormat)
  /// Packed pixels with alpha.
  case packed(VideoFormat)

  /// The layout of packed pixels that are drawn in the format: its own, or that of luma and chroma with alpha.
  public var packedLayout: PixelLayout {
    switch self {
    case .packed(let format): format.layout
    case .planar(let format): format.bitsPerSample == 8 ? .ayuv : .ayuv64
    }
  }

  /// The number of columns.
  public var width: Int {
    switch self {
    case .planar(let format): format.width
    case .packed(let format): format.width
    }
  }

  /// The number of rows.
  public var height: Int {
    switch self {
    case .planar(let format): format.height
    case .packed(let format): format.height
    }
  }

  /// The number of bits of a sample or component in memory: 8 or 16.
  @inlinable
  public var bitsPerSample: Int {
    switch self {
    case .planar(let format): format.bitsPerSample
    case .packed(let format): format.layout.bitsPerComponent
    }
  }

  /// Divides the rows into about `count` bands of about the same height, and omits empty ones.
  public func bands(_ count: Int) -> [Range<Int>] {
    switch self {
    case .planar(let format): format.bands(count)
    case .packed(let format): format.bands(count)
    }
  }

  /// The layout, without the size.
  public var layout: MixerLayout {
    switch self {
    case .planar(let format): .planar(format.chroma, depth: format.depth)
    case .packed(let format): .packed(format.layout)
    }
  }
}
