import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation

extension ResolvedComposition {
  /// The resolution at which the activity of a track is measured.
  private static let grain = MediaTime(1, over: 100)

  /// The composition, with the times at which the triggers of ducking sound.
  ///
  /// For each ducked track, its triggers are rendered once without the others, as loud as in the mix.
  func listeningToTriggers() async throws(PreparationError) -> ResolvedComposition {
    var result = self
    let heard = Set(composition.heardTracks.map(\.id))
    for (index, mix) in composition.audioMix.enumerated() {
      guard let ducking = mix.ducking, heard.contains(mix.track),
        !heard.isDisjoint(with: ducking.triggers)
      else { continue }
      do {
        result.activity[mix.track] = try await sounds(of: ducking)
      } catch {
        let path = ["audioMix", "\(index)", "duck", "under"]
        let names = ducking.triggers.map { "'\($0)'" }.joined(separator: ", ")
        let message = "the sound of \(names) cannot be analysed: \(error)"
        throw PreparationError(
          .unreadableMedia, message,
          faults: [Fault(path: path, error: CompositionError(.danglingReference, message))])
      }
    }
    return result
  }

  /// The time ranges in which the triggers reach the threshold.
  private func sounds(of ducking: Ducking) async throws -> [TimeRange] {
    let alone = try soundAlone(
      Set(ducking.triggers).intersection(composition.heardTracks.map(\.id)))
    let graph = try Translation(alone, onMissing: .gap).graph(to: MeterOutput())
    let count = Int(clamping: alone.duration.ceiled(in: Self.grain))
    let rate = alone.composition.render.sampleRate
    let peaks = try await withPipeline(graph) { pipeline in
      let meter = pipeline.measurePeaks(
        entering: .output, sampleRate: rate, per: Self.grain, count: count)
      try pipeline.play()
      try await pipeline.waitForEnd { _ in }
      return meter.peaks
    }
    return peaks.indices.reduce(into: []) { sounds, index in
      guard Double(peaks[index]) >= ducking.threshold else { return }
      let part = TimeRange(start: Self.grain * index, duration: Self.grain)
      if let last = sounds.last, last.end == part.start {
        sounds[sounds.count - 1].duration = last.duration + part.duration
      } else {
        sounds.append(part)
      }
    }
  }

  /// The composition with some audible tracks, in one channel.
  private func soundAlone(_ ids: Set<Track.ID>) throws(TranslationError) -> ResolvedComposition {
    var alone = composition
    alone.render.channels = 1
    alone.audioMix = composition.tracks.filter { $0.mediaType == .audio }.map { track in
      AudioMixParameters(
        track: track.id, volume: composition.mix(of: track.id).volume,
        isMuted: !ids.contains(track.id))
    }
    return try ResolvedComposition(alone, media: media)
  }
}
