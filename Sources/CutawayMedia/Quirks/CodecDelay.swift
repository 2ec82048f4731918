import CutawayContainers
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// matroskademux subtracts the delay that a file states for its codec (`CodecDelay`) from the
  /// times of Opus, and of no other codec.
  ///
  /// ffmpeg 7 writes it for all codecs.
  package static let codecDelay = Quirk(
    "matroskademux applies CodecDelay only to Opus",
    versions: [.all],
    upstream: "not reported",
    test: "every sample is at its specified time")
}

extension ReaderPipeline {
  /// The time from the first sound in a Matroska file to the first sample of the recording, in
  /// nanoseconds.
  ///
  /// Files from a server are not examined.
  var codecDelay: Int64 {
    guard Quirk.codecDelay.applies, request.isSound, contains(anyOf: ["matroskademux"]),
      let path = localPath(request.location), let header = MatroskaHeader(path: path),
      header.unappliedDelays.indices.contains(request.trackIndex)
    else { return 0 }
    return header.unappliedDelays[request.trackIndex]
  }
}
