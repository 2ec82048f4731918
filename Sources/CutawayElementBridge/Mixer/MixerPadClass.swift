import CCutawayGStreamer
import CutawayElementKit
import CutawayQuirks

/// The settings that the pads of all mixers have, with the names and meanings of GStreamer's video
/// aggregators.
struct MixerPadSettings: Element {
  static let name = "mixerpad"
  static let summary = "An input of a mixer"

  @Property("The z-order of the input: the highest is on top; the default is the pad's number")
  var zorder: UInt32 = 0
  @Property("Whether to repeat the last frame after the end of the stream, until all inputs end")
  var repeatAfterEos = false
  @Property("How long to repeat the last frame of a late input, in nanoseconds")
  var maxLastBufferRepeat = UInt64.max
}

/// Whether a late buffer of a live stream ends before the output's position; it is then dropped.
private func isPast(_ mixer: Instance, _ pad: Instance, _ buffer: Buffer) -> Bool {
  let output = segment(of: UnsafeMutableRawPointer(gst_swift_aggregator_source_pad(mixer)!))
  let known = output.position != gst_swift_unknown_time() && output.rate > 0
  guard known, gst_swift_duration(buffer) != gst_swift_unknown_time(),
    let last = segment(of: pad).span(of: buffer, in: output)?.last
  else { return false }
  return last < Int64(clamping: output.position)
}

/// A copy of the segment of a pad.
func segment(of pad: Instance) -> GstSegment {
  gst_swift_lock(pad)
  defer { gst_swift_unlock(pad) }
  return gst_swift_aggregator_segment(pad).pointee
}

/// The class of a mixer's input pads, which hold the settings of their inputs.
final class MixerPadClass<Settings: Element>: Dispatcher {
  let common: InstanceLayout<MixerPadSettings, MixerPadStream>
  let input: InstanceLayout<Settings, Void>

  init() {
    common = InstanceLayout(after: MemoryLayout<GstAggregatorPad>.size)
    input = InstanceLayout(after: common.size)
    super.init(
      parent: gst_aggregator_pad_get_type(), classSize: MemoryLayout<GstAggregatorPadClass>.size,
      storage: JoinedStorage(common: common, own: input))
  }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    let pad = gclass.assumingMemoryBound(to: GstAggregatorPadClass.self)
    pad.pointee.skip_buffer = { pad, mixer, buffer in
      isPast(Instance(mixer!), Instance(pad!), buffer!) ? 1 : 0
    }
    pad.pointee.flush = { pad, mixer in
      if Quirk.queuedCaps.applies { repeatCaps(mixer!, pad!) }
      return GST_FLOW_OK
    }
    common.installProperties(in: gclass, read: .eachFrame)
    input.installProperties(in: gclass, after: common.count, read: .eachFrame)
  }

  override func initialize(_ instance: Instance) {
    super.initialize(instance)
    common.state(of: instance).pointee = MixerPadStream()
  }

  /// The stream of a pad, which belongs to the mixer's streaming thread.
  func stream(of pad: Instance) -> MixerPadStream { common.state(of: pad).pointee! }
}
