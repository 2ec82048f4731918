import Glibc

/// The delay of the sound from `pitch` at a tempo, relative to the exact position.
///
/// SoundTouch plays sequences of 40 to 90 ms at their natural speed, and skips or repeats the sound
/// between them. The start of a sequence is on time, so its middle is late at a high tempo and
/// early at a low one. The values were measured with noise that swells twice a second (SoundTouch
/// 2.3.2). They follow S/2·(tempo - 1)/tempo, where S is the length of a sequence, except for the
/// search for a good join, and except close to 1, where all joins are equally good.
enum TempoLag {
  /// The measured delays in milliseconds of the output, by tempo.
  private static let measured: [(tempo: Double, lag: Double)] = [
    (0.125, -318.3), (0.25, -133), (0.5, -42.5), (2.0 / 3, -19.9), (0.8, -10.9), (0.9, -6.9),
    (0.99, -4), (0.995, -4), (0.998, -3.3), (0.999, -3.1), (0.9995, -1.45), (0.9999, -1.1),
    (1.0001, 1.35), (1.0005, 1.95), (1.001, 2.7), (1.002, 2.8), (1.005, 3.9), (1.01, 4.4),
    (1.03, 4),
    (1.1, 5.7), (1.25, 6.8), (1.5, 10), (2, 10.2), (3, 13.2), (4, 15.3), (8, 16.8),
  ]
  /// Half of the longest and of the shortest sequence, in milliseconds.
  private static let halfSequence = (slow: 45.0, fast: 20.0)

  /// The delay in seconds of the output; negative for early sound.
  static func seconds(atTempo tempo: Double) -> Double {
    if tempo == 1 { return 0 }
    // Beyond this range, two elements share the tempo: the second one stretches the delay of the
    // first.
    if (0.1...8).contains(tempo) { return milliseconds(atTempo: tempo) / 1_000 }
    let part = tempo.squareRoot()
    return milliseconds(atTempo: part) * (1 + 1 / part) / 1_000
  }

  private static func milliseconds(atTempo tempo: Double) -> Double {
    guard let next = measured.firstIndex(where: { $0.tempo >= tempo }) else {
      return halfSequence.fast * (tempo - 1) / tempo
    }
    guard next > 0 else { return halfSequence.slow * (tempo - 1) / tempo }
    let (low, high) = (measured[next - 1], measured[next])
    let part = log(tempo / low.tempo) / log(high.tempo / low.tempo)
    return low.lag + (high.lag - low.lag) * part
  }
}
