/// The codec of a video stream.
public enum VideoCodec: String, Sendable, Hashable, CaseIterable, Codable {
  /// H.264, HEVC (H.265), VP8, VP9 and AV1.
  case h264, hevc, vp8, vp9, av1
  /// Apple ProRes 422: 10 bits, every frame by itself.
  case proRes422
  /// Apple ProRes 4444: 10 bits, full chroma, and alpha where the background is transparent.
  case proRes4444
  /// Lossless.
  case ffv1
  /// A separate image file per frame.
  case png, jpeg
}

/// The codec of an audio stream.
public enum AudioCodec: String, Sendable, Hashable, CaseIterable, Codable {
  /// Lossy codecs: AAC-LC, Opus, Vorbis and MP3.
  case aac, opus, vorbis, mp3
  /// Lossless.
  case flac
  /// Uncompressed.
  case pcm
}

/// The trade-off of an encoder between speed and file size; `fast` is the default.
public enum EncoderSpeed: String, Sendable, Hashable, CaseIterable, Codable {
  /// From the fastest encoder settings to the smallest file.
  case fastest, fast, medium, slow
}
