import CGStreamer

/// The caps that the event in a pad's probe announces, if it does; they are the event's.
func announcedCaps(_ info: UnsafeMutablePointer<GstPadProbeInfo>?) -> Caps? {
  guard let info, let event = gst_swift_probe_event(info),
    gst_swift_event_type(event) == GST_EVENT_CAPS
  else { return nil }
  var caps: Caps?
  gst_event_parse_caps(event, &caps)
  return caps
}
