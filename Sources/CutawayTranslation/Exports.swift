// A translation is a graph.
@_exported public import CutawayGraph
