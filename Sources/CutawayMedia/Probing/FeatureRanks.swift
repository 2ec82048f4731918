import CCutawayGStreamer
import CutawayElementBridge

/// The ranks by which GStreamer selects elements in this process.
package enum FeatureRanks {
  /// Sets the rank of an element, if it is installed.
  static func set(_ name: String, to rank: GstRank) {
    guard
      let feature = gst_registry_find_feature(
        gst_registry_get(), name, gst_element_factory_get_type())
    else { return }
    gst_plugin_feature_set_rank(feature, UInt32(rank.rawValue))
    gst_object_unref(UnsafeMutableRawPointer(feature))
  }
}
