import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation

extension ResolvedComposition {
  /// The largest number of levels of a sound: an hour of milliseconds.
  private static let levelLimit = 3_600_000

  /// The composition, with the levels of the sounds that its waveforms draw.
  ///
  /// Each sound is read once, as far as it can be visible.
  ///
  /// - Throws: `PreparationError` with the code `unreadableMedia`, which names the layer.
  package func measuringWaveforms() async throws(PreparationError) -> ResolvedComposition {
    var ends: [SoundExcerpt: MediaTime] = [:], levels: [SoundExcerpt: SoundLevels] = [:]
    for (path, layer) in composition.placedLayers {
      let own = layer.waveformEnds(until: duration + frameDuration, of: duration)
      ends.merge(own) { max($0, $1) }
      for (sound, end) in own where levels[sound] == nil {
        do {
          levels[sound] = try await self.levels(of: sound, until: max(end, ends[sound] ?? end))
        } catch {
          if Task.isCancelled {
            throw PreparationError(.cancelled, "the preparation was cancelled")
          }
          let message = "the sound of a waveform cannot be read: \(error)"
          throw PreparationError(
            .unreadableMedia,
            listing: [
              Fault(path: path, error: CompositionError(.danglingReference, message))
            ])
        }
      }
    }
    if levels.isEmpty { return self }
    var result = self
    result.mapContents { content in
      guard case .waveform(var waveform) = content else { return content }
      waveform.levels = levels[SoundExcerpt(waveform)]
      return .waveform(waveform)
    }
    return result
  }

  /// The levels of a sound from its start to a time of the waveform's clock.
  private func levels(of sound: SoundExcerpt, until end: MediaTime) async throws -> SoundLevels {
    let heard: ResolvedComposition, interval: MediaTime
    switch sound.sound {
    case .asset(let name):
      guard let asset = composition.asset(Asset.ID(name)), let media = media[asset.id],
        let audio = media.audioTracks.first, let length = audio.duration ?? media.duration
      else { return SoundLevels(peaks: []) }
      let whole = TimeRange(start: .zero, duration: length)
      guard var range = (sound.source ?? whole).intersection(whole), end > .zero else {
        return SoundLevels(peaks: [])
      }
      range.duration = min(range.duration, end * sound.speed)
      heard = try ResolvedComposition(
        Composition(playing: asset, .audio, range, RenderSettings(hearing: audio)),
        media: self.media)
      interval = sound.interval * sound.speed
    case .track(let name):
      guard let alone = try hearing([Track.ID(name)]) else { return SoundLevels(peaks: []) }
      (heard, interval) = (alone, sound.interval)
    case .mix: (heard, interval) = (self, sound.interval)
    }
    let length = min(heard.duration, sound.isOfAsset ? heard.duration : end)
    let count = Int(clamping: length.ceiled(in: interval))
    if heard.composition.heardTracks.isEmpty || count <= 0 { return SoundLevels(peaks: []) }
    if count > Self.levelLimit {
      throw CompositionError(
        .outOfRange, "it has \(count) bars, and at most \(Self.levelLimit) are possible")
    }
    let graph = try Translation(heard, onMissing: .gap).graph(to: MeterOutput())
    let settings = heard.composition.render
    return try await withPipeline(graph) { pipeline in
      let meter = pipeline.measurePeaks(
        entering: .output, sampleRate: settings.sampleRate, channels: settings.channels,
        per: interval, count: count)
      try pipeline.play()
      try await pipeline.waitForEnd { _ in }
      return SoundLevels(peaks: meter.peaks)
    }
  }

  /// The composition with some audio tracks only, as loud as in the mix; `nil` if they are empty.
  private func hearing(_ ids: Set<Track.ID>) throws(TranslationError) -> ResolvedComposition? {
    var alone = composition
    alone.audioMix = composition.tracks.filter { $0.mediaType == .audio }.map { track in
      var mix = composition.mix(of: track.id)
      (mix.isMuted, mix.isSolo) = (!ids.contains(track.id), false)
      return mix
    }
    if alone.heardTracks.allSatisfy(\.segments.isEmpty) { return nil }
    var result = try ResolvedComposition(alone, media: media)
    (result.activity, result.elements) = (activity, elements)
    return result
  }
}

extension SoundExcerpt {
  fileprivate var isOfAsset: Bool {
    if case .asset = sound { true } else { false }
  }
}

extension OverlayLayer {
  /// The sounds of the waveforms in the layer, each with the time of its clock until which it can be visible.
  ///
  /// - Parameters:
  ///   - end: The end in the clock around the layer.
  ///   - duration: The duration of the composition.
  /// - Returns: The times by sound.
  fileprivate func waveformEnds(
    until end: MediaTime, of duration: MediaTime
  ) -> [SoundExcerpt: MediaTime] {
    let last = clock(at: range.map { min($0.end, end) } ?? end)
    var ends: [SoundExcerpt: MediaTime] = [:]
    if case .waveform(let waveform) = content {
      ends[SoundExcerpt(waveform)] =
        (waveform.isInLayerClock ? last : duration) + waveform.reach.after
    }
    for inner in mask + layers + particles {
      ends.merge(inner.waveformEnds(until: last, of: duration)) { max($0, $1) }
    }
    return ends
  }
}
