import CCutawayGStreamer

/// Changes the rate of sound in memory, with GStreamer's resampler at its best quality.
///
/// The first sample of the output is at the time of the first one of the input. One thread at a time may use it.
package final class SoundResampler {
  private let resampler: OpaquePointer
  private let channels: Int
  private let rates: (input: Int, output: Int)
  private var taken: Int64 = 0
  private var given: Int64 = 0

  /// Creates a resampler; `nil` without channels or rates.
  ///
  /// - Parameters:
  ///   - inputRate: The samples of a channel in a second.
  ///   - outputRate: Those of the output.
  ///   - channels: The number of channels.
  package init?(from inputRate: Int, to outputRate: Int, channels: Int) {
    guard (1...1_000_000).contains(inputRate), (1...1_000_000).contains(outputRate),
      (1...64).contains(channels), let options = gst_structure_new_empty("options")
    else { return nil }
    gst_init(nil, nil)
    defer { gst_structure_free(options) }
    gst_audio_resampler_options_set_quality(
      GST_AUDIO_RESAMPLER_METHOD_KAISER, 10, gint(inputRate), gint(outputRate), options)
    if Self.hasSmallFilters(from: inputRate, to: outputRate) {
      // Interpolated filters shift sound by an eighth of a sample of the source.
      Self.set(
        "GstAudioResampler.filter-mode", gst_audio_resampler_filter_mode_get_type(),
        gint(GST_AUDIO_RESAMPLER_FILTER_MODE_FULL.rawValue), in: options)
      Self.set(
        "GstAudioResampler.filter-interpolation",
        gst_audio_resampler_filter_interpolation_get_type(),
        gint(GST_AUDIO_RESAMPLER_FILTER_INTERPOLATION_NONE.rawValue), in: options)
    }
    let flags = GstAudioResamplerFlags(
      rawValue: GST_AUDIO_RESAMPLER_FLAG_NON_INTERLEAVED_IN.rawValue
        | GST_AUDIO_RESAMPLER_FLAG_NON_INTERLEAVED_OUT.rawValue)
    guard
      let resampler = gst_audio_resampler_new(
        GST_AUDIO_RESAMPLER_METHOD_KAISER, flags, GST_AUDIO_FORMAT_F64LE, gint(channels),
        gint(inputRate), gint(outputRate), options)
    else { return nil }
    (self.resampler, self.channels, rates) = (resampler, channels, (inputRate, outputRate))
  }

  deinit { gst_audio_resampler_free(resampler) }

  private static func set(
    _ name: String, _ type: GType, _ number: gint, in options: UnsafeMutablePointer<GstStructure>
  ) {
    var value = GValue()
    g_value_init(&value, type)
    g_value_set_enum(&value, number)
    gst_structure_set_value(options, name, &value)
    g_value_unset(&value)
  }

  /// Whether there are few filters, as in `MediaReader`: one for each place of an output sample between two of the input.
  private static func hasSmallFilters(from input: Int, to output: Int) -> Bool {
    var (a, b) = (input, output)
    while b != 0 { (a, b) = (b, a % b) }
    return output / a * max(1, input / output) <= 12_000
  }

  /// How many samples of the input follow a sample of the output before it is complete.
  package var latency: Int { Int(gst_audio_resampler_get_max_latency(resampler)) }

  /// Converts the next samples of each channel; some come with the next ones.
  package func convert(_ input: [[Double]]) -> [[Double]] {
    let count = input.first?.count ?? 0
    taken += Int64(count)
    return run(input, count: count, limit: .max)
  }

  /// The rest after the last input; as many samples in all as the input lasts.
  package func finish() -> [[Double]] {
    let whole =
      (taken * Int64(rates.output) + Int64(rates.input) - 1) / Int64(rates.input) - given
    guard whole > 0 else { return Array(repeating: [], count: channels) }
    // Silence follows.
    let silence = latency + Int(whole) * rates.input / rates.output + 2
    return run(nil, count: silence, limit: Int(whole))
  }

  /// Forgets the input.
  package func reset() {
    gst_audio_resampler_reset(resampler)
    (taken, given) = (0, 0)
  }

  private func run(_ input: [[Double]]?, count: Int, limit: Int) -> [[Double]] {
    let made = min(limit, Int(gst_audio_resampler_get_out_frames(resampler, gsize(count))))
    let source = UnsafeMutablePointer<Double>.allocate(capacity: max(1, count * channels))
    let target = UnsafeMutablePointer<Double>.allocate(capacity: max(1, made * channels))
    defer {
      source.deallocate()
      target.deallocate()
    }
    for (channel, samples) in (input ?? []).enumerated() {
      (source + channel * count).update(from: samples, count: count)
    }
    if input == nil { source.update(repeating: 0, count: count * channels) }
    var sources = (0..<channels).map { gpointer?(source + $0 * count) }
    var targets = (0..<channels).map { gpointer?(target + $0 * made) }
    gst_audio_resampler_resample(resampler, &sources, gsize(count), &targets, gsize(made))
    given += Int64(made)
    return (0..<channels).map {
      Array(UnsafeBufferPointer(start: target + $0 * made, count: made))
    }
  }
}
