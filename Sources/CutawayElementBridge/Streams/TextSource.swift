package import CCutawayGStreamer
package import CutawayElementKit
package import CutawayTime
import Synchronization

/// Texts with their times, as a stream that programs can seek in.
///
/// The stream ends with an empty buffer, which lasts until its end: `appsrc` sends no segment without a buffer.
final class TextSource: Sendable {
  /// The caps of the stream.
  static let caps = "text/x-raw,format=utf8"

  private let texts: [(text: String, range: TimeRange)]
  private let duration: GstClockTime
  private let state = Mutex((next: 0, position: GstClockTime(0)))

  private init(_ texts: [(text: String, range: TimeRange)], duration: GstClockTime) {
    (self.texts, self.duration) = (texts, duration)
  }

  /// Makes an element whose pad `src` delivers texts.
  ///
  /// - Parameters:
  ///   - texts: In order of time.
  ///   - duration: The duration of the stream.
  /// - Returns: The element, without an owner.
  /// - Throws: `ElementError` if `appsrc` is not installed.
  static func makeElement(
    _ texts: [(text: String, range: TimeRange)], duration: MediaTime
  ) throws(ElementError) -> UnsafeMutablePointer<GstElement> {
    guard let element = gst_element_factory_make("appsrc", nil) else {
      throw ElementError(
        "GStreamer's element 'appsrc' is not installed: gstreamer1.0-plugins-base",
        code: .missingElement)
    }
    let source = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstAppSrc.self)
    let caps = gst_caps_from_string(Self.caps)
    gst_app_src_set_caps(source, caps)
    gst_caps_unref(caps)
    gst_util_set_object_arg(
      UnsafeMutableRawPointer(element).assumingMemoryBound(to: GObject.self), "format", "time")
    gst_app_src_set_stream_type(source, GST_APP_STREAM_TYPE_SEEKABLE)
    let length = GstClockTime(duration.nanoseconds)
    gst_app_src_set_duration(source, length)
    var callbacks = GstAppSrcCallbacks()
    callbacks.need_data = { source, _, context in TextSource.at(context).send(to: source!) }
    callbacks.seek_data = { _, time, context in
      TextSource.at(context).seek(to: time)
      return 1
    }
    gst_app_src_set_callbacks(
      source, &callbacks, Unmanaged.passRetained(TextSource(texts, duration: length)).toOpaque(),
      { Unmanaged<TextSource>.fromOpaque($0!).release() })
    return element
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> TextSource {
    Unmanaged<TextSource>.fromOpaque(context!).takeUnretainedValue()
  }

  /// Sends one text: the next one must be known early, because sinks wait for it.
  private func send(to source: UnsafeMutablePointer<GstAppSrc>) {
    let (index, position) = state.withLock { state in
      defer {
        if state.next < texts.count {
          state.position = GstClockTime(texts[state.next].range.end.nanoseconds)
        }
        state.next += 1
      }
      return state
    }
    // The element is stopping if it refuses something.
    if index < texts.count, let buffer = makeTextBuffer(texts[index].text, texts[index].range) {
      gst_app_src_push_buffer(source, buffer)
    } else if index == texts.count, let buffer = gst_buffer_new() {
      gst_swift_set_times(buffer, position, max(duration, position) - position)
      gst_app_src_push_buffer(source, buffer)
    } else {
      gst_app_src_end_of_stream(source)
    }
  }

  /// Goes to the first text that is shown at a time or later.
  private func seek(to time: guint64) {
    let first = texts.firstIndex { $0.range.end.nanoseconds > time } ?? texts.count
    state.withLock { $0 = (first, time) }
  }
}

extension OpenedStream {
  /// Makes a stream of subtitles.
  ///
  /// - Parameters:
  ///   - texts: In order of time, without overlaps.
  ///   - duration: The duration of the stream.
  ///   - language: An ISO 639 code; `nil` if it is unknown.
  /// - Returns: The stream.
  /// - Throws: `ElementError` if an element is not installed.
  package static func subtitles(
    _ texts: [(text: String, range: TimeRange)], duration: MediaTime, language: String?
  ) throws(ElementError) -> OpenedStream {
    OpenedStream(
      .subtitle, try TextSource.makeElement(texts, duration: duration), caps: TextSource.caps,
      language: language)
  }
}

/// Makes a buffer with a text and its times, which the caller owns; `nil` for an empty text.
package func makeTextBuffer(
  _ text: String, _ range: TimeRange
) -> UnsafeMutablePointer<GstBuffer>? {
  let buffer = Array(text.utf8).withUnsafeBytes {
    gst_buffer_new_memdup($0.baseAddress, gsize($0.count))
  }
  guard let buffer else { return nil }
  let start = range.start.nanoseconds
  gst_swift_set_times(buffer, GstClockTime(start), GstClockTime(range.end.nanoseconds - start))
  return buffer
}
