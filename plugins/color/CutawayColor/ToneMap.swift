package import CutawayElementKit

/// Converts R′G′B′ with BT.2020 primaries and a transfer function of BT.2100 to BT.709.
///
/// The element compresses the light of each component separately: highlights lose saturation, as on
/// film, and light below about half of SDR's peak is unchanged.
///
/// The caps do not change: relabel the output with `capssetter`.
///
/// ```sh
/// gst-launch-1.0 filesrc location=phone.mov ! decodebin ! videoconvert ! \
///   video/x-raw,format=ARGB64,colorimetry=1:1:15:7 ! tonemap transfer=hlg ! \
///   capssetter caps=video/x-raw,colorimetry=1:1:5:1 ! videoconvert ! autovideosink
/// ```
package struct ToneMap: StatefulPixelFilter, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "tonemap"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Converts HLG and PQ video to SDR"
  /// All layouts of red, green and blue; 8 bits per component show steps in dark parts.
  package static let layouts: [PixelLayout] = [.argb64] + PixelLayout.rgb.filter { $0 != .argb64 }

  /// The transfer function of the input: `hlg` or `pq`.
  @Property("The transfer function of the source: hlg or pq")
  package var transfer = "hlg"
  /// The peak light of PQ input in cd/m², from 203 to 10,000; HLG input ignores it.
  @Property(in: 203...10_000, "The peak luminance of a PQ source in cd/m²")
  package var peak = 1_000.0

  /// Creates settings for HLG.
  package init() {}

  /// The tables for the settings.
  package struct State: Sendable {
    var settings: ToneMap
    var curves: ToneCurves
  }

  /// Computes the tables.
  ///
  /// - Throws: `ElementError` if ``transfer`` is invalid.
  package func makeState(for format: VideoFormat) throws(ElementError) -> State {
    guard let function = TransferFunction(rawValue: transfer) else {
      throw ElementError("transfer: expected hlg or pq, found '\(transfer)'")
    }
    return State(
      settings: self,
      curves: ToneCurves(
        function, peak: peak, largest: Double(format.layout.largest)))
  }

  /// Maps all pixels of a frame in place.
  package func apply<Component>(
    to frame: inout PixelFrame<Component>, state: inout State
  ) throws(ElementError) {
    if state.settings != self { state = try makeState(for: frame.format) }
    let curves = state.curves
    // The compiler inlines local functions, but not closures, into each of the loops.
    @inline(__always)
    func mapped(_ color: SIMD4<Component>, _: Int, _: Int) -> SIMD4<Component> {
      curves.mapped(color)
    }
    frame.mapColors(mapped)
  }
}
