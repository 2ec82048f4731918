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
    case .launchLine(let text): return (try makeBin(text), stream.caps)
    }
  }
}
