import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// If it is stopped while it adds elements, parsebin aborts the process with an assertion in
  /// analyze_new_pad (`g_assert (chain->elements != NULL)`).
  package static let discoveryStop = Quirk(
    "parsebin aborts if it is stopped while it adds elements",
    versions: [.all],
    upstream: "not reported",
    test: "a reader can be closed at any moment")
}

extension ReaderPipeline {
  /// Waits until parsebin adds no elements, or the pipeline hangs.
  func waitForDiscovery() {
    guard Quirk.discoveryStop.applies else { return }
    _ = discovery.wait(seconds: 2) { !$0.isUnderWay || $0.failure != nil ? true : nil }
  }
}
