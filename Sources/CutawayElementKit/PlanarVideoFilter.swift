/// A video effect that also works on planes of luma and chroma, so that video needs no conversion
/// before it and after it.
///
/// It accepts all formats of ``PlanarFormat`` that mixers draw: 4:2:0, 4:2:2 and 4:4:4 with 8, 10 and
/// 12 bits, and 4:4:4 with 16 bits. Frames with alpha come in the packed ``StatefulVideoFilter/layouts``.
///
/// One generic method implements both sizes of samples. The compiler generates a copy for each.
///
///     public func apply<Sample>(to frame: inout PlanarFrame<Sample>, state: inout State) {
///       var luma = frame.plane(0)
///       let (black, span) = frame.coding.range(of: 0, depth: frame.format.depth)
///       luma.mapSamples { sample, _, _ in Sample(clamping: 2 * black + span - Int(sample)) }
///     }
public protocol PlanarVideoFilter: StatefulVideoFilter {
  /// Creates the state for a stream of planar frames, and again whenever its format changes.
  func makeState(for format: PlanarFormat) throws(ElementError) -> State

  /// Processes a planar frame with 8 bits per sample in place.
  ///
  /// - Throws: ``ElementError``, which stops the stream.
  func apply(to frame: inout PlanarFrame<UInt8>, state: inout State) throws(ElementError)

  /// Processes a planar frame with more than 8 bits per sample in place.
  ///
  /// - Throws: ``ElementError``, which stops the stream.
  func apply(to frame: inout PlanarFrame<UInt16>, state: inout State) throws(ElementError)
}

extension PlanarVideoFilter where State == Void {
  /// A filter without state needs nothing here.
  public func makeState(for format: PlanarFormat) {}
}
