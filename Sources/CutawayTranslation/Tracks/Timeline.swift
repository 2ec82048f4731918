import CutawayModel
import CutawayTime

/// The part of a composition that is rendered.
///
/// Its start becomes time 0 of the output.
struct Timeline {
  let resolved: ResolvedComposition
  let range: TimeRange
  let onMissing: MissingMedia
  /// The format of the picture.
  var picture = PictureFormat()
  /// The sizes in which films are read.
  var readingSizes: ReadingSizes?
  /// The gain of the whole mix.
  var gain = AnimatedValue<Double>()
  /// Whether the sound runs backwards: its time 0 is the end of the range.
  var isReversed = false

  var duration: MediaTime { range.duration }

  /// The part of a segment inside the range, in the time of the output.
  func part(of segment: Segment) -> Segment? {
    guard var part = segment.clipped(to: range) else { return nil }
    part.target = part.target.moved(by: -range.start)
    return part
  }

  /// The parts of ranges in the timeline, in the time of the output, with adjacent ones joined.
  func windows(of ranges: [TimeRange]) -> [TimeRange] {
    ranges.reduce(into: []) { windows, whole in
      guard let part = whole.intersection(range) else { return }
      let window = part.moved(by: -range.start)
      if let last = windows.last, last.end == window.start {
        windows[windows.count - 1] = TimeRange(start: last.start, end: window.end)
      } else {
        windows.append(window)
      }
    }
  }

  /// An animation in the time of the output.
  func moved<Value>(_ value: AnimatedValue<Value>) -> AnimatedValue<Value> {
    value.moved(by: -range.start)
  }

  /// An effect with its animations in the time of the output.
  func moved(_ effect: Effect) -> Effect { effect.moved(by: -range.start) }

  /// The scale from the render size to the output size.
  var outputScale: TransformMatrix { resolved.outputScale }
}
