// Unsafe: The caller lends the memory of the frame. Bands of it check each access.

/// The output frame of a mixer, lent for the duration of a call.
@safe
public struct MixerTarget: ~Copyable, ~Escapable {
  /// The format of the frame.
  public let format: MixerFormat
  @usableFromInline
  let bases: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer)
  @usableFromInline let strides: (Int, Int, Int)

  /// Wraps a frame owned by the caller.
  ///
  /// - Parameters:
  ///   - format: The format of the frame.
  ///   - bases: The first byte of each plane; packed pixels use only the first one. While the value
  ///     exists, the memory must stay valid, and nothing else may access the rows that are drawn.
  ///   - strides: The distance of two rows in each plane, in bytes.
  @unsafe
  @_lifetime(immortal)
  public init(
    format: MixerFormat,
    bases: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer),
    strides: (Int, Int, Int)
  ) {
    self.format = format
    unsafe self.bases = bases
    self.strides = strides
  }

  /// Some rows of a planar frame.
  @inlinable
  @_lifetime(borrow self)
  borrowing func band<Sample>(
    of _: Sample.Type, rows: Range<Int>, _ format: PlanarFormat
  ) -> PlanarBand<Sample> {
    let band = unsafe PlanarBand<Sample>(
      format: format, rows: rows, bases: bases, strides: strides)
    return unsafe _overrideLifetime(band, borrowing: self)
  }

  /// Some rows of a frame of packed pixels.
  @inlinable
  @_lifetime(borrow self)
  borrowing func band<Component>(
    of _: Component.Type, rows: Range<Int>, _ format: VideoFormat
  ) -> PackedBand<Component> {
    let band = unsafe PackedBand<Component>(
      format: format, rows: rows, base: bases.0, stride: strides.0)
    return unsafe _overrideLifetime(band, borrowing: self)
  }
}
