import CCutawayGStreamer
import CutawayElementKit

/// The stream state of an instance.
struct AudioFilterStream<Filter: AudioFilter> {
  var format: AudioFormat
  var state: Filter.State
  var time = Duration.zero
  var isIdle = false
}

/// An audio filter that works in place.
final class AudioFilterClass<Filter: AudioFilter>: TransformClass<
  Filter, AudioFilterStream<Filter>
>, TransformDispatcher
{
  override func describe(_ gclass: UnsafeMutableRawPointer) {
    describeFunctions(gclass)
    addParts(
      to: gclass, klass: "Filter/Effect/Audio",
      caps: "audio/x-raw, format = (string) F32LE, layout = (string) interleaved")
  }

  func start(_ instance: Instance, input: Caps, output: Caps) throws(ElementError) {
    var info = GstAudioInfo()
    guard gst_audio_info_from_caps(&info, input) != 0 else {
      throw ElementError("cannot read the format of the stream", code: .unsupportedFormat)
    }
    let format = AudioFormat(sampleRate: Int(info.rate), channels: Int(info.channels))
    let state = try layout.current(of: instance).makeState(for: format)
    layout.state(of: instance).pointee = AudioFilterStream(format: format, state: state)
  }

  func prepare(
    _ instance: Instance, time: GstClockTime, buffer: Buffer
  ) throws(ElementError) -> Bool {
    let filter = layout.current(of: instance)
    guard var stream = layout.state(of: instance).pointee else { return true }
    stream.time = Duration(time)
    let frameSize = stream.format.channels * MemoryLayout<Float>.stride
    if gst_swift_has_flag(buffer, GST_BUFFER_FLAG_GAP) != 0 {
      stream.isIdle = true
    } else {
      let count = Int(gst_buffer_get_size(buffer)) / frameSize
      stream.isIdle = try filter.isIdle(from: stream.time, count: count, state: &stream.state)
    }
    layout.state(of: instance).pointee = stream
    return stream.isIdle
  }

  func process(
    _ instance: Instance, input: Buffer, output: Buffer
  ) throws(ElementError) {
    let filter = layout.current(of: instance), slot = layout.state(of: instance)
    guard slot.pointee != nil, !slot.pointee!.isIdle else { return }
    var map = GstMapInfo()
    guard gst_buffer_map(output, &map, readWrite) != 0 else {
      throw ElementError(
        "cannot map \(gst_buffer_get_size(output)) bytes of sound", code: .noMemory)
    }
    defer { gst_buffer_unmap(output, &map) }
    let count = Int(map.size) / MemoryLayout<Float>.stride
    try map.data.withMemoryRebound(to: Float.self, capacity: count) {
      samples throws(ElementError) in
      var block = AudioBlock(
        format: slot.pointee!.format, time: slot.pointee!.time,
        samples: MutableSpan(_unsafeStart: samples, count: count))
      try filter.apply(to: &block, state: &slot.pointee!.state)
    }
  }
}
