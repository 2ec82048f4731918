/// How a picture is compressed.
public enum VideoCodec: String, Sendable, Hashable, CaseIterable {
  case h264, hevc, vp8, vp9, av1
  /// Apple ProRes 422: 10 bits, every frame by itself.
  case proRes422
  /// Loses nothing.
  case ffv1
  /// Pictures in files of their own.
  case png, jpeg
}

/// How sound is compressed.
public enum AudioCodec: String, Sendable, Hashable, CaseIterable {
  case aac, opus, vorbis, mp3
  /// Loses nothing.
  case flac
  /// Not compressed.
  case pcm
}

/// How much time an encoder takes to make a file small.
public enum EncoderSpeed: String, Sendable, Hashable, CaseIterable {
  case fastest, fast, medium, slow
}
