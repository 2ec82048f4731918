import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// avdec_bmp and avdec_tiff need a whole file in one buffer, which no parser delivers.
  ///
  /// 1.22.0 needs it and 1.26.2 does not; the first version without the fault is unknown.
  package static let stillDecoders = Quirk(
    "avdec_bmp and avdec_tiff need a whole file in one buffer",
    versions: [.before(1, 26, 2)],
    kept:
      "only plain files were compared, and so BMP and TIFF have the same decoder in all versions",
    upstream: "no single change; the decoders of libav were reworked in 1.24",
    test: "a still lasts as long as its segment, and appears again after a cut")
}

/// The decoder for BMP and TIFF, which replaces those of libav.
enum StillDecoder {
  /// Gives gdk-pixbuf the highest rank.
  static func prefer() {
    guard Quirk.stillDecoders.applies else { return }
    FeatureRanks.set("gdkpixbufdec", to: GST_RANK_SECONDARY)
  }

  /// Creates the decoder; `nil` for other media types, and if it is not installed.
  static func make(for caps: Caps) -> UnsafeMutablePointer<GstElement>? {
    guard Quirk.stillDecoders.applies, ["image/bmp", "image/tiff"].contains(caps.kind) else {
      return nil
    }
    let decoder = gst_element_factory_make("gdkpixbufdec", nil)
    if caps.kind == "image/tiff", let decoder { divideByAlpha(decoder) }
    return decoder
  }
}
