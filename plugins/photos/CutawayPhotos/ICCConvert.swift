package import CutawayColorProfiles
package import CutawayElementKit
import CutawayKeyframes

/// Converts pictures whose numbers an ICC profile explains to Display P3.
///
/// The caps do not change: relabel the output with `capssetter`. Colours that Display P3 does not have become the nearest
/// that it has. A profile of grey counts for each component. Profiles of inks are an error.
///
/// ```sh
/// gst-launch-1.0 filesrc location=photo.jpg ! jpegdec ! videoconvert ! video/x-raw,format=ARGB64 ! \
///   iccconvert profile="$(xxd -p -c0 adobe-rgb.icc)" ! capssetter caps=video/x-raw,colorimetry=1:1:7:11 ! \
///   videoconvert ! pngenc ! filesink location=photo.png
/// ```
package struct ICCConvert: StatefulPixelFilter, Hashable {
  /// The factory name in GStreamer.
  package static let name = "iccconvert"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Converts colours from an ICC profile to Display P3"
  /// What is known about its frames.
  package static let traits: ElementTraits = [.stateless, .keepsPace, .pointwise]
  /// All layouts of red, green and blue; 8 bits per component show steps in dark parts.
  package static let layouts: [PixelLayout] = [.argb64] + PixelLayout.rgb.filter { $0 != .argb64 }

  /// The profile.
  @Property("The bytes of the profile in hexadecimal digits; without any, frames pass unchanged")
  package var profile = Shared(ICCProfile())

  /// Creates an element that changes nothing.
  package init() {}

  /// The conversion; `nil` without a profile.
  package struct State: Sendable {
    fileprivate var profile = ICCProfile()
    fileprivate var converter: ProfileConverter?
  }

  /// Opens the profile.
  package func makeState(for format: VideoFormat) throws(ElementError) -> State {
    let profile = try profile.value(of: "profile")
    if profile.bytes.isEmpty { return State() }
    guard let layout = ProfileConverter.Layout(format.layout) else {
      throw ElementError("ICC profiles need red, green and blue", code: .unsupportedFormat)
    }
    guard let converter = ProfileConverter(profile, layout) else {
      throw ElementError(
        "profile: it is damaged, or one of inks", code: .invalidSettings)
    }
    return State(profile: profile, converter: converter)
  }

  /// Without a profile, frames pass unchanged.
  package func isIdle(at time: Duration, state: inout State) throws(ElementError) -> Bool {
    try profile.value(of: "profile").bytes.isEmpty
  }

  /// Converts all pixels of a frame in place.
  package func apply<Component>(
    to frame: inout PixelFrame<Component>, state: inout State
  ) throws(ElementError) {
    if try profile.value(of: "profile") != state.profile {
      state = try makeState(for: frame.format)
    }
    guard let converter = state.converter else { return }
    for y in frame.rows {
      var row = frame[row: y]
      converter.apply(to: &row)
    }
  }
}

extension ProfileConverter.Layout {
  /// The layout of pixels with 16 bits per component in the byte order of the machine.
  init?(_ layout: PixelLayout) {
    switch layout {
    case .rgba: self = .rgba8
    case .bgra: self = .bgra8
    case .argb: self = .argb8
    case .abgr: self = .abgr8
    case .rgba64: self = .rgba16
    case .bgra64: self = .bgra16
    case .argb64: self = .argb16
    case .abgr64: self = .abgr16
    case .ayuv, .ayuv64: return nil
    }
  }
}
