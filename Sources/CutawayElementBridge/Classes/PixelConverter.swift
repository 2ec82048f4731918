import CCutawayGStreamer
import CutawayElementKit

/// `videoconvert` with rounding to the nearest between R′G′B′ and Y′CbCr.
struct PixelConverter: Element {
  static let name = "pixelconvert"
  static let summary = "Converts like videoconvert, but rounds conversions from and to RGB"
  static let traits: ElementTraits = [.stateless, .keepsPace]
  static let klass = "Filter/Converter/Video/Colorspace"
}

/// The element of the plugin: a bin around the converter, whose parent class is available only
/// after the plugin has been loaded.
final class PixelConverterBin: Dispatcher {
  init() {
    super.init(
      parent: gst_bin_get_type(), classSize: MemoryLayout<GstBinClass>.size,
      storage: InstanceLayout<PixelConverter, Void>(after: MemoryLayout<GstBin>.size))
  }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    let any = "video/x-raw; video/x-raw(ANY)"
    addMetadata(
      klass: PixelConverter.klass,
      pads: [(GST_PAD_SINK, any), (GST_PAD_SRC, any)], to: gclass)
  }

  override func initialize(_ instance: Instance) {
    super.initialize(instance)
    // Without `videoconvert`, the bin has no pads, and cannot be linked.
    guard let converter = makePixelConverter() else { return }
    gst_bin_add(instance.assumingMemoryBound(to: GstBin.self), converter)
    for name in ["sink", "src"] {
      let pad = gst_element_get_static_pad(converter, name)
      defer { gst_object_unref(pad) }
      gst_element_add_pad(
        instance.assumingMemoryBound(to: GstElement.self), gst_ghost_pad_new(name, pad))
    }
  }
}
