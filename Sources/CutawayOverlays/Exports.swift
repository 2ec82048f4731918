// The values of layers are animated values, points and colours.
@_exported public import CutawayKeyframes
