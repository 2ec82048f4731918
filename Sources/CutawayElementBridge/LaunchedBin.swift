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
    launchLine, 1, context, GST_PARSE_FLAG_FATAL_ERRORS, &error)
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
  return UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstElement.self)
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
