import CCutawayGStreamer
import CutawayElementKit

/// Makes the elements of a reader of sound as new, so that what comes after a seek is what a reader that
/// is opened there gives.
///
/// A flush does not make them forget all: the resampler of GStreamer 1.22 keeps the fraction of a sample
/// that it stood at (`gst_audio_resampler_reset` leaves `samp_phase`), decoders of AAC go on with the noise
/// that they make up. What has been read by the time of a seek is a matter of the threads' luck.
final class ChainRenewal: @unchecked Sendable {
  // The pipeline keeps them alive, and only the thread that seeks uses them.
  private let elements: [UnsafeMutablePointer<GstElement>]
  /// What gives them data.
  private let pad: UnsafeMutablePointer<GstPad>

  /// `nil` where nothing remembers anything, or where it is no sound.
  ///
  /// - Parameters:
  ///   - elements: What lies between the pad and the sink, in order.
  ///   - pad: What gives them data.
  ///   - request: What they make.
  ///   - sourceRate: The samples a second that come in; 0 where that is not known.
  init?(
    of elements: [UnsafeMutablePointer<GstElement>], behind pad: UnsafeMutablePointer<GstPad>,
    for request: MediaReader.Request, sourceRate: Int32
  ) {
    guard case .audio(let format, let tempo) = request.output else { return nil }
    // Raw samples at their own rate and speed only pass.
    let onlyPass =
      elements.count == request.converters.count && format.sampleRate == Int(sourceRate)
    if onlyPass, tempo == 1 { return nil }
    self.elements = elements
    self.pad = pad
    // A demuxer may take its pads away before the pipeline ends.
    gst_object_ref(pad)
  }

  deinit { gst_object_unref(pad) }

  /// Runs while nothing comes through the pad but events.
  func run() {
    guard let first = elements.first, let input = gst_element_get_static_pad(first, "sink") else {
      return
    }
    defer { gst_object_unref(input) }
    for element in elements.reversed() { gst_element_set_state(element, GST_STATE_READY) }
    for element in elements.reversed() { gst_element_sync_state_with_parent(element) }
    // Linked anew, the pad says again what it has said of the stream.
    gst_pad_unlink(pad, input)
    gst_pad_link(pad, input)
  }
}
