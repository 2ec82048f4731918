import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// After a seek, ADPCM in WAV is off by up to some hundred samples.
  ///
  /// So such a file is read from its start.
  package static let adpcmSeek = Quirk(
    "ADPCM in WAV has wrong times after a seek",
    versions: [.all],
    upstream: "4417183bae (1.26.2 and 1.28.0) corrects the byte rate, which does not suffice",
    test: "an in-point is sample-accurate compared with a render from the start")
}

extension ReaderPipeline {
  /// Whether data after a seek have wrong times.
  var driftsAfterSeeks: Bool { Quirk.adpcmSeek.applies && contains(anyOf: ["adpcmdec"]) }
}
