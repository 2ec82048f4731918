import CutawayEffectsPlugin
import CutawayElementBridge
import CutawayRampsPlugin
public import CutawayRuntime
import CutawayTrackPlugin

/// Makes the elements of this package known to GStreamer in this process, once.
///
/// Everything in this library does so by itself.
///
/// - Throws: `PipelineError` with the code `missingElement` where GStreamer does not take
///   them: no composition can be played or exported then.
public func registerElements() throws(PipelineError) { try checkRegistration(refused: refused) }

/// The plugins of which GStreamer does not take all elements.
private let refused = [rampsPlugin, trackPlugin, effectsPlugin]
  .filter { !$0.register() }.map(\.name)

package func checkRegistration(refused: [String]) throws(PipelineError) {
  if refused.isEmpty { return }
  throw PipelineError(
    .missingElement,
    "GStreamer does not take Cutaway's own elements (\(refused.joined(separator: ", ")))")
}
