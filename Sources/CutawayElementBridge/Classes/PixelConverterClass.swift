package import CCutawayGStreamer
import CutawayElementKit

/// Creates a ``PixelConverter`` element; `nil` if `videoconvert` is not installed.
///
/// Do not call it while a plugin is loaded: it loads the plugin of `videoconvert`, and GStreamer
/// loads one at a time.
///
/// - Parameter changesSize: Whether the output may have another size, as with `videoconvertscale`.
/// - Returns: The element, with a floating reference.
package func makePixelConverter(
  changingSize changesSize: Bool = false
) -> UnsafeMutablePointer<GstElement>? {
  (changesSize ? PixelConverterClass.scalingType : PixelConverterClass.type).map { type in
    let object = UnsafeMutableRawPointer(g_object_new_with_properties(type, 0, nil, nil))!
    let gclass = gst_swift_class_of(object)!
    UnsafeMutableRawPointer(gclass).withMemoryRebound(to: GstElementClass.self, capacity: 1) {
      // Programs ask each child of a bin for its factory. The class keeps the reference.
      if $0.pointee.elementfactory == nil {
        $0.pointee.elementfactory = gst_element_factory_find(PixelConverter.name)
      }
    }
    return object.assumingMemoryBound(to: GstElement.self)
  }
}

/// A subclass of `videoconvert` or `videoconvertscale`, which negotiates like its parent, and itself performs the
/// conversions of ``ExactConversion``.
final class PixelConverterClass: Dispatcher {
  private let layout: InstanceLayout<PixelConverter, ExactConversion>

  private init(parent: GType, label: String) {
    var query = GTypeQuery()
    g_type_query(parent, &query)
    layout = InstanceLayout(after: Int(query.instance_size))
    super.init(parent: parent, classSize: Int(query.class_size), storage: layout)
    author = Publisher.cutaway.author
    self.label = label
  }

  fileprivate static let type = makeType(from: "videoconvert", part: "-core", label: "")
  fileprivate static let scalingType = makeType(
    from: "videoconvertscale", part: "-scaling", label: "-scaling-")

  private static func makeType(from factory: String, part: String, label: String) -> GType? {
    guard let found = gst_element_factory_find(factory) else { return nil }
    defer { gst_object_unref(UnsafeMutableRawPointer(found)) }
    guard let loaded = gst_plugin_feature_load(found) else { return nil }
    defer { gst_object_unref(UnsafeMutableRawPointer(loaded)) }
    let parent = gst_element_factory_get_element_type(loaded)
    return registerType(PixelConverterClass(parent: parent, label: label), part: part)
  }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    addMetadata(klass: PixelConverter.klass, pads: [], to: gclass)
    let filter = gclass.assumingMemoryBound(to: GstVideoFilterClass.self)
    filter.pointee.set_info = { filter, inputCaps, input, outputCaps, output in
      let found = find(Instance(filter!))
      found.prepare(Instance(filter!), from: input!.pointee, to: output!.pointee)
      keepGaps(Instance(filter!))
      return found.inherited.set_info(filter, inputCaps, input, outputCaps, output)
    }
    filter.pointee.transform_frame = { filter, input, output in
      let found = find(Instance(filter!))
      guard let conversion = found.layout.state(of: Instance(filter!)).pointee else {
        return found.inherited.transform_frame(filter, input, output)
      }
      conversion.run(input!.pointee, output!.pointee)
      return GST_FLOW_OK
    }
  }

  private var inherited: GstVideoFilterClass {
    parentClass!.assumingMemoryBound(to: GstVideoFilterClass.self).pointee
  }

  private func prepare(_ instance: Instance, from input: GstVideoInfo, to output: GstVideoInfo) {
    // With any other colour option, it works like videoconvert.
    let modes = ["gamma-mode", "primaries-mode", "matrix-mode", "alpha-mode"]
    let isPlain = modes.allSatisfy { mode in gst_swift_enum_property(instance, mode) == 0 }
    layout.state(of: instance).pointee =
      isPlain ? ExactConversion(from: input, to: output) : nil
  }
}

private func find(_ instance: Instance) -> PixelConverterClass {
  let gclass = UnsafeMutableRawPointer(gst_swift_class_of(instance)!)
  return storedDispatcher(of: gclass) as! PixelConverterClass
}
