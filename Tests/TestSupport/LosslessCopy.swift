public import Foundation

/// The picture of a file, decoded from start to end by `ffmpeg` and stored without loss.
///
/// Each frame of the copy is a key frame, in the pixel format and with the colour tags of the source.
/// Comparing with it shows whether a decoder lacked reference frames: frame numbers in the picture survive
/// most such faults.
public struct LosslessCopy: Sendable {
  public var source: URL
  /// Options of `ffmpeg` before its input, such as a decoder.
  public var decoding: [String]
  public var codec: Codec

  /// How the copy is stored.
  public enum Codec: String, Sendable {
    /// Lossless H.264, whose chroma samples lie where those of MPEG codecs do.
    case h264
    /// FFV1, which does not say where chroma samples lie.
    case ffv1
  }

  public init(of source: URL, decoding: [String] = [], codec: Codec) {
    self.source = source
    self.decoding = decoding
    self.codec = codec
  }

  /// The copy, made now or found in the cache; see ``TestMedia/file()``.
  public func file() async throws -> URL { try await TestMediaCache.shared.file(of: self) }
}

extension LosslessCopy: MadeMedia {
  /// The name of the source identifies its contents.
  func fileName(version: Int) -> String {
    let all = [source.path, codec.rawValue, "v\(version)"] + decoding
    let name = source.deletingPathExtension().lastPathComponent
    return "lossless-\(name)-\(Digest(Data(all.joined(separator: " ").utf8))).mkv"
  }

  func make(at url: URL, scratch: TemporaryDirectory) async throws {
    let words =
      ["-nostdin", "-v", "error", "-y"] + decoding
      + ["-i", source.path, "-map", "0:v:0"] + codec.encoder
      + ["-g", "1", "-fps_mode", "passthrough", url.path]
    try await ChildProcess("ffmpeg", words, timeout: .seconds(180)).check()
  }
}

extension LosslessCopy.Codec {
  fileprivate var encoder: [String] {
    switch self {
    case .h264: ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0"]
    // libavcodec of GStreamer 1.22 crashes on alpha of 12 bits.
    case .ffv1: ["-c:v", "ffv1", "-level", "3", "-vf", "format=pix_fmts=\(Self.known)"]
    }
  }

  /// Pixel formats that GStreamer knows, too.
  private static let known = [
    "yuv420p", "yuvj420p", "yuv422p", "yuvj422p", "yuv444p", "yuva420p", "yuv420p10le",
    "yuv422p10le", "yuv444p10le", "yuva444p10le", "bgr0", "bgra", "gray",
  ].joined(separator: "|")
}
