import CutawayModel
import CutawayTime
import Foundation

/// The expected result of a mix, computed sample by sample in double precision, directly from the
/// values of the composition.
///
/// Every asset is a constant: each of its samples is its level.
struct SoundReference {
  let composition: Composition
  let levels: [Asset.ID: [Double]]

  /// The samples of each channel.
  func mix() -> [[Double]] {
    let rate = composition.render.sampleRate
    let count = Int((composition.duration * rate).rounded(in: MediaTime(1)))
    var result = Array(
      repeating: [Double](repeating: 0, count: count), count: composition.render.channels)
    for track in composition.tracks {
      let mix = composition.audioMix.first { $0.track == track.id }
      for segment in track.segments {
        guard let media = segment.media, let level = levels[media.asset] else { continue }
        let first = sample(segment.target.start), end = sample(segment.target.end)
        for n in first..<min(end, count) {
          let time = Double(n) / Double(rate)
          let gain =
            track.preferredVolume * media.volume * value(mix?.volume, at: time, default: 1)
            * fade(media.fadeIn, passed: n - first) * fade(media.fadeOut, passed: end - n)
          let pan = value(mix?.pan, at: time, default: 0)
          let angle = (1 + pan) * .pi / 4, sides = [cos(angle), sin(angle)]
          for channel in result.indices {
            result[channel][n] +=
              level[channel] * gain * (pan == 0 ? 1 : sides[channel] * Double(2).squareRoot())
          }
        }
      }
    }
    return result
  }

  private func sample(_ time: MediaTime) -> Int {
    Int((time.seconds * Double(composition.render.sampleRate)).rounded())
  }

  private func fade(_ fade: Segment.Fade?, passed: Int) -> Double {
    guard let fade else { return 1 }
    let length = fade.duration.seconds * Double(composition.render.sampleRate)
    return interpolated(0, 1, at: min(1, Double(passed) / length), fade.easing)
  }

  private func value(_ value: AnimatedValue<Double>?, at time: Double, default: Double) -> Double {
    var result = `default`
    for entry in value?.entries ?? [] {
      switch entry {
      case .instant(let at, let value): if at.seconds <= time + 1e-9 { result = value }
      case .ramp(let ramp):
        let (start, end) = (ramp.range.start.seconds, ramp.range.end.seconds)
        if start <= time + 1e-9 {
          result = interpolated(
            ramp.from, ramp.to, at: min(1, max(0, (time - start) / (end - start))), ramp.easing)
        }
      }
    }
    return result
  }

  private func interpolated(_ a: Double, _ b: Double, at p: Double, _ easing: Easing) -> Double {
    switch easing {
    case .linear: return a + (b - a) * p
    case .sine:
      let (c, s) = (cos(p * .pi / 2), sin(p * .pi / 2))
      return (a * a * c * c + b * b * s * s).squareRoot()
    default: return .nan
    }
  }
}
