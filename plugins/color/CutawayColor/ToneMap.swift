package import CutawayElementKit

/// Converts R′G′B′ between HLG, PQ and SDR: between the transfer functions of BT.2100 with BT.2020
/// primaries, and BT.709.
///
/// On the way to SDR, a colour up to 100 cd/m² stays what it is, with 203 cd/m² as white. Brighter ones are
/// compressed: HDR's reference white, 203 cd/m², becomes 87 % of SDR's signal, and 1,000 cd/m² become white. Hue and
/// saturation stay; what is outside of BT.709 loses saturation. On the way to HLG, light above 1,000 cd/m² is
/// clipped. On the way from SDR, its white becomes HDR's reference white: 75 % of an HLG signal, and 58 % of PQ.
///
/// It takes R′G′B′, and Y′CbCr in planes, all of whose pixels have the chroma of their sample; the new chroma is the
/// mean of theirs. The output of planes has the matrix of its kind in video range: BT.709 for SDR, BT.2020 for HLG
/// and PQ.
///
/// The caps do not change: relabel the output with `capssetter`.
///
/// ```sh
/// gst-launch-1.0 filesrc location=phone.mov ! decodebin ! videoconvert ! \
///   video/x-raw,format=ARGB64,colorimetry=1:1:15:7 ! tonemap transfer=hlg ! \
///   capssetter caps=video/x-raw,colorimetry=1:1:5:1 ! videoconvert ! autovideosink
/// ```
package struct ToneMap: StatefulPixelFilter, PlanarVideoFilter, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "tonemap"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Converts video between HLG, PQ and SDR"
  /// What is known about its frames.
  package static let traits: ElementTraits = [.stateless, .keepsPace, .pointwise]
  /// All layouts of red, green and blue; 8 bits per component show steps in dark parts.
  package static let layouts: [PixelLayout] = [.argb64] + PixelLayout.rgb.filter { $0 != .argb64 }

  /// The transfer function of the input.
  @Property("The transfer function of the source: hlg, pq or sdr")
  package var transfer = TransferFunction.hlg
  /// The transfer function of the output.
  @Property("The transfer function of the output: hlg, pq or sdr")
  package var outputTransfer = TransferFunction.sdr
  /// The peak light of PQ input that becomes SDR in cd/m², from 203 to 10,000; others ignore it.
  @Property(in: 203...10_000, "The peak luminance of a PQ source in cd/m²")
  package var peak = 1_000.0

  /// Creates settings for HLG.
  package init() {}

  /// The tables for the settings.
  package struct State: Sendable {
    var settings: ToneMap
    var curves: Curves
  }

  enum Curves: Sendable {
    case toSDR(ToneCurves)
    case toHDR(LightCurves)
    /// Input and output are the same.
    case none
  }

  /// Computes the tables.
  package func makeState(for format: VideoFormat) -> State {
    makeState(largest: Double(format.layout.largest))
  }

  /// Computes the tables for a planar frame.
  package func makeState(for format: PlanarFormat) -> State {
    makeState(largest: 65_535)
  }

  private func makeState(largest: Double) -> State {
    let curves: Curves =
      if transfer == outputTransfer {
        .none
      } else if outputTransfer == .sdr {
        .toSDR(ToneCurves(transfer, peak: peak))
      } else {
        .toHDR(LightCurves(from: transfer, to: outputTransfer, largest: largest))
      }
    return State(settings: self, curves: curves)
  }

  /// Maps all pixels of a frame in place.
  package func apply<Component>(
    to frame: inout PixelFrame<Component>, state: inout State
  ) {
    if state.settings != self { state = makeState(for: frame.format) }
    // The compiler inlines local functions, but not closures, into each of the loops.
    switch state.curves {
    case .toSDR(let curves):
      @inline(__always)
      func map(_ block: inout ColorBlock) { block = curves.mapped(block) }
      frame.mapColorBlocks(map)
    case .toHDR(let curves):
      @inline(__always)
      func mapped(_ color: SIMD4<Component>, _: Int, _: Int) -> SIMD4<Component> {
        curves.mapped(color)
      }
      frame.mapColors(mapped)
    case .none: break
    }
  }

  /// Maps all pixels of a planar frame in place.
  package func apply<Sample>(to frame: inout PlanarFrame<Sample>, state: inout State) {
    if state.settings != self { state = makeState(for: frame.format) }
    switch state.curves {
    case .toSDR(let curves):
      @inline(__always)
      func mapped(_ block: ColorBlock) -> ColorBlock { curves.mapped(block) }
      frame.mapColorBlocks(to: .bt709, mapped)
    case .toHDR(let curves):
      @inline(__always)
      func mapped(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> SIMD4<Float> {
        SIMD4(curves.signal(index(red), index(green), index(blue)), 0)
      }
      frame.mapColors(to: .bt2020, largest: 65_535, mapped)
    case .none: break
    }
  }

  /// The low bits of a number that is rounded in the mantissa of another.
  @inline(__always)
  private func index(_ number: UInt32) -> Int { Int(UInt16(truncatingIfNeeded: number)) }
}
