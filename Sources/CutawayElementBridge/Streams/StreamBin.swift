package import CCutawayGStreamer
package import CutawayElementKit
package import CutawayTime

/// An element that opens something and has a pad for each stream in it: a source, or a demuxer.
package protocol StreamBin: Element {
  /// The scheme of the URIs that it opens; `nil` for a demuxer, which opens what its sink pad receives.
  static var scheme: String? { get }

  /// The caps of the sink pad, in GStreamer's notation; empty for a source.
  static var sinkCaps: String { get }

  /// The URI that the settings describe; `nil` without a location.
  var uri: String? { get }

  /// Changes the settings to those that a URI describes.
  ///
  /// - Throws: `ElementError` if the URI is not one of the scheme.
  mutating func setURI(_ uri: String) throws(ElementError)

  /// Opens the streams; it may block.
  ///
  /// - Parameter upstream: The URI of what the sink pad receives; `nil` for a source.
  /// - Returns: The streams.
  /// - Throws: `ElementError` if there are none.
  func open(_ upstream: String?) throws(ElementError) -> OpenedStreams

  /// A text that changes when the element should open its streams again while it plays; `nil` if it should not.
  var version: String? { get }
}

extension StreamBin {
  package var version: String? { nil }
}

/// The streams of a ``StreamBin``, with what describes all of them.
package struct OpenedStreams {
  package var streams: [OpenedStream]
  /// GStreamer's tags and their text forms.
  package var tags: [String: String]
  package var chapters: [Chapter]

  package init(
    _ streams: [OpenedStream], tags: [String: String] = [:], chapters: [Chapter] = []
  ) {
    (self.streams, self.tags, self.chapters) = (streams, tags, chapters)
  }

  /// Releases streams that are not used.
  func discard() {
    for stream in streams {
      gst_object_ref_sink(stream.element)
      gst_element_set_state(stream.element, GST_STATE_NULL)
      gst_object_unref(stream.element)
    }
  }
}

/// A stream of a ``StreamBin``.
///
/// It is made by those who make elements; others only hand it on.
@safe package struct OpenedStream {
  /// The kinds of streams, which are the names of their pads.
  package enum Kind: String, CaseIterable, Sendable {
    case video, audio, subtitle

    var type: GstStreamType {
      switch self {
      case .video: GST_STREAM_TYPE_VIDEO
      case .audio: GST_STREAM_TYPE_AUDIO
      case .subtitle: GST_STREAM_TYPE_TEXT
      }
    }

    /// The caps of all streams of the kind, in GStreamer's notation.
    var caps: String {
      switch self {
      case .video: "video/x-raw"
      case .audio: "audio/x-raw"
      case .subtitle: TextSource.caps
      }
    }
  }

  package var kind: Kind
  /// The element, without an owner, whose pad `src` delivers the stream.
  package var element: UnsafeMutablePointer<GstElement>
  /// The caps of the stream, in GStreamer's notation.
  package var caps: String
  /// An ISO 639 code; `nil` if it is unknown.
  package var language: String?

  package init(
    _ kind: Kind, _ element: UnsafeMutablePointer<GstElement>, caps: String,
    language: String? = nil
  ) {
    (self.kind, self.element, self.caps, self.language) = (kind, element, caps, language)
  }
}
