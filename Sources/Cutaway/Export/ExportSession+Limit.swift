import CutawayModel
import CutawayRuntime
import CutawayTime

/// Where a film that would get too long ends.
struct Cut: Sendable, Hashable {
  /// How long what the muxer was given lasts.
  var time: MediaTime
}

extension ExportSession {
  /// What a limit has cut; `nil` if all has passed.
  func cut(_ limit: ByteLimit) throws(ExportError) -> Cut? {
    guard limit.isReached else { return nil }
    if limit.hasEmptyStream {
      throw ExportError(
        .incompatible,
        "the limit of its bytes, \(settings.fileLengthLimit ?? 0), leaves no room for the film")
    }
    return Cut(time: limit.time)
  }

  /// Says that a film has been cut, and where it ends.
  func warnOfEnd(of path: String) async {
    // A file that cannot be read back is still said to end early.
    let length = try? await MediaProbe.describe(path).duration
    let end = length.map { "at \($0.text) s" } ?? "early"
    warn(
      "the file ends \(end): it would get longer than its limit of "
        + "\(settings.fileLengthLimit ?? 0) bytes")
  }
}
