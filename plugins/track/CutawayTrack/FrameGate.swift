package import CutawayElementKit
package import CutawayKeyframes

/// Passes on frames during time windows, and replaces all others by gap events.
///
/// It stands between a `tee` and a compositor that is needed only for a part of the time. A mixer
/// that gets gaps on all of its inputs draws nothing, but knows that time passes.
///
/// ```sh
/// gst-launch-1.0 videotestsrc num-buffers=90 ! framegate windows="0..1;2..3" ! \
///   compositor ! videoconvert ! autovideosink
/// ```
package struct FrameGate: StreamGate, Hashable {
  /// The factory name in GStreamer.
  package static let name = "framegate"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Passes on frames during time windows, and gaps at other times"
  /// Any raw video, in any memory.
  package static let caps = "video/x-raw; video/x-raw(ANY)"

  /// The windows of stream time: `START..END` in seconds, split by semicolons.
  ///
  /// A frame passes if it starts in a window. The end is not part of the window.
  @Property("Windows START..END of stream time in seconds, split by semicolons")
  package var windows = Shared(TimeWindows())
  /// Whether seeks go on to the source.
  ///
  /// Behind a `tee`, another branch can pass them: a mixer must get a seek before the flush that
  /// the seek causes arrives through another of its branches.
  @Property("Whether seeks go on upstream; no if another branch of a tee passes them")
  package var forwardSeeks = true

  /// Whether allocation queries go on to the elements after this one.
  ///
  /// A `queue` answers such a query when it is empty. Behind a `tee`, that may be never: the element
  /// after the queue may wait for the frame that comes after the query.
  @Property("Whether allocation queries go on downstream; no before a queue behind a tee")
  package var forwardAllocation = true

  /// Whether seeks from downstream go on upstream.
  package var passesSeeks: Bool { forwardSeeks }
  /// Whether allocation queries from upstream go on downstream.
  package var passesAllocation: Bool { forwardAllocation }

  /// Creates a gate without windows, which no frame passes.
  package init() {}

  /// Parses ``windows``.
  ///
  /// - Throws: `ElementError` if ``windows`` is invalid.
  package func makePlan() throws(ElementError) -> TimeWindows { try windows.value(of: "windows") }
}
