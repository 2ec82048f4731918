import CutawayElements
import Sepia

/// What GStreamer asks libgstsepia.so for.
@c(gst_plugin_sepia_get_desc)
public func sepiaDescriptor() -> UnsafeRawPointer {
  Plugin("sepia", "The effect sepia", elements: .filter(Sepia.self)).descriptor
}
