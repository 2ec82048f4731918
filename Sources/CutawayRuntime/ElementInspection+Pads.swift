import CCutawayGStreamer

/// The reason why an element's pads are not those of an effect for a media type; `nil` if they are.
func padObstacle(to media: String, _ factory: OpaquePointer) -> String? {
  let caps = gst_caps_new_empty_simple(media)
  defer { gst_caps_unref(caps) }
  var inputs: [GstPadPresence] = [], outputs: [GstPadPresence] = [], outputCount = 0
  var entry = gst_element_factory_get_static_pad_templates(factory)
  while let current = entry {
    defer { entry = UnsafePointer(current.pointee.next) }
    let template = current.pointee.data.assumingMemoryBound(to: GstStaticPadTemplate.self)
    let isOutput = template.pointee.direction == GST_PAD_SRC
    if isOutput { outputCount += 1 }
    guard let taken = gst_static_pad_template_get_caps(template) else { continue }
    defer { gst_caps_unref(taken) }
    guard gst_caps_can_intersect(taken, caps) != 0 else { continue }
    if isOutput {
      outputs.append(template.pointee.presence)
    } else {
      inputs.append(template.pointee.presence)
    }
  }
  let name = media.prefix { $0 != "/" }
  if inputs.isEmpty || outputs.isEmpty { return "it is not a filter of raw \(name)" }
  if inputs.contains(GST_PAD_REQUEST) { return "its sink pads are request pads" }
  if outputs.contains(GST_PAD_REQUEST) { return "its source pads are request pads" }
  if inputs.count > 1 { return "it has \(inputs.count) sink pads for \(name)" }
  if outputCount > 1 { return "it has \(outputCount) source pads" }
  if inputs != [GST_PAD_ALWAYS] || outputs != [GST_PAD_ALWAYS] {
    return "its pads are added and removed while it runs"
  }
  return nil
}

/// The file of the plugin that provides an element; `nil` if this process has registered it itself.
func path(ofPluginOf factory: OpaquePointer) -> String? {
  guard let plugin = gst_plugin_feature_get_plugin(factory) else { return nil }
  defer { gst_object_unref(UnsafeMutableRawPointer(plugin)) }
  return gst_plugin_get_filename(plugin).map { String(cString: $0) }
}

/// The reason why an element's pads are not those of a mixer for a media type; `nil` if they are.
func mixerObstacle(to media: String, _ factory: OpaquePointer) -> String? {
  let caps = gst_caps_new_empty_simple(media)
  defer { gst_caps_unref(caps) }
  var hasInputs = false, outputs = 0
  var entry = gst_element_factory_get_static_pad_templates(factory)
  while let current = entry {
    defer { entry = UnsafePointer(current.pointee.next) }
    let template = current.pointee.data.assumingMemoryBound(to: GstStaticPadTemplate.self)
    guard let taken = gst_static_pad_template_get_caps(template) else { continue }
    defer { gst_caps_unref(taken) }
    guard gst_caps_can_intersect(taken, caps) != 0 else { continue }
    let isRequested = template.pointee.presence == GST_PAD_REQUEST
    if template.pointee.direction == GST_PAD_SRC {
      if template.pointee.presence == GST_PAD_ALWAYS { outputs += 1 }
    } else if isRequested, String(cString: template.pointee.name_template) == "sink_%u" {
      hasInputs = true
    }
  }
  if !hasInputs { return "it has no request pads 'sink_%u' for raw \(media.prefix { $0 != "/" })" }
  return outputs == 1 ? nil : "it has no source pad for raw \(media.prefix { $0 != "/" })"
}
