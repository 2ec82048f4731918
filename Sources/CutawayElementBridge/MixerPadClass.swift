import CCutawayGStreamer
import CutawayElementKit

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

/// The common part of the classes of mixers' pads.
class MixerPadDispatcher: Dispatcher {
  /// Whether the output has passed a buffer of a live stream, which is then dropped.
  final var isPast: (_ mixer: Instance, _ pad: Instance, Buffer) -> Bool = { _, _, _ in false }

  override final var classOffset: Int { MemoryLayout<GstAggregatorPadClass>.size }
  override final var parentType: GType { gst_aggregator_pad_get_type() }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    let pad = gclass.assumingMemoryBound(to: GstAggregatorPadClass.self)
    pad.pointee.skip_buffer = { pad, mixer, buffer in
      let pad = Instance(pad!)
      let found = dispatcher(
        of: pad, as: MixerPadDispatcher.self,
        classOffset: MemoryLayout<GstAggregatorPadClass>.size)
      return found.isPast(Instance(mixer!), pad, buffer!) ? 1 : 0
    }
  }
}

/// The class of a mixer's input pads, which hold the settings of their inputs.
final class MixerPadClass<Settings: Element>: MixerPadDispatcher {
  let common: InstanceLayout<MixerPadSettings, MixerPadStream>
  let input: InstanceLayout<Settings, Void>

  override init() {
    common = InstanceLayout(after: MemoryLayout<GstAggregatorPad>.size)
    input = InstanceLayout(after: common.size)
  }

  override var storage: any InstanceStorage { JoinedStorage(common: common, own: input) }

  override func describe(_ gclass: UnsafeMutableRawPointer) {
    super.describe(gclass)
    common.installProperties(in: gclass)
    input.installProperties(in: gclass, after: common.count)
  }

  override func initialize(_ instance: Instance) {
    super.initialize(instance)
    common.state(of: instance).pointee = MixerPadStream()
  }

  /// The stream of a pad, which belongs to the mixer's streaming thread.
  func stream(of pad: Instance) -> MixerPadStream { common.state(of: pad).pointee! }
}
