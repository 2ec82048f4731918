// Times, and the errors that texts of keyframes give, belong to every signature here.
@_exported public import CutawayDiagnostics
