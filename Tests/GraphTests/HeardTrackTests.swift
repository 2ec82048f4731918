import CutawayModel
import CutawayTime
import CutawayTranslation
import Glibc
import TestSupport
import Testing

/// What a graph plays at an instant, compared with the rules of the model, which are evaluated for
/// that instant alone.
@Suite struct HeardTrackTests {
  /// A track as a graph or the rules describe it at an instant.
  private struct Sound: Hashable {
    var location: String
    var source: MediaTime
    /// The gain in millionths.
    var gain: Int
  }

  private func sounds(in branches: [Branch], at time: MediaTime) -> [Sound] {
    branches.compactMap { branch in
      guard let segment = branch.segment(at: time) else { return nil }
      let gain = branch.gains.reduce(1) { $0 * ($1.value(at: time) ?? 1) }
      return Sound(
        location: segment.location, source: segment.mapping.sourceTime(at: time),
        gain: Int((gain * 1_000_000).rounded()))
    }
  }

  private func sounds(by composition: Composition, at time: MediaTime) -> [Sound] {
    let hasSolo = composition.audioMix.contains { $0.isSolo && !$0.isMuted }
    return composition.tracks.filter { $0.mediaType == .audio }.compactMap { track in
      let mix = composition.audioMix.first { $0.track == track.id }
      let isSolo = mix?.isSolo == true
      guard mix?.isMuted != true, isSolo || !hasSolo,
        let segment = track.segments.first(where: { $0.target.contains(time) }),
        let media = segment.media
      else { return nil }
      let speed = media.source.duration / segment.target.duration
      var gain = track.preferredVolume * media.volume * (mix?.volume.value(at: time) ?? 1)
      if let fade = media.fadeIn, time < segment.target.start + fade.duration {
        gain *= level((time - segment.target.start) / fade.duration, fade.easing)
      }
      if let fade = media.fadeOut, time >= segment.target.end - fade.duration {
        gain *= level((segment.target.end - time) / fade.duration, fade.easing)
      }
      return Sound(
        location: "\(media.asset).mkv",
        source: media.source.start + (time - segment.target.start) * speed,
        gain: Int((gain * 1_000_000).rounded()))
    }
  }

  /// The gain of a fade: linear, or a quarter of a sine.
  private func level(_ part: MediaTime, _ easing: Easing) -> Double {
    easing == .sine ? sin(part.seconds * .pi / 2) : part.seconds
  }

  @Test(arguments: UInt64(0)..<60)
  func `a graph plays the heard tracks, each with its gain`(seed: UInt64) throws {
    var edit = try RandomEdit(seed: seed)
    let composition = edit.composition
    let branches = try composition.graph(RandomEdit.media).sounds
    for _ in 0..<40 {
      let time = edit.instant()
      let (found, expected) = (sounds(in: branches, at: time), sounds(by: composition, at: time))
      #expect(found.count == expected.count, "seed \(seed), at \(time.text) s")
      for (found, expected) in zip(found, expected) {
        #expect(found.location == expected.location && found.source == expected.source)
        #expect(
          abs(found.gain - expected.gain) <= 1,
          "seed \(seed), at \(time.text) s: \(found.gain), not \(expected.gain) millionths")
      }
    }
  }
}
