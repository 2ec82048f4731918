import TestSupport
import Testing

/// A fault of GStreamer that Cutaway does not work around.
private struct KnownIssue {
  var reason: String
  /// The versions of GStreamer with the fault.
  var versions: Range<ToolVersion>
  /// Whether cuts are wrong.
  var failsCuts = true
  /// Whether in-points are wrong.
  var failsInPoints = true
  /// Whether the fault depends on the order in which threads run.
  var isIntermittent = false
}

private let alpha = KnownIssue(
  reason: "alphacombine drops the last frame when the alpha stream ends",
  versions: ToolVersion(1, 26, 1)..<ToolVersion(2, 0), failsInPoints: false)

private let openGroup = KnownIssue(
  reason: "avdec_h264 loses a key frame that is not an IDR picture, and tsdemux starts at one",
  versions: ToolVersion(1, 24)..<ToolVersion(1, 28, 2), failsCuts: false, isIntermittent: true)

/// The faults by the name of the case; GStreamer 1.22 has none of them.
private let knownIssues: [String: KnownIssue] = [
  "H.264, open GOP, MPEG-TS": openGroup,
  "VP8 with alpha, WebM": alpha,
  "VP9 with alpha, WebM": alpha,
]

/// Runs a case; where it is known to fail it must, and its reason goes into the report.
///
/// - Parameters:
///   - name: The name of the case.
///   - ofInPoints: Whether it tests in-points, and not cuts.
///   - mayMiss: Whether it tests a sample of times, in which a fault need not show.
///   - body: The case.
/// - Throws: What the case throws.
func expecting(
  _ name: String, ofInPoints: Bool = false, mayMiss: Bool = false, _ body: () async throws -> Void
) async throws {
  guard let issue = knownIssues[name], ofInPoints ? issue.failsInPoints : issue.failsCuts,
    try await issue.versions.contains(ToolVersion.gstreamer)
  else { return try await body() }
  await withKnownIssue(
    "\(name): \(issue.reason)", isIntermittent: issue.isIntermittent || mayMiss
  ) {
    try await body()
  }
}
