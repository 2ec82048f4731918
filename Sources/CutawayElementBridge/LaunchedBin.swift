package import CCutawayGStreamer
package import CutawayElementKit

/// Makes the elements of a launch line.
///
/// - Parameter launchLine: Elements with at most one open end on each side.
/// - Returns: A bin with the open ends as pads, without an owner.
/// - Throws: `ElementError` if the line is not valid, or if an element is not installed.
package func makeBin(
  _ launchLine: String
) throws(ElementError) -> UnsafeMutablePointer<GstElement> {
  let context = gst_parse_context_new()
  defer { gst_parse_context_free(context) }
  var error: UnsafeMutablePointer<GError>?
  let made = gst_parse_bin_from_description_full(
    launchLine, 0, context, GST_PARSE_FLAG_FATAL_ERRORS, &error)
  if let error {
    defer { g_error_free(error) }
    made.map { gst_object_unref($0) }
    let missing = missingElements(of: context)
    var failure = ElementError(
      String(cString: error.pointee.message), code: missing.isEmpty ? .failed : .missingElement)
    failure.missing = missing
    throw failure
  }
  guard let made else { throw ElementError("it has no elements") }
  let bin = UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstBin.self)
  addOpenEnd("sink", GST_PAD_SINK, to: bin)
  addOpenEnd("src", GST_PAD_SRC, to: bin)
  return UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstElement.self)
}

/// Adds a ghost pad for the open end of a bin; a bin without one fails when it is linked.
///
/// The end is a pad of an element that nothing is linked to on this side. An element in the middle may have an
/// unlinked pad, too, such as the text of `textoverlay`, which `gst_bin_find_unlinked_pad` may find first.
///
/// - Parameters:
///   - name: The name of the new pad.
///   - direction: The side.
///   - bin: A bin without a pad of this name.
package func addOpenEnd(
  _ name: String, _ direction: GstPadDirection, to bin: UnsafeMutablePointer<GstBin>
) {
  guard let pad = openEnd(of: bin, direction) ?? gst_bin_find_unlinked_pad(bin, direction) else {
    return
  }
  defer { gst_object_unref(pad) }
  gst_element_add_pad(
    UnsafeMutableRawPointer(bin).assumingMemoryBound(to: GstElement.self),
    gst_ghost_pad_new(name, pad))
}

/// The first pad of an element none of whose pads of the direction is linked, owned by the caller; `nil` if there is
/// no such element.
private func openEnd(
  of bin: UnsafeMutablePointer<GstBin>, _ direction: GstPadDirection
) -> UnsafeMutablePointer<GstPad>? {
  var child = bin.pointee.children
  while let node = child {
    child = node.pointee.next
    guard let element = node.pointee.data?.assumingMemoryBound(to: GstElement.self) else {
      continue
    }
    let list =
      direction == GST_PAD_SINK ? element.pointee.sinkpads : element.pointee.srcpads
    var first: UnsafeMutablePointer<GstPad>?, isOpen = true
    var entry = list
    while let current = entry {
      entry = current.pointee.next
      guard let pad = current.pointee.data?.assumingMemoryBound(to: GstPad.self) else { continue }
      if gst_pad_is_linked(pad) != 0 { isOpen = false }
      first = first ?? pad
    }
    guard isOpen, let first else { continue }
    gst_object_ref(first)
    return first
  }
  return nil
}

private func missingElements(of context: OpaquePointer?) -> [MissingPlugin] {
  guard let names = gst_parse_context_get_missing_elements(context) else { return [] }
  defer { g_strfreev(names) }
  var missing: [MissingPlugin] = []
  var next = names
  while let name = next.pointee {
    missing.append(.element(String(cString: name)))
    next += 1
  }
  return missing
}
