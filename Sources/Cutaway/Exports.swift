// A program that plays, exports or draws edits needs only `import Cutaway`.
@_exported public import CutawayFile
@_exported public import CutawayModel
@_exported public import CutawayTime
@_exported public import CutawayTranslation
