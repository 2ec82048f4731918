import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// auparse delivers nothing after a seek.
  ///
  /// So such a file is read from its start.
  package static let auSeek = Quirk(
    "auparse delivers nothing after a seek",
    versions: [.all],
    upstream: "not reported",
    test: "an in-point is sample-accurate compared with a render from the start")
}

extension ReaderPipeline {
  /// Whether no data follow a seek.
  var endsAfterSeeks: Bool { Quirk.auSeek.applies && contains(anyOf: ["auparse"]) }
}
