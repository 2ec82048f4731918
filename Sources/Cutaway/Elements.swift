import EffectsPlugin
import GStreamerBridge
import RampsPlugin
import TrackPlugin

/// Makes the elements of this package known to GStreamer in this process, once.
///
/// Everything in this library does so by itself.
public func registerElements() { _ = areRegistered }

private let areRegistered =
  rampsPlugin.register() && trackPlugin.register() && effectsPlugin.register()
