import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// matroskamux asks for the field `ffversion` in caps of FFV1, which matroskademux and avenc_ffv1 call
  /// `ffvversion`: FFV1 cannot be copied.
  package static let ffv1Version = Quirk(
    "matroskamux and matroskademux call the version of FFV1 differently",
    versions: [.all],
    upstream: "not reported",
    test: "FFV1 and FLAC are copied into Matroska bit for bit")
}

extension PacketForm {
  /// States the version of FFV1 under both names.
  static var statingFFV1Version: [Stage] {
    Quirk.ffv1Version.applies ? [("capssetter", "video/x-ffv, ffversion=(int)1")] : []
  }
}
