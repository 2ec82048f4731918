import CCutawayGStreamer
import CutawayElementBridge
import CutawayElementKit
package import CutawayQuirks

extension Quirk {
  /// A flush leaves the fractional sample position of a resampler as it is:
  /// `gst_audio_resampler_reset` does not set `samp_phase`.
  ///
  /// So the reader restarts the elements after a seek.
  package static let chainRenewal = Quirk(
    "a flush does not reset the position of audioresample between samples",
    versions: [.all],
    test: "segments of one file equal those of separate files")
}

/// Resets the elements of an audio reader, so that a seek gives the same samples as a new reader.
///
/// A flush resets neither the resampler (`Quirk.chainRenewal`) nor the generated noise of AAC
/// decoders. How much has been read before a seek depends on the scheduling of threads.
final class ChainRenewal: @unchecked Sendable {
  // The pipeline keeps the elements alive, and only the seeking thread uses them.
  private let elements: [UnsafeMutablePointer<GstElement>]
  /// The pad before the first element.
  private let pad: UnsafeMutablePointer<GstPad>

  /// Creates a renewal; `nil` if no element has state, or if the output is not audio.
  ///
  /// - Parameters:
  ///   - elements: The elements between the pad and the sink, in order.
  ///   - pad: The pad before the first element.
  ///   - request: The request that the elements serve.
  ///   - sourceRate: The sample rate of the input in hertz; 0 if unknown.
  init?(
    of elements: [UnsafeMutablePointer<GstElement>], behind pad: UnsafeMutablePointer<GstPad>,
    for request: MediaReader.Request, sourceRate: Int32
  ) {
    guard Quirk.chainRenewal.applies, case .audio(let format, let tempo) = request.output else {
      return nil
    }
    // Raw samples at unchanged rate and speed only pass through.
    let onlyPass =
      elements.count == request.converters.count && format.sampleRate == Int(sourceRate)
    if onlyPass, tempo == 1 { return nil }
    self.elements = elements
    self.pad = pad
    // A demuxer may remove its pads before the pipeline stops.
    gst_object_ref(pad)
  }

  deinit { gst_object_unref(pad) }

  /// Resets the elements; call it only while nothing but events passes the pad.
  func run() {
    guard let first = elements.first, let input = gst_element_get_static_pad(first, "sink") else {
      return
    }
    defer { gst_object_unref(input) }
    for element in elements.reversed() { gst_element_set_state(element, GST_STATE_READY) }
    for element in elements.reversed() { gst_element_sync_state_with_parent(element) }
    // A new link makes the pad resend its sticky events.
    gst_pad_unlink(pad, input)
    gst_pad_link(pad, input)
  }
}
