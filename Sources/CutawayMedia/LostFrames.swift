/// Whether avdec_h264 and avdec_h265 lose a key frame that is not an IDR picture, as in open GOPs.
///
/// At such a start, libavcodec requests extra buffers for the missing references of that frame. When
/// it releases one of them, avdec_h264 releases the frame itself, and the decoder fails with
/// "Couldn't get codec frame". Everything up to the next IDR picture is gray.
///
/// GStreamer 1.24.0 to 1.28.1; 1.22 with libavcodec 59 does not do it. Fixed by "avviddec: Refcount
/// codec frame associated with video frame" (GStreamer merge request 10915).
enum LostFrames {
  /// Whether decoding must begin at an IDR picture.
  static let areLikely =
    GStreamerVersion.running >= GStreamerVersion(1, 24)
    && GStreamerVersion.running < GStreamerVersion(1, 28, 2)
}
