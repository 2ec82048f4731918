import CutawayElements
import Sepia

/// GStreamer calls this function of libgstsepia.so.
@c(gst_plugin_sepia_get_desc)
public func sepiaDescriptor() -> UnsafeRawPointer { sepiaPlugin.descriptor }

let sepiaPlugin = Plugin(
  "sepia", "A sepia effect",
  publisher: Publisher(
    author: "Jo Doe <jo@example.com>", license: "MIT/X11", package: "Jo's effects",
    origin: "https://example.com/effects", version: "1.0.0"),
  elements: .filter(Sepia.self))
