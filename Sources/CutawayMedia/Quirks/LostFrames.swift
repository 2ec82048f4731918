import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// avdec_h264 and avdec_h265 lose a key frame that is not an IDR picture, as in open GOPs.
  ///
  /// At such a start, libavcodec requests extra buffers for the missing references of that frame.
  /// When it releases one of them, the decoder releases the frame itself, and fails with "Couldn't
  /// get codec frame". Everything up to the next IDR picture is gray. So decoding begins at an IDR
  /// picture.
  ///
  /// If it releases them later, the key frame is shown, but a frame is lost that another thread has
  /// not begun to decode at that time. So packets outside of files, which `export --smart` decodes from
  /// any key frame on, are decoded without threads for frames.
  ///
  /// 1.22 with libavcodec 59 does not do it. H.264 with open GOPs in MPEG-TS remains a known issue
  /// of the tests: tsdemux does not go back exactly.
  package static let lostFrames = Quirk(
    "avdec_h264 and avdec_h265 lose a frame with missing references",
    versions: [.since(1, 24, 0, before: 1, 28, 2)],
    upstream: "fixed by e55221d8ea (merge request 10915), with a backport 80cd0eec2d in 1.28.2",
    test: "an in-point shows the same frames as a decode from the start of the file")
}

/// Whether the decoders for H.264 and HEVC lose frames.
enum LostFrames {
  /// Whether decoding must begin at an IDR picture.
  static let areLikely = Quirk.lostFrames.applies
}
