package import CutawayTime

extension SourceSample {
  /// The duration of a frame at the stated rate, or else as the source states it.
  package var frameDuration: MediaTime {
    if frameRate.numerator > 0 {
      return MediaTime(Int64(frameRate.denominator), over: Int64(frameRate.numerator))
    }
    return MediaTime(nanoseconds: duration ?? 0)
  }

  /// The time of a frame, without the container's rounding if the frame rate explains it.
  ///
  /// Containers count in ticks: Matroska mostly in milliseconds, MPEG-TS in 1/90,000 seconds. Taken
  /// literally, frame 2 at 30 frames per second would be at 67 ms, too late for a cut at 2/30 s.
  /// The time of the first frame, which is the reference, is rounded, too: two errors of half a
  /// tick add up.
  package var exactTime: MediaTime {
    let given = MediaTime(nanoseconds: start)
    let unit = frameDuration
    guard frameRate.numerator > 0 else { return given }
    let nearest = unit * Int(given.rounded(in: unit))
    let tolerance: Int64 = start % 1_000_000 == 0 ? 1_000_001 : 12_000
    let difference = (nearest - given).nanoseconds
    return abs(difference) <= tolerance ? nearest : given
  }
}
