import CutawayTime
import TestSupport

/// The kinds of video files.
enum VideoFormats {
  private static let x264 = "-c:v libx264 -preset veryfast -crf 18 -pix_fmt yuv420p"
  private static let b = x264 + " -bf 3 -g 30"
  private static let shortOpen = x264 + " -x264-params open-gop=1:bframes=3:keyint=12"
  private static let longOpen = " -bf 3 -g 60 -x264-params open-gop=1"
  private static let x265 = "-c:v libx265 -preset ultrafast -x265-params log-level=error:pools=1"
  private static let mjpeg = "-c:v mjpeg -q:v 3 -pix_fmt yuvj420p"
  /// The difference if colours are converted and the copy has another chroma siting.
  private static let chromaSite = 24
  private static let interlaced = " -flags +ildct+ilme"
  private static let aac = TestMedia.Audio()

  private static func video(
    _ rate: FrameRate = .fps30, frames: Int = 165, width: Int = 320
  ) -> TestMedia.Video {
    .init(width: width, frameRate: rate, frameCount: frames)
  }

  static let h264: [VideoFormat] = [
    .init("H.264, B-frames, MP4", "mp4", b),
    .init("H.264, B-frames and sound, MP4", "mp4", b + " -c:a aac", audio: aac),
    .init("H.264, B-frames, MOV", "mov", b, video: video(.fps60)),
    .init("H.264, B-frames, MKV", "mkv", b, video: video(.pal25)),
    .init("H.264, B-frames and sound, MKV", "mkv", b + " -c:a aac", audio: aac),
    .init("H.264, B-frames, MPEG-TS", "ts", b, video: video(.ntsc2997)),
    .init("H.264, B-frames and sound, MPEG-TS", "ts", b + " -c:a aac", audio: aac),
    .init("H.264, B-frames, AVI", "avi", b),
    .init("H.264, B-frames, FLV", "flv", b),
    .init("H.264, B-frames and sound, FLV", "flv", b + " -c:a aac -ar 44100", audio: aac),
    .init("H.264, open GOP, MP4", "mp4", b + " -x264-params open-gop=1", video: video(.film23976)),
    .init("H.264, open GOP, MKV", "mkv", b + " -x264-params open-gop=1"),
    .init("H.264, open GOP, MPEG-TS", "ts", b + " -x264-params open-gop=1"),
    .init("H.264, short open GOPs, MP4", "mp4", shortOpen),
    .init("H.264, short open GOPs, MOV", "mov", shortOpen),
    .init("H.264, short open GOPs, MKV", "mkv", shortOpen),
    .init("H.264, short open GOPs, MPEG-TS", "ts", shortOpen),
    .init("H.264, short open GOPs, FLV", "flv", shortOpen),
    .init("H.264, long open GOPs, MP4", "mp4", x264 + longOpen, video: video(.pal25)),
    .init("H.264, one GOP of 5 s, MP4", "mp4", x264 + " -bf 3 -g 600", video: video(frames: 165)),
    .init("H.264, one GOP of 5 s, MKV", "mkv", x264 + " -bf 3 -g 600", video: video(frames: 165)),
    .init(
      "H.264, one GOP of 5 s, MPEG-TS", "ts", x264 + " -bf 3 -g 600", video: video(frames: 165)),
    .init("H.264, intra, MOV", "mov", x264 + " -g 1", video: video(.fps50)),
    .init("H.264, intra refresh, MP4", "mp4", x264 + " -x264-params intra-refresh=1 -g 30"),
    .init("H.264, intra refresh, MKV", "mkv", x264 + " -x264-params intra-refresh=1 -g 30"),
    .init("H.264, intra refresh, MPEG-TS", "ts", x264 + " -x264-params intra-refresh=1 -g 30"),
    .init("H.264, interlaced, MP4", "mp4", b + interlaced, video: video(.pal25)),
    .init("H.264, interlaced, MPEG-TS", "ts", b + interlaced, video: video(.ntsc2997)),
    .init("H.264, 10 bit, MKV", "mkv", b + " -pix_fmt yuv420p10le"),
    .init("H.264, 4:2:2 10 bit, MOV", "mov", b + " -pix_fmt yuv422p10le"),
    .init("H.264, 4:4:4, MP4", "mp4", b + " -pix_fmt yuv444p"),
  ]

  static let structure: [VideoFormat] = [
    .init("fragmented MP4", "mp4", b + " -movflags frag_keyframe+empty_moov"),
    .init(
      "fragmented MP4, cut anywhere", "mp4",
      b + " -movflags empty_moov+delay_moov -frag_duration 500000"),
    .init(
      "fragmented MP4, a frame each", "mp4",
      x264 + " -bf 0 -g 30 -movflags frag_every_frame+empty_moov+delay_moov"
    ),
    .init(
      "fragmented MP4 with an edit list and an index", "mp4",
      b + " -movflags frag_keyframe+delay_moov+default_base_moof+global_sidx", video: video(.fps50)
    ),
    .init("MP4 without an edit list", "mp4", b + " -use_editlist 0"),
    .init("MP4 with negative composition offsets", "mp4", b + " -movflags negative_cts_offsets"),
    .init(
      "MP4 whose edit list begins with nothing", "mp4", b + " -output_ts_offset 0.5",
      start: MediaTime(1, over: 2)),
    .init(
      "MP4 whose edit list begins within a GOP", "mp4",
      b + " -avoid_negative_ts disabled -output_ts_offset -0.3", start: MediaTime(-3, over: 10)),
    .init(
      "MP4 whose edit list begins in a later GOP", "mp4",
      b + " -avoid_negative_ts disabled -output_ts_offset -1.5", start: MediaTime(-3, over: 2)),
    .init("MP4 with the index first", "mp4", b + " -movflags +faststart"),
    .init("MKV without a duration", "mkv", b + " -f matroska -live 1"),
    .init("MKV that starts at 5 s", "mkv", b + " -output_ts_offset 5"),
    .init("MPEG-TS that starts at 10 s", "ts", b + " -output_ts_offset 10"),
    .init(
      "MPEG-TS whose clock turns over", "ts", b + " -output_ts_offset 95442.217"),
    .init("FLV that starts at 4 s", "flv", b + " -output_ts_offset 4"),
    .init("MP4 with a varying frame rate", "mp4", b, leavesOutEveryThird: true),
    .init("MKV with a varying frame rate", "mkv", b, leavesOutEveryThird: true),
    .init("MPEG-TS with a varying frame rate", "ts", b, leavesOutEveryThird: true),
    .init(
      "MP4 of 4:3 pixels", "mp4", "-vf setsar=4/3 " + b, video: video(width: 240)),
    .init(
      "MP4 of 2:1 pixels that only the stream states", "mp4",
      b + " -bsf:v h264_metadata=sample_aspect_ratio=2/1", video: video(width: 160)),
    .init("MKV of 2:1 pixels", "mkv", "-vf setsar=2/1 " + b, video: video(width: 160)),
  ]

  static let otherCodecs: [VideoFormat] = [
    .init("HEVC, MP4", "mp4", x265 + ":keyint=30:bframes=3:open-gop=0 -tag:v hvc1"),
    .init("HEVC, open GOP, MP4", "mp4", x265 + ":keyint=30:bframes=3:open-gop=1 -tag:v hvc1"),
    .init("HEVC, 10 bit, MKV", "mkv", x265 + ":keyint=30 -pix_fmt yuv420p10le"),
    .init("HEVC, MPEG-TS", "ts", x265 + ":keyint=30:bframes=3:open-gop=0", video: video(.pal25)),
    .init("VP8, WebM", "webm", "-c:v libvpx -deadline realtime -cpu-used 8 -b:v 4M -g 40"),
    .init(
      "VP9, WebM", "webm", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 4M -g 40",
      video: video(.fps60)),
    .init("VP9, MP4", "mp4", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 4M -g 40"),
    .init(
      "VP9 with alpha, WebM", "webm",
      "-pix_fmt yuva420p -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 4M -g 40",
      decoding: "-c:v libvpx-vp9"),
    .init(
      "VP8 with alpha, WebM", "webm",
      "-pix_fmt yuva420p -c:v libvpx -auto-alt-ref 0 -deadline realtime -cpu-used 8 -b:v 4M -g 40",
      decoding: "-c:v libvpx"),
    .init("AV1, MP4", "mp4", "-c:v libaom-av1 -usage realtime -cpu-used 8 -b:v 4M -g 30"),
    .init("AV1, WebM", "webm", "-c:v libaom-av1 -usage realtime -cpu-used 8 -b:v 4M -g 30"),
    .init("MPEG-2, MPEG-TS", "ts", "-c:v mpeg2video -q:v 3 -bf 2 -g 15", video: video(.pal25)),
    .init("MPEG-2, MPEG-PS", "mpg", "-c:v mpeg2video -q:v 3 -bf 2 -g 15 -f vob"),
    .init(
      "MPEG-2, interlaced, MPEG-PS", "mpg",
      "-c:v mpeg2video -q:v 3 -bf 2 -g 15 -flags +ildct+ilme -f vob", video: video(.pal25)),
    .init(
      "MPEG-2, interlaced, MPEG-TS", "ts", "-c:v mpeg2video -q:v 3 -g 15 -flags +ildct+ilme",
      video: video(.ntsc2997)),
    .init("MPEG-2, MKV", "mkv", "-c:v mpeg2video -q:v 3 -bf 2 -g 15"),
    .init("MPEG-1, MPEG-PS", "mpg", "-c:v mpeg1video -q:v 3 -bf 2 -g 15 -f mpeg"),
    .init("MPEG-4, AVI", "avi", "-c:v mpeg4 -q:v 3 -g 30"),
    .init("MPEG-4, B-frames, MP4", "mp4", "-c:v mpeg4 -q:v 3 -bf 2 -g 30"),
    .init("ProRes, MOV", "mov", "-c:v prores_ks -profile:v 2", video: video(.film24)),
    .init(
      "ProRes 4444, MOV", "mov", "-c:v prores_ks -profile:v 4 -pix_fmt yuva444p10le",
      tolerance: 1),
    .init("MJPEG, AVI", "avi", mjpeg, tolerance: chromaSite),
    .init("MJPEG, MOV", "mov", mjpeg, tolerance: chromaSite),
    .init("FFV1, MKV", "mkv", "-c:v ffv1 -level 3"),
    .init("FFV1, AVI", "avi", "-c:v ffv1 -level 1"),
    .init("FFV1 of R′G′B′, MKV", "mkv", "-c:v ffv1 -level 3 -pix_fmt bgr0"),
    .init("FFV1 of R′G′B′, AVI", "avi", "-c:v ffv1 -level 1 -pix_fmt bgr0"),
    .init("Theora, Ogg", "ogv", "-c:v libtheora -q:v 9 -g 32"),
    .init("raw, AVI", "avi", "-c:v rawvideo -pix_fmt yuv420p"),
    .init("raw, MOV", "mov", "-c:v rawvideo -pix_fmt uyvy422 -tag:v 2vuy"),
    .init("animated GIF", "gif", "", video: video(.init(20), frames: 40)),
  ]

  static let madeByGStreamer: [VideoFormat] = [
    .init("H.264, mp4mux", .mp4, .init(frameCount: 165)),
    .init("H.264, qtmux", .mov, .init(frameRate: .film23976, frameCount: 165)),
    .init("H.264, mpegtsmux", .ts, .init(frameCount: 165)),
    .init("H.264, matroskamux", .mkv, .init(frameRate: .ntsc2997, frameCount: 165)),
    .init("HEVC, mpegtsmux", .ts, .init(codec: .hevc, frameCount: 165)),
    .init(
      "MJPEG, avimux", .avi, .init(codec: .mjpeg, frameCount: 165), tolerance: chromaSite),
    .init("MPEG-2, mpegtsmux", .ts, .init(codec: .mpeg2, frameCount: 165)),
    .init("VP9, webmmux", .webm, .init(codec: .vp9, frameCount: 165)),
  ]

  /// Films that GStreamer cannot read before a version, and the message of the error.
  static let refused: [(format: VideoFormat, until: ToolVersion, message: String)] = [
    (
      .init("DNxHR, MOV", "mov", "-c:v dnxhd -profile:v dnxhr_sq -pix_fmt yuv422p"),
      ToolVersion(1, 26, 2), "no installed plugin reads it (video/x-gst-fourcc-AVdh decoder)"
    )
  ]

  static let all = h264 + structure + otherCodecs + madeByGStreamer
}
