import Composition
import GStreamer
import PipelineGraph
import Translation

extension ExportSession {
  /// The level that peaks may reach, as a linear amplitude: -1 dBTP (EBU R 128, 2020).
  static let highestPeak = 0.891_250_938_133_745_6

  /// The translation with the gain that the wanted loudness takes.
  ///
  /// The sound is rendered once for that. A gain changes nothing but the level: where peaks would pass
  /// -1 dBTP the gain is as high as they allow, and a warning says how loud that is.
  func normalized(_ translation: Translation, for plan: ExportPlan) async throws -> Translation {
    guard let target = settings.loudness, plan.audioEncoder != nil else { return translation }
    let meter = try await measureLoudness(of: translation)
    guard let meter, let loudness = meter.integrated else {
      warn("the sound is too short or too quiet to have a loudness; it is left as it is")
      return translation
    }
    var result = translation
    let wanted = amplitude(ofDecibels: target - loudness)
    result.gain = min(wanted, Self.highestPeak / max(meter.truePeak, .leastNormalMagnitude))
    if result.gain < wanted {
      let reached = loudness + decibels(ofAmplitude: result.gain)
      warn(
        "the loudness is \(rounded(reached)) LUFS, not \(rounded(target)): more would take the peaks "
          + "above -1 dBTP")
    }
    return result
  }

  private func measureLoudness(of translation: Translation) async throws -> LoudnessMeter? {
    let graph = translation.graph(to: MeterOutput())
    guard !graph.elements.isEmpty else { return nil }
    let render = translation.resolved.composition.render
    return try await withPipeline(graph) { pipeline in
      let meter = pipeline.measureLoudness(
        entering: MeterOutput.sink, sampleRate: render.sampleRate, channels: render.channels)
      try pipeline.play()
      // What is wrong with the sound is told when it is rendered for the file.
      try await pipeline.waitForEnd { _ in }
      return meter
    }
  }
}
