import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// mpegpsdemux seeks up to a second too far.
  ///
  /// So the reader seeks to an earlier time, and leaves out what comes before the wanted one. The
  /// index makes this unnecessary for pictures of local files.
  package static let programStreamSeek = Quirk(
    "mpegpsdemux seeks too far",
    versions: [.all],
    upstream: "not reported",
    test: nil)
}

extension ReaderPipeline {
  /// How much earlier than to the wanted time to seek, in nanoseconds.
  var seekMargin: Int64 {
    Quirk.programStreamSeek.applies && contains(anyOf: ["mpegpsdemux"]) ? 2_000_000_000 : 0
  }
}
