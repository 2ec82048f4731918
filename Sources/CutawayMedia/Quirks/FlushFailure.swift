import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// Demuxers and parsers sometimes take the flush of a seek for a downstream failure, and post a
  /// flow error for an intact file.
  package static let flushFailure = Quirk(
    "demuxers and parsers take a flush for a failure",
    versions: [.all],
    test: "under load, no reader hangs and each one closes its file")
}

extension MediaReader {
  /// Whether reopening the file may help after a failure: it was a flush, or a stream without seeking
  /// had to go back.
  package var mayRecover: Bool {
    status.update { status in
      guard Quirk.flushFailure.applies, status.failure != nil else { return false }
      return status.generation > 0 || start > 0 && status.isFlowError
    }
  }
}
