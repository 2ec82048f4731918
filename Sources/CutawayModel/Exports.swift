// The model's properties are animated values, and its errors are faults with a place.
@_exported public import CutawayKeyframes
// Overlays belong to a composition.
@_exported public import CutawayOverlays
