import CutawayKeyframes
import CutawayOverlays
import CutawayTime

extension ClipSequence.Clip {
  /// A layer with those of the clip, whose clock is that of the clip.
  ///
  /// The layers lie over the whole picture, so they cannot be a part of the frames that a transition combines. They move
  /// with a picture that moves over the whole picture, and dissolve with others.
  ///
  /// - Parameters:
  ///   - range: When the clip plays.
  ///   - start: The transition from the clip before.
  ///   - end: The transition to the next clip.
  /// - Returns: The layer.
  func group(
    during range: TimeRange, from start: Transition?, to end: Transition?
  ) -> OverlayLayer {
    var group = OverlayLayer(range: range)
    group.layers = overlays.map { layer in
      var layer = layer
      // It ends with the clip, as its `exit` expects.
      layer.range = layer.range ?? TimeRange(start: .zero, duration: range.duration)
      return layer
    }
    (group.enter, group.exit) = (start?.passage(isExit: false), end?.passage(isExit: true))
    // Colour lies between the pictures, so that both never show together.
    var entries: [AnimatedValue<Double>.Entry] = []
    func fade(from start: MediaTime, for duration: MediaTime, _ values: (Double, Double)) {
      let span = TimeRange(start: start, duration: duration)
      entries.append(.ramp(.init(over: span, from: values.0, to: values.1)))
    }
    if let start, start.passesColor {
      let half = start.duration * MediaTime(1, over: 2)
      entries.append(.instant(at: .zero, value: 0))
      fade(from: half, for: start.duration - half, (0, 1))
    }
    if let end, end.passesColor {
      let half = end.duration * MediaTime(1, over: 2)
      fade(from: range.duration - end.duration, for: half, (1, 0))
    }
    // Transitions do not overlap, so their ramps are in order.
    if let opacity = try? AnimatedValue(entries: entries), !entries.isEmpty {
      group.opacity = opacity
    }
    return group
  }
}

extension Transition {
  /// Whether the picture becomes a colour in between.
  fileprivate var passesColor: Bool {
    kind == .element(Self.elementName(of: "fadeThroughColor"))
  }

  /// How the layers of a clip appear or disappear with its picture; `nil` if their opacity changes in another way.
  fileprivate func passage(isExit: Bool) -> LayerPassage? {
    if passesColor { return nil }
    var passage = LayerPassage(duration: duration, easing: .curve(easing))
    // The outgoing picture of a slide does not move.
    let moving = isExit ? ["push", "whip"] : ["push", "whip", "slide"]
    if case .element(let name) = kind, moving.map(Self.elementName).contains(name),
      let direction = direction
    {
      passage.slide = direction
    } else {
      passage.fades = true
    }
    return passage
  }

  /// Where the movement goes; `nil` if it is not stated in words.
  private var direction: LayerPassage.Direction? {
    switch properties["direction"] {
    case nil: .left
    case .string(let word): LayerPassage.Direction(rawValue: word)
    default: nil
    }
  }
}
