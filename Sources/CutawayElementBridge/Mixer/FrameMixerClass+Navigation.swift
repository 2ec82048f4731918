import CCutawayGStreamer
import CutawayElementKit

extension FrameMixerClass {
  /// Passes an event of a pointer to the inputs at its place, and an event of a key to all inputs.
  ///
  /// - Returns: Whether an input has handled it.
  func navigate(_ instance: Instance, _ event: UnsafeMutablePointer<GstEvent>) -> Bool {
    guard let fields = gst_event_get_structure(event) else { return false }
    let (x, y) = (
      gst_swift_double_field(fields, "pointer_x"), gst_swift_double_field(fields, "pointer_y")
    )
    let source = gst_swift_aggregator_source_pad(instance)!
    let output = segment(of: Instance(source))
    guard let stream = withStream(of: instance, { $0 }) else { return false }
    let time = stream.grid.instant(
      of: stream.grid.frame(
        at: output.position == gst_swift_unknown_time() ? output.start : output.position))
    let mixer = layout.current(of: instance)
    let size = (width: Int(stream.info.width), height: Int(stream.info.height))
    return withPads(of: instance) { list in
      // The highest one first.
      list.reversed().reduce(false) { isHandled, pad in
        guard let copy = gst_structure_copy(fields) else { return isHandled }
        if !x.isNaN, !y.isNaN {
          guard
            let place = input(pad.instance).flatMap({
              mixer.place(x: x, y: y, in: $0, of: size, at: time)
            })
          else {
            gst_structure_free(copy)
            return isHandled
          }
          gst_swift_set_double_field(copy, "pointer_x", place.x)
          gst_swift_set_double_field(copy, "pointer_y", place.y)
        }
        let pushed = gst_pad_push_event(
          pad.instance.assumingMemoryBound(to: GstPad.self), gst_event_new_navigation(copy))
        return pushed != 0 || isHandled
      }
    }
  }

  /// An input with the format of its caps; `nil` if it has none.
  private func input(_ pad: Instance) -> MixerInput<Mixer.Input>? {
    var info = GstVideoInfo()
    guard let caps = gst_pad_get_current_caps(pad.assumingMemoryBound(to: GstPad.self)) else {
      return nil
    }
    defer { gst_caps_unref(caps) }
    guard gst_video_info_from_caps(&info, caps) != 0 else { return nil }
    // Only the size matters.
    let format = MixerFormat.packed(
      VideoFormat(width: Int(info.width), height: Int(info.height), layout: .ayuv))
    return MixerInput(
      settings: pads.input.current(of: pad), format: format,
      pixelAspectRatio: info.pixelAspectRatio)
  }
}
