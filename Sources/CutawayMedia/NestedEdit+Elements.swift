import CCutawayGStreamer
import CutawayDiagnostics
package import CutawayElementBridge
package import CutawayElementKit
import CutawayGraph
package import CutawaySources

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
    do throws(PipelineError) {
      return (try stream.graph.makeBin(), stream.caps)
    } catch {
      throw ElementError("\(error)", code: .missingElement)
    }
  }

  /// Makes the elements that render the picture and the sound, if it has them.
  ///
  /// - Returns: The streams of an element that plays the edit.
  /// - Throws: `ElementError` if an element is not installed.
  package func makeStreams() throws(ElementError) -> [OpenedStream] {
    var streams: [OpenedStream] = []
    if picture != nil {
      let made = try makeSource(isSound: false)
      streams.append(OpenedStream(.video, made.element, caps: made.caps))
    }
    if sound != nil {
      let made = try makeSource(isSound: true)
      mirrorBackwardPlayback(of: made.element)
      streams.append(OpenedStream(.audio, made.element, caps: made.caps))
    }
    return streams
  }
}
