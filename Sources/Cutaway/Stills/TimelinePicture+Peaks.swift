#if Timeline
import CutawayDiagnostics
import CutawayTranslation
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTimeline

extension TimelinePicture {
  /// The maximum length of sound that is decoded for the waveform of a track.
  private static let longestSound = MediaTime(1800)
  /// A low sample rate suffices to show the loudness.
  static let sampleRate = 8000

  /// The peaks of each audio track before its volume, one per two pixels.
  func peaks(for layout: TimelineLayout) async throws -> [Track.ID: [Float]] {
    var result: [Track.ID: [Float]] = [:]
    for row in layout.rows where row.mediaType == .audio && !row.clips.isEmpty {
      guard let alone = resolved.alone(row.track) else { continue }
      do {
        result[row.track] = try await peaks(of: alone, count: Int(layout.scale.width / 2))
      } catch let error as PipelineError where onMissing == .gap {
        onWarning(
          Warning(.missingDrawing, "cannot draw the waveform of '\(row.track)': \(error)"))
      }
    }
    return result
  }

  private func peaks(of alone: ResolvedComposition, count: Int) async throws -> [Float] {
    let range = TimeRange(start: .zero, duration: min(alone.duration, Self.longestSound))
    let graph = try Translation(alone, range: range, onMissing: onMissing).graph(to: MeterOutput())
    let interval = resolved.duration / MediaTime(Int64(max(1, count)))
    return try await withPipeline(graph) { pipeline in
      let meter = pipeline.measurePeaks(
        entering: .output, sampleRate: Self.sampleRate, per: interval, count: count)
      try pipeline.play()
      try await pipeline.waitForEnd { event in
        if case .warning(let warning) = event { onWarning(warning) }
      }
      return meter.peaks
    }
  }
}

extension ResolvedComposition {
  /// A composition of one track, with frames of the maximum size and one channel at a low sample
  /// rate; `nil` if there is no such track, or it is empty.
  func alone(_ id: Track.ID) -> ResolvedComposition? {
    guard var track = composition.track(id) else { return nil }
    track.effects = []
    var alone = Composition(render: composition.render, assets: composition.assets, tracks: [track])
    alone.render.size = renderSize
    alone.render.frameDuration = frameDuration
    alone.render.sampleRate = TimelinePicture.sampleRate
    alone.render.channels = 1
    if track.mediaType == .video {
      alone.instructions = [
        Instruction(
          range: TimeRange(start: .zero, duration: track.duration),
          layers: [Layer(track: id, transform: AnimatedValue(LayerTransform(.fit)))])
      ]
    }
    // This fails only if the whole composition would have failed.
    return try? ResolvedComposition(alone, media: media)
  }
}
#endif
