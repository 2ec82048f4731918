// The model's properties are animated values, and its errors are faults with a place.
@_exported public import CutawayKeyframes
// Overlays belong to a composition.
@_exported public import CutawayOverlays
// Assets are sources of segments, and their descriptions have the sizes and colours of the model.
@_exported public import CutawaySources
