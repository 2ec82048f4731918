import CutawayElements
import Sepia

/// GStreamer calls this function of libgstsepia.so.
@c(gst_plugin_sepia_get_desc)
public func sepiaDescriptor() -> UnsafeRawPointer {
  Plugin("sepia", "A sepia effect", elements: .filter(Sepia.self)).descriptor
}
