import CutawayModel
import CutawayRuntime
import CutawayTranslation

extension ExportSession {
  /// The maximum true peak, as a linear amplitude: -1 dBTP (EBU R 128, 2020).
  private static let highestPeak = 0.891_250_938_133_745_6
  /// The maximum reduction of peaks in dB; more is audible.
  private static let deepestLimit = 12.0
  /// The tolerance of the target in LU, and the maximum number of attempts.
  private static let (tolerance, attempts) = (0.05, 5)

  /// The translation with the gain for the requested loudness.
  ///
  /// This renders the sound once. If peaks would exceed -1 dBTP, a limiter lowers them. Because
  /// this also lowers the loudness, the sound is rendered again to correct the gain.
  func normalized(_ translation: Translation, for plan: ExportPlan) async throws -> Translation {
    guard let target = settings.loudness, plan.audioEncoder != nil else { return translation }
    let meter = try await measureLoudness(of: translation)
    guard let meter, let loudness = meter.integrated else {
      onWarning(
        Warning(
          .loudness,
          "the sound is too short or too quiet to measure its loudness; it is not changed"))
      return translation
    }
    let gain = target - loudness
    if amplitude(ofDecibels: gain) * meter.truePeak > Self.highestPeak {
      let limiter = PeakLimiter(peaks: meter.truePeaks, interval: meter.interval)
      return try await limited(translation, to: target, from: gain, limiter)
    }
    var result = translation
    result.gain = AnimatedValue(amplitude(ofDecibels: gain))
    return result
  }

  /// The translation with a limited gain, starting at `first` decibels, that reaches a loudness.
  private func limited(
    _ translation: Translation, to target: Double, from first: Double, _ limiter: PeakLimiter
  ) async throws -> Translation {
    let unlimited = decibels(ofAmplitude: limiter.highestAmplification)
    let highest = unlimited + Self.deepestLimit
    var result = translation, gain = first, reached = -Double.infinity
    var last: (gain: Double, loudness: Double)?, depth = 0.0
    for _ in 0..<Self.attempts {
      gain = min(gain, highest)
      depth = gain - unlimited
      result.gain = limiter.gain(amplifying: amplitude(ofDecibels: gain))
      reached = try await measureLoudness(of: result)?.integrated ?? target
      if abs(target - reached) <= Self.tolerance || gain == highest && reached < target { break }
      // The limiter reverses a part of the added gain, probably the same part as the last time.
      let slope = last.map { (reached - $0.loudness) / (gain - $0.gain) } ?? 1
      last = (gain, reached)
      gain += (target - reached) / (slope.isFinite ? min(max(slope, 0.2), 1) : 1)
    }
    let lowered = "peaks are lowered by up to \(rounded(depth)) dB to stay below -1 dBTP"
    if abs(target - reached) <= 0.5 {
      onWarning(Warning(.loudness, "the sound reaches \(rounded(target)) LUFS; \(lowered)"))
    } else {
      onWarning(
        Warning(
          .loudness,
          "the loudness is \(rounded(reached)) LUFS, not \(rounded(target)): \(lowered); more "
            + "would be audible"))
    }
    return result
  }

  private func measureLoudness(of translation: Translation) async throws -> LoudnessMeter? {
    let graph = translation.graph(to: MeterOutput())
    guard !graph.elements.isEmpty else { return nil }
    let render = translation.resolved.composition.render
    return try await withPipeline(graph) { pipeline in
      let meter = pipeline.measureLoudness(
        entering: .output, sampleRate: render.sampleRate, channels: render.channels)
      try pipeline.play()
      // Problems of the sound are reported when it is rendered for the file.
      try await pipeline.waitForEnd { _ in }
      return meter
    }
  }
}
