package import CutawayTime

/// A mapping of times to x coordinates on a drawing.
package struct TimeScale: Sendable, Hashable {
  /// The duration that the scale covers, from 0.
  package let duration: MediaTime
  /// The x coordinate of time 0.
  package let left: Double
  /// The width of the whole duration in pixels.
  package let width: Double

  /// Creates a scale; with a duration of 0, every time is at `left`.
  package init(duration: MediaTime, left: Double, width: Double) {
    self.duration = duration
    self.left = left
    self.width = width
  }

  /// The x coordinate of the end.
  package var right: Double { left + width }

  /// The x coordinate of a time.
  ///
  /// Times outside the duration are mapped to the nearest end.
  package func x(_ time: MediaTime) -> Double {
    guard duration > .zero else { return left }
    return left + width * min(1, max(0, (time / duration).seconds))
  }

  /// A mark of the ruler.
  package struct Tick: Sendable, Hashable {
    /// The time of the mark.
    package var time: MediaTime
    /// The x coordinate of the mark.
    package var x: Double
    /// The text at the mark, such as `1:02`; `nil` for a small mark between two labels.
    package var label: String?
  }

  /// Marks at round times.
  ///
  /// Marks with labels are at least `spacing` pixels apart.
  package func ticks(spacing: Double = 88) -> [Tick] {
    let seconds = duration.seconds
    guard seconds > 0 else { return [Tick(time: .zero, x: left, label: "0:00")] }
    let wanted = seconds * spacing / width
    let step = Self.step(atLeast: wanted)
    let small = step / MediaTime(5)
    return (0...duration.floored(in: small)).map { index in
      let time = small * Int(index)
      let label = index % 5 == 0 ? Self.label(time, digits: Self.digits(of: step)) : nil
      return Tick(time: time, x: x(time), label: label)
    }
  }

  /// The shortest round duration of at least `seconds`.
  private static func step(atLeast seconds: Double) -> MediaTime {
    var parts: [MediaTime] = []
    for power in [100, 10, 1] as [Int64] {
      parts += [1, 2, 5].map { MediaTime($0, over: power) }
    }
    let minutes: [Int64] = [
      10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400,
    ]
    parts += minutes.map { MediaTime($0) }
    if let step = parts.first(where: { $0.seconds >= seconds }) { return step }
    return MediaTime(86400) * max(1, Int((seconds / 86400).rounded(.up)))
  }

  private static func digits(of step: MediaTime) -> Int {
    step.seconds >= 1 ? 0 : step.seconds >= 0.1 ? 1 : 2
  }

  /// A time in the form `1:02:03.40`, with `digits` decimals.
  static func label(_ time: MediaTime, digits: Int) -> String {
    let unit = (0..<digits).reduce(Int64(1)) { value, _ in value * 10 }
    let parts = max(0, time.rounded(in: MediaTime(1, over: unit)))
    let (seconds, fraction) = (parts / unit, parts % unit)
    let clock =
      seconds >= 3600
      ? "\(seconds / 3600):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
      : "\(seconds / 60):\(padded(seconds % 60, 2))"
    return digits == 0 ? clock : "\(clock).\(padded(fraction, digits))"
  }
}

private func padded(_ number: Int64, _ digits: Int) -> String {
  let text = "\(number)"
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
