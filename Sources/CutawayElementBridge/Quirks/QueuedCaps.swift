import CCutawayGStreamer
package import CutawayQuirks

extension Quirk {
  /// When the output ends, GstAggregator removes everything from the queues of its pads, also caps that it
  /// has not handled.
  ///
  /// The element before has delivered them, and does not repeat them after a seek.
  package static let queuedCaps = Quirk(
    "GstAggregator loses caps that wait in the queue of a pad when the output ends",
    versions: [.all],
    test: "caps that wait behind a frame when the output ends apply after a flush")
}

/// Puts the caps of a flushed pad into its queue once more.
func repeatCaps(
  _ mixer: UnsafeMutablePointer<GstAggregator>, _ pad: UnsafeMutablePointer<GstAggregatorPad>
) {
  guard let caps = gst_pad_get_current_caps(&pad.pointee.parent) else { return }
  defer { gst_caps_unref(caps) }
  let gclass = UnsafeMutableRawPointer(mixer.pointee.parent.object.object.g_type_instance.g_class!)
  // A pad that another flush stops is flushed once more.
  _ = gclass.assumingMemoryBound(to: GstAggregatorClass.self).pointee
    .sink_event_pre_queue(mixer, pad, gst_event_new_caps(caps))
}
