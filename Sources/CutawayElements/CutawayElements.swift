// Everything for an element of one's own: `import CutawayElements` is enough.
@_exported public import CutawayElementBridge
@_exported public import CutawayElementKit
