import CCutawayGStreamer
package import CutawayDiagnostics
import CutawayElementBridge

/// Something a pipeline reports while it runs.
package enum Event: Sendable, Hashable {
  /// A fault that does not stop the pipeline.
  case warning(Warning)
  /// The pipeline has reached a state.
  case stateChanged(to: State)
  /// An asynchronous seek or state change is complete, and the frame is shown.
  case asyncDone
  /// The number of frames that were dropped as late since the last such event.
  case dropped(Int)
  /// All sinks have played to the end.
  case endOfStream
  /// A looping seek has reached its end.
  case segmentDone
  /// A key was pressed in a sink's window, with its X name: `space`, `Left`, `a`.
  case keyPressed(String)

  /// GStreamer's states; the raw values are those of `GstState`.
  package enum State: Int, Sendable, Hashable {
    /// From stopped to running.
    case null = 1, ready, paused, playing
  }
}

extension Event {
  /// The event of a message; `nil` if it does not concern users.
  ///
  /// An error is thrown.
  init?(
    _ message: UnsafeMutablePointer<GstMessage>, of pipeline: UnsafeMutablePointer<GstElement>
  ) throws(PipelineError) {
    let isPipeline =
      UnsafeMutableRawPointer(gst_swift_message_source(message))
      == UnsafeMutableRawPointer(pipeline)
    switch gst_swift_message_type(message) {
    case GST_MESSAGE_EOS: self = .endOfStream
    case GST_MESSAGE_SEGMENT_DONE: self = .segmentDone
    case GST_MESSAGE_ASYNC_DONE: self = .asyncDone
    case GST_MESSAGE_ERROR: throw PipelineError(parsing: message)
    case GST_MESSAGE_WARNING:
      var error: UnsafeMutablePointer<GError>?
      gst_message_parse_warning(message, &error, nil)
      defer { g_clear_error(&error) }
      self = .warning(
        Warning(
          isOfSound(message) ? .soundElement : .element,
          error.map { String(cString: $0.pointee.message) } ?? ""))
    case GST_MESSAGE_STATE_CHANGED where isPipeline:
      var new = GST_STATE_NULL
      gst_message_parse_state_changed(message, nil, &new, nil)
      guard let state = State(rawValue: Int(new.rawValue)) else { return nil }
      self = .stateChanged(to: state)
    case GST_MESSAGE_QOS: self = .dropped(1)
    case GST_MESSAGE_ELEMENT:
      guard let key = key(pressedIn: message) else { return nil }
      self = .keyPressed(key)
    default: return nil
    }
  }
}

/// The key that a sink's window reports, if the message contains one.
private func key(pressedIn message: UnsafeMutablePointer<GstMessage>) -> String? {
  guard gst_navigation_message_get_type(message) == GST_NAVIGATION_MESSAGE_EVENT else { return nil }
  var event: UnsafeMutablePointer<GstEvent>?
  gst_navigation_message_parse_event(message, &event)
  guard let event else { return nil }
  defer { gst_swift_event_unref(event) }
  var key: UnsafePointer<CChar>?
  guard gst_navigation_event_get_type(event) == GST_NAVIGATION_EVENT_KEY_PRESS,
    gst_navigation_event_parse_key_event(event, &key) != 0
  else { return nil }
  return key.map { String(cString: $0) }
}

/// Whether the source of a message is an audio element, by its factory's class.
private func isOfSound(_ message: UnsafeMutablePointer<GstMessage>) -> Bool {
  guard let source = gst_swift_message_source(message),
    g_type_is_a(gst_swift_type_of(source), gst_element_get_type()) != 0,
    let factory = gst_element_get_factory(
      UnsafeMutableRawPointer(source).assumingMemoryBound(to: GstElement.self)),
    let klass = gst_element_factory_get_metadata(factory, "klass")
  else { return false }
  return String(cString: klass).split(separator: "/").contains("Audio")
}

private func sourceName(of message: UnsafeMutablePointer<GstMessage>) -> String {
  guard let source = gst_swift_message_source(message),
    let name = gst_swift_object_name(source)
  else { return "" }
  return String(cString: name)
}

private func factoryName(of message: UnsafeMutablePointer<GstMessage>) -> String? {
  guard let source = gst_swift_message_source(message),
    g_type_is_a(gst_swift_type_of(source), gst_element_get_type()) != 0
  else { return nil }
  return CutawayElementBridge.factoryName(
    of: UnsafeMutableRawPointer(source).assumingMemoryBound(to: GstElement.self))
}

extension PipelineError {
  init(parsing message: UnsafeMutablePointer<GstMessage>) {
    var error: UnsafeMutablePointer<GError>?
    var debug: UnsafeMutablePointer<CChar>?
    gst_message_parse_error(message, &error, &debug)
    defer {
      g_clear_error(&error)
      g_free(debug)
    }
    let details = debug.map { String(cString: $0) }
    self.init(
      error.map { Code($0.pointee) } ?? .elementFailed,
      error.map { String(cString: $0.pointee.message) } ?? "unknown error",
      element: sourceName(of: message),
      // The details of an element in Swift are the line that created the error.
      details: details?.prefixMatch(of: /\S+\.swift\(\d+\):/) == nil ? details : nil)
    factory = factoryName(of: message)
    if let failed = FailedSource(message) {
      source = failed
      (self.message, element) = ("cannot use \(failed)", nil)
    }
  }
}

extension PipelineErrorCode {
  fileprivate init(_ error: GError) {
    guard error.domain == gst_resource_error_quark() else {
      self =
        error.domain == gst_core_error_quark()
          && error.code == Int32(GST_CORE_ERROR_MISSING_PLUGIN.rawValue)
        ? .missingElement : .elementFailed
      return
    }
    self =
      switch GstResourceError(rawValue: UInt32(error.code)) {
      case GST_RESOURCE_ERROR_NO_SPACE_LEFT: .noSpaceLeft
      case GST_RESOURCE_ERROR_OPEN_WRITE, GST_RESOURCE_ERROR_WRITE: .unwritable
      case GST_RESOURCE_ERROR_SETTINGS: .invalidDescription
      case GST_RESOURCE_ERROR_NOT_FOUND, GST_RESOURCE_ERROR_OPEN_READ, GST_RESOURCE_ERROR_READ:
        .unreadable
      default: .elementFailed
      }
  }
}
