import CCutawayGStreamer
import CutawayDiagnostics
import CutawayElementBridge
import CutawayElementKit
import CutawayGraph
import CutawaySources

extension NestedEdit {
  /// Makes the elements that render a stream.
  ///
  /// - Parameter isSound: Whether they render the sound, not the picture.
  /// - Returns: The elements as one with an open end, and the caps there.
  /// - Throws: `ElementError` if the edit has no such stream, or if an element is not installed.
  func makeSource(
    isSound: Bool
  ) throws(ElementError) -> (element: UnsafeMutablePointer<GstElement>, caps: String) {
    guard let stream = isSound ? sound : picture else {
      throw ElementError(
        "there is no \(isSound ? "audio" : "video") in it", code: .notFound)
    }
    switch stream.elements {
    case .graph(let graph):
      do throws(PipelineError) {
        return (try graph.makeBin(), stream.caps)
      } catch {
        throw ElementError("\(error)", code: .missingElement)
      }
    case .launchLine(let text): return (try makeSource(text), stream.caps)
    }
  }

  private func makeSource(
    _ launchLine: String
  ) throws(ElementError) -> UnsafeMutablePointer<GstElement> {
    var error: UnsafeMutablePointer<GError>?
    let made = gst_parse_bin_from_description_full(
      launchLine, 1, nil, GST_PARSE_FLAG_FATAL_ERRORS, &error)
    if let error {
      defer { g_error_free(error) }
      made.map { gst_object_unref($0) }
      throw ElementError(String(cString: error.pointee.message), code: .missingElement)
    }
    guard let made else { throw ElementError("it has no elements", code: .unreadable) }
    return UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstElement.self)
  }
}
