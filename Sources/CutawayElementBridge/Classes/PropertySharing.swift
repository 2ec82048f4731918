package import CCutawayGStreamer
package import CutawayKeyframes

/// Sets a property of an element or a pad by reference.
///
/// - Parameters:
///   - spec: The property.
///   - object: The element or the pad.
///   - value: The value.
/// - Returns: `false` if the property belongs to a class of another library, of which another copy of this
///   one may be part, or has another type.
package func shareValue(
  _ spec: UnsafeMutablePointer<GParamSpec>, of object: UnsafeMutableRawPointer,
  _ value: any SharedValue
) -> Bool {
  guard isRegisteredHere(spec.pointee.owner_type) else { return false }
  return storedDispatcher(of: gst_swift_class_of(object)!)
    .storage.share(Int(spec.pointee.param_id) - 1, of: object, value)
}

/// Sets a property of an element by reference, or as text if the element is from another library.
package func setShared(
  _ name: String, of element: UnsafeMutablePointer<GstElement>, _ value: some SharedValue
) {
  let object = UnsafeMutableRawPointer(element)
  if let spec = gst_swift_find_property(object, name), shareValue(spec, of: object, value) {
    return
  }
  gst_swift_set_string(element, name, value.text)
}
