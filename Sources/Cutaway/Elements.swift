public import CutawayDiagnostics
import CutawayEffectsPlugin
import CutawayElementBridge
import CutawayRampsPlugin
import CutawayRuntime
import CutawayTrackPlugin
import CutawayTransitionsPlugin

/// Registers the elements of this package with GStreamer in this process, once.
///
/// The functions of this library call it themselves.
///
/// - Throws: `PipelineError` with the code `missingElement` if GStreamer refuses an element. No
///   composition can then be played or exported.
public func registerElements() throws(PipelineError) { try checkRegistration(refused: refused) }

/// The plugins of which GStreamer refused at least one element.
private let refused = [rampsPlugin, trackPlugin, effectsPlugin, transitionsPlugin]
  .filter { !$0.register() }.map(\.name)

package func checkRegistration(refused: [String]) throws(PipelineError) {
  if refused.isEmpty { return }
  throw PipelineError(
    .missingElement,
    "GStreamer refuses Cutaway's own elements (\(refused.joined(separator: ", ")))")
}
