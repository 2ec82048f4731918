// Elements state their traits.
@_exported public import struct CutawayGraph.ElementTraits
