import CutawayGraph
import CutawayModel

/// A likely mistake in a composition.
typealias Warning = Composition.Warning
