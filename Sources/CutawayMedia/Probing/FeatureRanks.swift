import CCutawayGStreamer
import CutawayElementBridge

/// Ranks of elements that GStreamer chooses from by itself, in this process.
package enum FeatureRanks {
  /// Takes what cannot be tried safely from among the sinks that `autovideosink` tries.
  ///
  /// Where no display can be opened it comes to `dfbvideosink`, whose library (DirectFB 1.7) starts a
  /// thread that reads freed memory once the attempt has failed, and brings the process down.
  package static func leaveOutUnsafeSinks() { set("dfbvideosink", to: GST_RANK_NONE) }

  /// Has BMP and TIFF decoded by gdk-pixbuf: avdec_bmp and avdec_tiff take a whole file in one buffer, which
  /// no parser of GStreamer 1.22 makes.
  static func preferStillDecoder() { set("gdkpixbufdec", to: GST_RANK_SECONDARY) }

  private static func set(_ name: String, to rank: GstRank) {
    guard
      let feature = gst_registry_find_feature(
        gst_registry_get(), name, gst_element_factory_get_type())
    else { return }
    gst_plugin_feature_set_rank(feature, UInt32(rank.rawValue))
    gst_object_unref(UnsafeMutableRawPointer(feature))
  }
}
