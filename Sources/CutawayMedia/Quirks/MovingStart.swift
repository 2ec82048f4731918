import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// matroskademux changes the start of the stream if a block arrives that is earlier than the
  /// first.
  ///
  /// So the reader uses time stamps instead of the demuxer's segments.
  package static let movingStart = Quirk(
    "matroskademux moves the start of the stream for an earlier block",
    versions: [.all],
    upstream: "not reported",
    test: "every sample is at its specified time")
}

extension ReaderPipeline {
  /// Whether the demuxer may change the start of the stream.
  var movesStart: Bool { Quirk.movingStart.applies && contains(anyOf: ["matroskademux"]) }
}
