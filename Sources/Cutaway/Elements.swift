public import CutawayDiagnostics
import CutawayEffectsPlugin
import CutawayElementBridge
package import CutawayGraph
import CutawayRampsPlugin
import CutawayRuntime
import CutawayTrackPlugin
import CutawayTransitionsPlugin

#if Filters
import CutawayImageFilterPlugin
#endif

#if Overlays
import CutawayLayersPlugin
#endif

/// Registers the elements of this package with GStreamer in this process, once.
///
/// The functions of this library call it themselves.
///
/// - Throws: `PipelineError` with the code `missingElement` if GStreamer refuses an element. No
///   composition can then be played or exported.
public func registerElements() throws(PipelineError) { try checkRegistration(refused: refused) }

extension ElementCatalog {
  /// What is known about the installed elements, with those of Cutaway.
  package static var known: ElementCatalog {
    // If GStreamer refuses an element, its composition is refused where it is used.
    try? registerElements()
    return installed
  }
}

/// The plugins of which GStreamer refused at least one element.
private let refused = plugins.filter { !$0.register() }.map(\.name)

private let plugins: [Plugin] = {
  var plugins = [rampsPlugin, trackPlugin, effectsPlugin, transitionsPlugin]
  #if Overlays
  plugins.append(layersPlugin)
  #endif
  #if Filters
  plugins.append(imageFilterPlugin)
  #endif
  return plugins
}()

package func checkRegistration(refused: [String]) throws(PipelineError) {
  if refused.isEmpty { return }
  throw PipelineError(
    .missingElement,
    "GStreamer refuses Cutaway's own elements (\(refused.joined(separator: ", ")))")
}
