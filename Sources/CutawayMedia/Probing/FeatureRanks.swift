import CCutawayGStreamer
import CutawayElementBridge

/// The ranks by which GStreamer selects elements in this process.
package enum FeatureRanks {
  /// Removes unsafe sinks from those that `autovideosink` tries.
  ///
  /// Without a display, it tries `dfbvideosink`, whose library (DirectFB 1.7) starts a thread that
  /// reads freed memory after the attempt fails, and crashes the process.
  package static func leaveOutUnsafeSinks() { set("dfbvideosink", to: GST_RANK_NONE) }

  /// Selects gdk-pixbuf for BMP and TIFF: avdec_bmp and avdec_tiff need a whole file in one buffer,
  /// which no parser of GStreamer 1.22 delivers.
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
