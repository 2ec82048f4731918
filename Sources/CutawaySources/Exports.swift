// Segments map times, and the sizes and colours of pictures are values of keyframes.
@_exported public import CutawayKeyframes
