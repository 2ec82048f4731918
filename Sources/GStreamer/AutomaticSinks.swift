import CGStreamer

/// Takes what cannot be tried safely from among the sinks that `autovideosink` tries.
///
/// Where no display can be opened it comes to `dfbvideosink`, whose library (DirectFB 1.7) starts a
/// thread that reads freed memory once the attempt has failed, and brings the process down.
enum AutomaticSinks {
  static func leaveOutUnsafe() {
    guard
      let feature = gst_registry_find_feature(
        gst_registry_get(), "dfbvideosink", gst_element_factory_get_type())
    else { return }
    gst_plugin_feature_set_rank(feature, UInt32(GST_RANK_NONE.rawValue))
    gst_object_unref(UnsafeMutableRawPointer(feature))
  }
}
