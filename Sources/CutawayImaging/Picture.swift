/// A recipe for a picture.
///
/// Nothing is computed before it is rendered.
///
/// Pictures lie in a plane whose y axis points upwards. Beyond its ``extent``, a picture is transparent.
public final class Picture: Sendable {
  /// Where the picture has pixels.
  public let extent: Region
  let content: Content

  /// What a picture is made of.
  enum Content: Sendable {
    /// Pixels in memory.
    case source(any PixelSource)
    /// A function of the place.
    case generated(@Sendable (inout PixelLine, WorkingSpace) -> Void)
    /// A function of each pixel, and of its place.
    case colored(Picture, @Sendable (inout PixelLine, WorkingSpace) -> Void)
    /// A matrix for each colour.
    case matrix(ColorMatrix, Picture)
    /// A function of the pixels of several pictures at the same place. The line contains those of the first.
    case mixed([Picture], @Sendable (inout PixelLine, [PixelLine], WorkingSpace) -> Void)
    /// A picture in front of another one, which may be larger.
    case layered(Picture, over: Picture)
    /// A part of a picture.
    case cropped(Picture)
    /// A picture whose edges are repeated without end.
    case clamped(Picture)
    /// A picture, moved by whole pixels.
    case moved(Picture, x: Int, y: Int)
    /// A function of many pixels of other pictures.
    case sampled(Sampling)
    /// What only a pass over a whole region can compute.
    case area(AreaPass)
  }

  init(_ content: Content, extent: Region) {
    (self.content, self.extent) = (content, extent)
  }

  /// Creates a picture of pixels in memory, whose lowest left pixel lies at the origin.
  public convenience init(_ source: any PixelSource) {
    self.init(.source(source), extent: Region(width: source.width, height: source.height))
  }

  /// No pixels.
  public static let empty = Picture(
    .generated { line, _ in line.clear() }, extent: .empty)
}

/// A picture whose pixels depend on many pixels of others.
struct Sampling: Sendable {
  let inputs: [Picture]
  /// The region of an input that a region of the result needs.
  let required: @Sendable (Region, _ input: Int) -> Region
  /// Computes a line from the inputs.
  let draw: @Sendable (inout PixelLine, [Tile], WorkingSpace) -> Void
  /// The affine transform, if it is one.
  var affine: AffineMap?
}

/// A picture that only a pass over a whole region can compute.
struct AreaPass: Sendable {
  let inputs: [Picture]
  /// The region of an input that a region of the result needs.
  let required: @Sendable (Region, _ input: Int) -> Region
  /// Computes a region.
  let draw: @Sendable (Region, [LineReader], WorkingSpace) -> Tile
}

extension Picture {
  /// A picture that is a function of the place.
  ///
  /// - Parameters:
  ///   - extent: Where it has pixels.
  ///   - draw: Computes the pixels of a line.
  /// - Returns: The picture.
  static func generated(
    _ extent: Region = .infinite,
    _ draw: @escaping @Sendable (inout PixelLine, WorkingSpace) -> Void
  ) -> Picture { Picture(.generated(draw), extent: extent) }

  /// The picture with each pixel changed by a function.
  func colored(
    _ draw: @escaping @Sendable (inout PixelLine, WorkingSpace) -> Void
  ) -> Picture { Picture(.colored(self, draw), extent: extent) }

  /// The picture with each colour multiplied by a matrix.
  ///
  /// A matrix after a matrix becomes one.
  func colored(by matrix: ColorMatrix) -> Picture {
    if case .matrix(let first, let input) = content, input.extent == extent {
      return Picture(.matrix(matrix.after(first), input), extent: extent)
    }
    return Picture(.matrix(matrix, self), extent: extent)
  }

  /// A function of the pixels of several pictures at the same place.
  ///
  /// - Parameters:
  ///   - pictures: The pictures.
  ///   - extent: Where the result has pixels.
  ///   - draw: Computes a line, which contains the pixels of the first picture, from the others.
  /// - Returns: The picture.
  static func mixed(
    _ pictures: [Picture], extent: Region,
    _ draw: @escaping @Sendable (inout PixelLine, [PixelLine], WorkingSpace) -> Void
  ) -> Picture { Picture(.mixed(pictures, draw), extent: extent) }

  /// The part of the picture in a region.
  public func cropped(to region: Region) -> Picture {
    let part = extent.intersection(region)
    return part == extent ? self : Picture(.cropped(self), extent: part)
  }

  /// The picture with its edges repeated without end.
  public func clamped() -> Picture {
    extent.isEmpty || extent == .infinite ? self : Picture(.clamped(self), extent: .infinite)
  }

  /// The picture, moved by whole pixels.
  public func moved(x: Int, y: Int) -> Picture {
    if x == 0 && y == 0 { return self }
    if case .moved(let input, let first, let second) = content {
      return input.moved(x: first + x, y: second + y)
    }
    return Picture(.moved(self, x: x, y: y), extent: extent.moved(x: x, y: y))
  }
}
