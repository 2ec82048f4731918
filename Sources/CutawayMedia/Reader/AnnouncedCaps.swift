import CCutawayGStreamer
import CutawayElementBridge

/// The caps of a caps event in a pad probe, owned by the event; `nil` for other events.
func announcedCaps(_ info: UnsafeMutablePointer<GstPadProbeInfo>?) -> Caps? {
  guard let info, let event = gst_swift_probe_event(info),
    gst_swift_event_type(event) == GST_EVENT_CAPS
  else { return nil }
  var caps: Caps?
  gst_event_parse_caps(event, &caps)
  return caps
}

/// Replaces caps that are announced on a pad.
///
/// - Parameters:
///   - pad: The pad.
///   - change: Returns the new caps, owned by the caller, or `nil` to keep the announced ones.
func changeCaps(
  on pad: UnsafeMutablePointer<GstPad>, _ change: @escaping @Sendable (Caps) -> Caps?
) {
  gst_pad_add_probe(
    pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
    { _, info, change in
      Unmanaged<CapsChange>.fromOpaque(change!)._withUnsafeGuaranteedRef { $0.make(in: info) }
      return GST_PAD_PROBE_OK
    }, Unmanaged.passRetained(CapsChange(change)).toOpaque(),
    { Unmanaged<CapsChange>.fromOpaque($0!).release() })
}

private final class CapsChange: Sendable {
  private let change: @Sendable (Caps) -> Caps?

  init(_ change: @escaping @Sendable (Caps) -> Caps?) { self.change = change }

  func make(in info: UnsafeMutablePointer<GstPadProbeInfo>?) {
    guard let own = announcedCaps(info).flatMap(change) else { return }
    gst_swift_probe_replace_event(info, gst_event_new_caps(own))
    gst_caps_unref(own)
  }
}
