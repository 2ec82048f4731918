/// How a stream is encoded: the fields of its caps, as GStreamer writes them.
///
/// Two streams can follow each other as one without being decoded if their formats match; a decoder
/// is set up once.
public struct EncodedFormat: Sendable, Hashable, Codable {
  /// `video/x-h264`, `audio/mpeg`.
  public var mediaType: String
  /// Each with its type: `stream-format` is `(string)avc`.
  public var fields: [String: String]

  public init(mediaType: String, fields: [String: String] = [:]) {
    self.mediaType = mediaType
    self.fields = fields
  }

  /// What a stream may change without its decoder minding: a demuxer's estimate of the rate.
  private static let incidental: Set<String> = ["framerate", "max-framerate"]

  /// The names of the fields in which another format differs so that it cannot follow this one;
  /// `media type` where all is different.
  public func differences(from other: EncodedFormat) -> [String] {
    if mediaType != other.mediaType { return ["media type"] }
    return Set(fields.keys).union(other.fields.keys).subtracting(Self.incidental)
      .filter { fields[$0] != other.fields[$0] }.sorted()
  }

  /// A field's value without its type.
  public func value(_ name: String) -> String? {
    fields[name].map { text in
      text.firstIndex(of: ")").map { String(text[text.index(after: $0)...]) } ?? text
    }
  }
}

extension EncodedFormat: CustomStringConvertible {
  /// Caps, as `gst-launch-1.0` takes them.
  public var description: String {
    ([mediaType] + fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
      .joined(separator: ", ")
  }
}
