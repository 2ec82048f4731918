import Cutaway

/// A vignette that grows from the first to the third second.
func growingVignette() throws -> Effect {
  let range = TimeRange(start: MediaTime(1), end: MediaTime(3))
  let vignette = Effect(
    element: "vignette",
    properties: [
      "radius": .double(0.3), "strength": try .ramp(over: range, from: 0, to: 1, easing: .easeOut),
    ])
  return vignette
}
