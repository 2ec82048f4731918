import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// Without a display, autovideosink tries dfbvideosink, whose library (DirectFB 1.7) starts a
  /// thread that reads freed memory after the attempt fails, and crashes the process.
  ///
  /// Debian 13 has no dfbvideosink.
  package static let unsafeSinks = Quirk(
    "dfbvideosink crashes the process if it cannot be opened",
    versions: [.all],
    test: nil)
}

extension FeatureRanks {
  /// Removes unsafe sinks from those that `autovideosink` tries.
  package static func leaveOutUnsafeSinks() {
    guard Quirk.unsafeSinks.applies else { return }
    set("dfbvideosink", to: GST_RANK_NONE)
  }
}
