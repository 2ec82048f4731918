import CGStreamer
import ElementKit

/// What a mixer's pad knows of its stream.
struct MixerPadStream {
  var info: GstVideoInfo
  var format: MixerFormat
}

/// The class of a mixer's input pads: they hold the settings of their inputs.
final class MixerPadClass<Settings: Element>: Dispatcher {
  let layout = InstanceLayout<Settings, MixerPadStream>(
    after: MemoryLayout<GstAggregatorPad>.size)

  override var classOffset: Int { MemoryLayout<GstAggregatorPadClass>.size }
  override var parentType: GType { gst_aggregator_pad_get_type() }
  override var instanceSize: Int { layout.size }
  override func initialize(_ instance: Instance) { layout.initialize(instance) }
  override func finalize(_ instance: Instance) { layout.finalize(instance) }
  override func describe(_ gclass: UnsafeMutableRawPointer) {
    layout.installProperties(in: gclass)
  }
  override func set(_ index: Int, of instance: Instance, to value: UnsafePointer<GValue>) {
    layout.set(index, of: instance, to: value)
  }
  override func get(
    _ index: Int, of instance: Instance, into value: UnsafeMutablePointer<GValue>
  ) {
    layout.get(index, of: instance, into: value)
  }
}

extension MixerFormat {
  /// The format of `caps`, which a mixer's pads accept.
  init(_ caps: Caps, info: inout GstVideoInfo) throws(ElementError) {
    guard gst_video_info_from_caps(&info, caps) != 0 else {
      throw ElementError("cannot read the format of the stream")
    }
    if String(cString: info.finfo.pointee.name) == "I420" {
      self = .planar(PlanarFormat(width: Int(info.width), height: Int(info.height)))
    } else {
      self = .packed(try VideoFormat(info))
    }
  }
}
