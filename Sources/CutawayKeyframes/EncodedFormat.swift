/// The encoding of a stream: the fields of its caps, as GStreamer writes them.
///
/// Two streams can be joined into one without decoding if their formats match, because a decoder is
/// configured once.
package struct EncodedFormat: Sendable, Hashable, Codable {
  /// The media type of the caps, such as `video/x-h264` or `audio/mpeg`.
  package var mediaType: String
  /// The values by field name, each with its type: `stream-format` is `(string)avc`.
  package var fields: [String: String]

  /// Creates a format from the parts of its caps.
  package init(mediaType: String, fields: [String: String] = [:]) {
    self.mediaType = mediaType
    self.fields = fields
  }

  /// Fields that may change within a stream without affecting the decoder: the demuxer's estimate
  /// of the frame rate.
  private static let incidental: Set<String> = ["framerate", "max-framerate"]

  /// The names of the fields whose difference prevents `other` from following this format, sorted;
  /// `media type` alone if the media types differ.
  package func differences(from other: EncodedFormat) -> [String] {
    if mediaType != other.mediaType { return ["media type"] }
    return Set(fields.keys).union(other.fields.keys).subtracting(Self.incidental)
      .filter { fields[$0] != other.fields[$0] }.sorted()
  }

  /// The value of a field without its type, or `nil` if there is no such field.
  package func value(_ name: String) -> String? {
    fields[name].map { text in
      text.firstIndex(of: ")").map { String(text[text.index(after: $0)...]) } ?? text
    }
  }
}

extension EncodedFormat: CustomStringConvertible {
  /// The caps in the syntax of `gst-launch-1.0`.
  package var description: String {
    ([mediaType] + fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
      .joined(separator: ", ")
  }
}
