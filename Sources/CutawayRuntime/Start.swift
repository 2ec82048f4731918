import CCutawayGStreamer

/// Starts GStreamer, which reads its list of plugins, and writes it where it is out of date.
package func startGStreamer() { gst_init(nil, nil) }
