import CCutawayGStreamer
import CutawayElementBridge
import Testing

/// A bin that GStreamer takes for an element of hardware.
final class FakeHardware: Sendable {
  private static let all = Monitor<[GType: FakeHardware]>([:])
  private let klass: String
  private let input: String
  private let output: String
  private let opens: Bool
  private let description: String

  /// Creates a kind of bin.
  ///
  /// - Parameters:
  ///   - klass: The class in the metadata of the element.
  ///   - input: The caps of the pad template `sink`.
  ///   - output: The caps of the pad template `src`.
  ///   - opens: Whether the device can be opened.
  ///   - description: The elements, in the syntax of launch lines.
  init(klass: String, input: String, output: String, opens: Bool = true, description: String) {
    self.klass = klass
    self.input = input
    self.output = output
    self.opens = opens
    self.description = description
  }

  /// Registers the element for the rest of the process.
  func register(as name: String, rank: UInt32) throws {
    gst_init(nil, nil)
    var info = GTypeInfo()
    info.class_size = guint16(MemoryLayout<GstBinClass>.size)
    info.instance_size = guint16(MemoryLayout<GstBin>.size)
    info.class_data = UnsafeRawPointer(Unmanaged.passRetained(self).toOpaque())
    info.class_init = { gclass, data in
      let kind = Unmanaged<FakeHardware>.fromOpaque(data!).takeUnretainedValue()
      let element = gclass!.assumingMemoryBound(to: GstElementClass.self)
      gst_element_class_set_metadata(element, "Fake", kind.klass, "For tests", "Tests")
      for (pad, direction, text) in [
        ("sink", GST_PAD_SINK, kind.input), ("src", GST_PAD_SRC, kind.output),
      ] {
        let caps = gst_caps_from_string(text)
        gst_element_class_add_pad_template(
          element, gst_pad_template_new(pad, direction, GST_PAD_ALWAYS, caps))
        gst_caps_unref(caps)
      }
      if !kind.opens { element.pointee.change_state = { _, _ in GST_STATE_CHANGE_FAILURE } }
    }
    info.instance_init = { instance, gclass in
      guard let instance = instance.map({ UnsafeMutableRawPointer($0) }), let gclass,
        let kind = FakeHardware.all.update({
          $0[gclass.assumingMemoryBound(to: GTypeClass.self).pointee.g_type]
        }), let parsed = gst_parse_bin_from_description(kind.description, 1, nil)
      else { return }
      let inner = UnsafeMutableRawPointer(parsed).assumingMemoryBound(to: GstElement.self)
      gst_bin_add(instance.assumingMemoryBound(to: GstBin.self), inner)
      for name in ["sink", "src"] {
        let pad = gst_element_get_static_pad(inner, name)
        gst_element_add_pad(
          instance.assumingMemoryBound(to: GstElement.self), gst_ghost_pad_new(name, pad))
        pad.map { gst_object_unref($0) }
      }
    }
    let type = g_type_register_static(
      gst_bin_get_type(), "CutawayTest-\(name)", &info, GTypeFlags(rawValue: 0))
    Self.all.update { $0[type] = self }
    try #require(gst_element_register(nil, name, rank, type) != 0)
  }
}
