public import CutawayElementKit

/// Brings R′G′B′ of BT.2020 primaries with a transfer function of BT.2100 to BT.709.
///
/// Each component's light is compressed by itself: what is bright loses colour as on film, and what
/// lies below about half of SDR's peak stays what it is.
///
/// Caps say the same before and behind it: relabel them with `capssetter`.
///
/// ```sh
/// gst-launch-1.0 filesrc location=phone.mov ! decodebin ! videoconvert ! \
///   video/x-raw,format=ARGB64,colorimetry=1:1:15:7 ! tonemap transfer=hlg ! \
///   capssetter caps=video/x-raw,colorimetry=1:1:5:1 ! videoconvert ! autovideosink
/// ```
public struct ToneMap: StatefulVideoFilter, Codable, Hashable {
  public static let name = "tonemap"
  public static let summary = "Brings HLG and PQ pictures to SDR"
  public static let layouts: [PixelLayout] = [.argb64]

  @Property("What the picture is in: hlg or pq")
  public var transfer = "hlg"
  @Property(in: 203...10_000, "The brightest light of a PQ picture, in cd/m²")
  public var peak = 1_000.0

  public init() {}

  public struct State: Sendable {
    var settings: ToneMap
    var curves: ToneCurves
  }

  public func makeState(for format: VideoFormat) throws(ElementError) -> State {
    guard let function = TransferFunction(rawValue: transfer) else {
      throw ElementError("transfer: expected hlg or pq, found '\(transfer)'")
    }
    return State(settings: self, curves: ToneCurves(function, peak: peak))
  }

  public func apply(to frame: inout VideoFrame, state: inout State) throws(ElementError) {
    if state.settings != self { state = try makeState(for: frame.format) }
    for y in 0..<frame.format.height {
      var row = frame[deepRow: y]
      state.curves.map(&row)
    }
  }
}
