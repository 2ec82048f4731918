import Testing

/// The known failures, by the name of the case, with their reasons.
private let programStream =
  "mpegpsdemux of GStreamer 1.22 lands late when it seeks, and its stamps leave out the B-frames "
  + "before a key frame"

private let knownIssues: [String: String] = [
  "MPEG-TS whose clock turns over":
    "tsdemux of GStreamer 1.22 stamps what comes after the turn a frame too late",
  "fragmented MP4":
    "after a seek into the first fragment of a file without an edit list, qtdemux of GStreamer 1.22 "
    + "stamps it later than without one, by as much as B-frames delay the first frame",
  "MPEG-2, MPEG-PS": programStream,
  "MPEG-2, interlaced, MPEG-PS": programStream,
  "MPEG-1, MPEG-PS": programStream,
]

/// The cases whose in-points are correct, because they precede the fault.
private let rightInPoints: Set = ["MPEG-TS whose clock turns over"]

/// Runs a case.
///
/// A known failure must fail, and the report contains its reason.
func expecting(
  _ name: String, ofInPoints: Bool = false, _ body: () async throws -> Void
) async throws {
  guard let reason = knownIssues[name], !(ofInPoints && rightInPoints.contains(name)) else {
    return try await body()
  }
  await withKnownIssue("\(name): \(reason)") { try await body() }
}
