import CCutawayGStreamer
import CutawayElementKit

/// The state of a mixer and its lists, whose memory each frame reuses.
///
/// It belongs to the thread that draws frames.
final class FrameMixerWork<Mixer: FrameMixer> {
  var state: Mixer.State
  let bands: [Range<Int>]
  var inputs: [MixerInput<Mixer.Input>] = []
  var mapped: [GstVideoFrame] = []
  var frames: [MixerFrames.Frame?] = []
  /// How drawn rows are packed, if the output has no three planes.
  let packing: SharedChroma?
  /// The chroma that is drawn before it is packed.
  let chroma: ChromaPlanes?
  /// An empty list for the next caller of `withPads`, accessed only under the object's lock.
  var pads: [MixerPad] = []

  init(state: Mixer.State, bands: [Range<Int>], output: GstVideoInfo, drawn: MixerFormat) {
    self.state = state
    self.bands = bands
    packing = SharedChroma(output)
    if packing != nil, case .planar(let format) = drawn {
      chroma = ChromaPlanes(of: format)
    } else {
      chroma = nil
    }
  }
}
