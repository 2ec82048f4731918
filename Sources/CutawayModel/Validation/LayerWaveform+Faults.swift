package import CutawayTime

extension LayerWaveform {
  /// The maximum number of waveforms of a composition whose sound differs, which is read for each.
  static let soundLimit = 16

  /// What is wrong with the waveform in a composition; `nil` if nothing is.
  func fault(in composition: Composition) -> CompositionError? {
    switch sound {
    case .asset(let name) where composition.asset(Asset.ID(name)) == nil:
      return CompositionError(.danglingReference, "no asset is called '\(name)'")
    case .track(let name):
      guard let track = composition.track(Track.ID(name)) else {
        return CompositionError(.danglingReference, "no track is called '\(name)'")
      }
      if track.mediaType != .audio {
        return CompositionError(.invalidValue, "'\(name)' is not an audio track")
      }
    case .mix where !composition.tracks.contains { $0.mediaType == .audio }:
      return CompositionError(.invalidValue, "the composition has no audio track")
    case .asset, .mix: break
    }
    let isInRange =
      window >= MediaTime(1, over: 100) && window <= MediaTime(3_600)
      && (1...Self.barLimit).contains(bars) && (0...0.95).contains(gap)
      && (0...1_000).contains(gain ?? 1) && (0.001...1_000).contains(speed)
    if !isInRange {
      return CompositionError(
        .outOfRange,
        "a waveform shows 0.01 to 3600 s in 1 to \(Self.barLimit) bars, with gaps from 0 to 0.95")
    }
    return interval < MediaTime(1, over: 1_000)
      ? CompositionError(.outOfRange, "a bar shows at least a millisecond: take fewer bars") : nil
  }
}

extension Composition {
  /// The fault of too many waveforms; `nil` if there are not too many.
  func waveformFault() -> Fault? {
    let sounds = Set(placedLayers.flatMap(\.layer.waveforms).map(SoundExcerpt.init))
    return sounds.count <= LayerWaveform.soundLimit
      ? nil
      : Fault(
        path: ["overlays"],
        error: CompositionError(
          .outOfRange,
          "the waveforms of a composition show at most \(LayerWaveform.soundLimit) sounds"))
  }
}

/// What determines the levels of a waveform.
package struct SoundExcerpt: Sendable, Hashable {
  /// The sound.
  package let sound: LayerWaveform.Sound
  /// The part of an asset's sound; `nil` is all.
  package let source: TimeRange?
  /// The speed of an asset's sound.
  package let speed: MediaTime
  /// The duration of a level in the clock of the waveform.
  package let interval: MediaTime

  /// What determines the levels of a waveform.
  package init(_ waveform: LayerWaveform) {
    sound = waveform.sound
    interval = waveform.interval
    if case .asset = sound {
      // Speeds are finite and small.
      (source, speed) = (waveform.source, MediaTime(seconds: waveform.speed) ?? MediaTime(1))
    } else {
      (source, speed) = (nil, MediaTime(1))
    }
  }
}
