import CCutawayGStreamer
import CutawayElementKit

/// The stream state of an instance.
struct AudioFilterStream<Filter: AudioFilter> {
  var format: AudioFormat
  /// Whether samples are integers of 16 bits instead of floating-point numbers of 32 bits.
  var hasIntegers: Bool
  var state: Filter.State
  var time = Duration.zero
  var isIdle = false
}

/// An audio filter that works in place.
///
/// Integers of 16 bits are converted to numbers with full scale at ±1 and back, rounded to the nearest and limited.
final class AudioFilterClass<Filter: AudioFilter>: TransformClass<
  Filter, AudioFilterStream<Filter>
>, TransformDispatcher
{
  override func describe(_ gclass: UnsafeMutableRawPointer) {
    describeFunctions(gclass)
    addParts(
      to: gclass, klass: "Filter/Effect/Audio",
      // The first format is preferred.
      caps: "audio/x-raw, format = (string) { F32LE, S16LE }, layout = (string) interleaved")
  }

  func start(_ instance: Instance, input: Caps, output: Caps) throws(ElementError) {
    var info = GstAudioInfo()
    guard gst_audio_info_from_caps(&info, input) != 0 else {
      throw ElementError("cannot read the format of the stream", code: .unsupportedFormat)
    }
    let format = AudioFormat(sampleRate: Int(info.rate), channels: Int(info.channels))
    let state = try layout.current(of: instance).makeState(for: format)
    layout.state(of: instance).pointee = AudioFilterStream(
      format: format, hasIntegers: info.finfo.pointee.format == GST_AUDIO_FORMAT_S16LE,
      state: state)
  }

  func prepare(
    _ instance: Instance, time: GstClockTime, buffer: Buffer
  ) throws(ElementError) -> Bool {
    let filter = layout.current(of: instance)
    guard var stream = layout.state(of: instance).pointee else { return true }
    stream.time = Duration(time)
    let frameSize = stream.format.channels * (stream.hasIntegers ? 2 : 4)
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
    let buffer = UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size))
    if slot.pointee!.hasIntegers {
      let integers = buffer.bindMemory(to: Int16.self)
      var samples = integers.map { Float($0) / 32_768 }
      try filter.apply(to: samples.mutableSpan, in: slot)
      for index in integers.indices {
        let value = (samples[index] * 32_768).rounded()
        integers[index] = Int16(min(max(value, -32_768), 32_767))
      }
    } else {
      let samples = buffer.bindMemory(to: Float.self)
      try filter.apply(
        to: MutableSpan(_unsafeStart: samples.baseAddress!, count: samples.count), in: slot)
    }
  }
}

extension AudioFilter {
  /// Processes samples of a stream in place.
  fileprivate func apply(
    to samples: consuming MutableSpan<Float>,
    in slot: UnsafeMutablePointer<AudioFilterStream<Self>?>
  ) throws(ElementError) {
    var block = AudioBlock(
      format: slot.pointee!.format, time: slot.pointee!.time, samples: samples)
    try apply(to: &block, state: &slot.pointee!.state)
  }
}
