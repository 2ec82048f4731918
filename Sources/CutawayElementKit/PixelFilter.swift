/// A video effect that is written once for 8 and 16 bits per component.
///
/// The compiler generates one copy of the code for each depth, and the layout of the stream chooses
/// between them.
///
///     public func apply<Component>(to frame: inout PixelFrame<Component>) {
///       frame.mapColors { color, _, _ in
///         SIMD4(Component.max &- color.x, color.y, color.z, color.w)
///       }
///     }
public protocol PixelFilter: StatefulPixelFilter where State == Void {
  /// Processes a frame in place.
  ///
  /// - Throws: ``ElementError``, which stops the stream.
  func apply<Component>(to frame: inout PixelFrame<Component>) throws(ElementError)
}

/// A video effect that is written once for 8 and 16 bits per component, and keeps state between
/// frames.
public protocol StatefulPixelFilter: StatefulVideoFilter {
  /// Processes a frame in place.
  ///
  /// - Throws: ``ElementError``, which stops the stream.
  func apply<Component>(
    to frame: inout PixelFrame<Component>, state: inout State
  ) throws(ElementError)
}

extension StatefulPixelFilter {
  /// The layouts of red, green, blue and alpha: see ``PixelLayout/rgb``.
  public static var layouts: [PixelLayout] { PixelLayout.rgb }

  /// Calls the generic method with the type of the layout's components.
  @inlinable
  public func apply(to frame: inout VideoFrame, state: inout State) throws(ElementError) {
    if frame.format.layout.bitsPerComponent == 16 {
      var pixels = frame.pixels(of: UInt16.self)
      try apply(to: &pixels, state: &state)
    } else {
      var pixels = frame.pixels(of: UInt8.self)
      try apply(to: &pixels, state: &state)
    }
  }
}

extension PixelFilter {
  /// A filter without state needs nothing here.
  public func makeState(for format: VideoFormat) {}

  /// Calls ``PixelFilter/apply(to:)``, because there is no state.
  @inlinable
  public func apply<Component>(
    to frame: inout PixelFrame<Component>, state: inout Void
  ) throws(ElementError) {
    try apply(to: &frame)
  }
}
