import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// A demuxer also seeks before it has received data.
  ///
  /// But matroskademux then takes the data at the target for the start of the stream, and counts
  /// time from there.
  package static let earlySeek = Quirk(
    "matroskademux takes the target of an early seek for the start",
    versions: [.all],
    upstream: "not reported",
    test: "an in-point shows the same frames as a decode from the start of the file")
}

extension DecodingChain {
  /// Waits until data have arrived.
  func waitForData() {
    if Quirk.earlySeek.applies { gate.waitForData() }
  }
}
