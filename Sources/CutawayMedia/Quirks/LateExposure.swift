import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks
import Glibc

extension Quirk {
  /// decodebin starts aiffparse before it exposes its pad, which nothing blocks or links yet.
  ///
  /// Data that arrive too early end in an error ("not-linked"), or stop the task of aiffparse without
  /// one ("flushing"). Parsers that learn their caps from the data are not concerned: decodebin
  /// exposes their pads in the thread that streams.
  package static let lateExposure = Quirk(
    "decodebin starts aiffparse before it exposes its pad",
    versions: [.all],
    upstream: "not reported",
    test: "many probes of an AIFF file at once find its sound")
}

/// Holds back what an element of a decodebin delivers until its pad is blocked for being exposed.
func waitForExposure(of element: UnsafeMutablePointer<GstElement>) {
  guard Quirk.lateExposure.applies, factoryName(of: element) == "aiffparse",
    let pad = gst_element_get_static_pad(element, "src")
  else { return }
  defer { gst_object_unref(pad) }
  let downstream =
    GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
  gst_pad_add_probe(
    pad, GstPadProbeType(rawValue: downstream),
    { pad, _, _ in
      // A decodebin that shuts down blocks nothing, and no harm is done then.
      for _ in 0..<2_000 where gst_pad_is_blocked(pad) == 0 { usleep(500) }
      return GST_PAD_PROBE_REMOVE
    }, nil, nil)
}
