package import CCutawayGStreamer
import CutawayElementBridge

/// Calls `body` with each object of an iterator, and frees the iterator.
///
/// The objects are those of one moment, and are retained, so that objects may be added or removed
/// meanwhile.
///
/// - Parameters:
///   - iterator: An iterator of GObjects; `nil` is empty.
///   - type: The type of the objects.
///   - body: Called with each object.
package func forEach<Object>(
  _ iterator: UnsafeMutablePointer<GstIterator>?, as type: Object.Type,
  _ body: (UnsafeMutablePointer<Object>) -> Void
) {
  guard let iterator else { return }
  defer { gst_iterator_free(iterator) }
  var objects: [UnsafeMutableRawPointer] = []
  func forget() {
    for object in objects { gst_object_unref(object) }
    objects = []
  }
  defer { forget() }
  var item = GValue()
  defer { g_value_unset(&item) }
  while true {
    switch gst_iterator_next(iterator, &item) {
    case GST_ITERATOR_OK:
      if let object = g_value_dup_object(&item) { objects.append(UnsafeMutableRawPointer(object)) }
      g_value_reset(&item)
    case GST_ITERATOR_RESYNC:
      forget()
      gst_iterator_resync(iterator)
    default:
      for object in objects { body(object.assumingMemoryBound(to: type)) }
      return
    }
  }
}
