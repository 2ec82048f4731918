import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime

/// The end of an output that exceeded its length limit.
struct Cut: Sendable, Hashable {
  /// The duration of the data that the muxer received.
  var time: MediaTime
}

extension ExportSession {
  /// The cut that a byte limit caused; `nil` if all data passed.
  func cut(_ limit: ByteLimit) throws(ExportError) -> Cut? {
    guard limit.isReached else { return nil }
    if limit.hasEmptyStream {
      throw ExportError(
        .incompatible,
        "the size limit of \(settings.fileLengthLimit ?? 0) bytes leaves no room for media")
    }
    return Cut(time: limit.time)
  }

  /// Warns that the output was cut, and reports its length.
  func warnOfEnd(of path: String) async {
    // If the file cannot be probed, the warning only says that it ends early.
    let length = try? await MediaProbe.describe(path).duration
    let end = length.map { "at \($0.text) s" } ?? "early"
    onWarning(
      Warning(
        .shortened,
        "the file ends \(end): it would exceed its size limit of "
          + "\(settings.fileLengthLimit ?? 0) bytes"))
  }
}
