import CutawayElementKit
import MediaToolbox

/// Calls the audio processing tap of a track, which exists in this process only.
struct AudioTap: AudioFilter, Hashable {
  static let name = "avaudiotap"
  static let summary = "Processes sound by functions of the program"
  @Property("The number of the tap in this process") var tap: UInt64 = 0

  init() {}

  func makeState(for format: AudioFormat) throws(ElementError) -> MTAudioProcessingTap.Stage {
    guard let tap = MTAudioProcessingTap.tap(Int(clamping: tap)) else {
      throw ElementError("the audio processing tap of this graph exists no longer")
    }
    return tap.prepare(sampleRate: format.sampleRate, channels: format.channels)
  }

  func isIdle(
    from time: Duration, count: Int, state: inout MTAudioProcessingTap.Stage
  ) -> Bool { false }

  func apply(to block: inout AudioBlock, state: inout MTAudioProcessingTap.Stage) {
    state.process(&block.samples, at: block.time)
  }
}
