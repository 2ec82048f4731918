import CCutawayGStreamer
import CutawayElementKit

/// The stream state of a mixer's pad.
struct MixerPadStream {
  var info: GstVideoInfo
  var format: MixerFormat
  /// The number in the pad's name; the lowest is at the bottom.
  var number: Int
}

/// The class of a mixer's input pads, which hold the settings of their inputs.
final class MixerPadClass<Settings: Element>: Dispatcher {
  let layout = InstanceLayout<Settings, MixerPadStream>(
    after: MemoryLayout<GstAggregatorPad>.size)

  override var classOffset: Int { MemoryLayout<GstAggregatorPadClass>.size }
  override var parentType: GType { gst_aggregator_pad_get_type() }
  override var storage: any InstanceStorage { layout }
  override func describe(_ gclass: UnsafeMutableRawPointer) {
    layout.installProperties(in: gclass)
  }
}

extension MixerFormat {
  /// Parses `caps`, which a mixer's pads accept.
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
