// A program that plays, exports or draws edits needs only `import Cutaway`.
@_exported public import CutawayFile
@_exported public import CutawayGraph
@_exported public import CutawayModel
@_exported public import CutawayTime

#if Timeline
@_exported public import CutawayTimeline
#endif
