import CutawayModel
import CutawayTime

/// The part of a composition that is rendered: its start becomes the output's 0.
struct Timeline {
  let resolved: ResolvedComposition
  let range: TimeRange
  let onMissing: MissingMedia
  /// What the whole mix is multiplied by.
  var gain = AnimatedValue<Double>()
  /// Whether the sound's time 0 is its end, and what is heard comes backwards.
  var isReversed = false

  var duration: MediaTime { range.duration }

  /// A segment's part inside the range, in the time of the output.
  func part(of segment: Segment) -> Segment? {
    guard var part = segment.clipped(to: range) else { return nil }
    part.target = part.target.moved(by: -range.start)
    return part
  }

  /// An animation in the time of the output.
  func moved<Value>(_ value: AnimatedValue<Value>) -> AnimatedValue<Value> {
    value.moved(by: -range.start)
  }

  /// What scales the render size to the output's.
  var outputScale: TransformMatrix {
    let (from, to) = (resolved.renderSize, resolved.outputSize)
    return from == to
      ? .identity
      : .scale(
        x: Double(to.width) / Double(from.width), y: Double(to.height) / Double(from.height))
  }
}
