package import CCutawayGStreamer
package import CutawayDiagnostics
package import CutawayElementKit
import CutawayTime

extension ElementError.Code {
  /// The domain and the code of the error in GStreamer.
  var domainAndCode: (domain: GQuark, code: Int32) {
    func resource(_ code: GstResourceError) -> (GQuark, Int32) {
      (gst_resource_error_quark(), Int32(code.rawValue))
    }
    func stream(_ code: GstStreamError) -> (GQuark, Int32) {
      (gst_stream_error_quark(), Int32(code.rawValue))
    }
    return switch self {
    case .failed: stream(GST_STREAM_ERROR_FAILED)
    case .notFound: resource(GST_RESOURCE_ERROR_NOT_FOUND)
    case .cannotOpen: resource(GST_RESOURCE_ERROR_OPEN_READ)
    case .unreadable: resource(GST_RESOURCE_ERROR_READ)
    case .invalidSettings: resource(GST_RESOURCE_ERROR_SETTINGS)
    case .noMemory: resource(GST_RESOURCE_ERROR_FAILED)
    case .undecodable: stream(GST_STREAM_ERROR_DECODE)
    case .wrongType: stream(GST_STREAM_ERROR_WRONG_TYPE)
    case .unsupportedFormat: stream(GST_STREAM_ERROR_FORMAT)
    case .missingDecoder: stream(GST_STREAM_ERROR_CODEC_NOT_FOUND)
    case .missingElement: (gst_core_error_quark(), Int32(GST_CORE_ERROR_MISSING_PLUGIN.rawValue))
    }
  }

  /// The kind of failure that an element of GStreamer has reported.
  package init(_ error: GError) {
    self =
      Self.allCases.first { $0.domainAndCode == (error.domain, error.code) } ?? .failed
  }
}

/// Posts an error of an element on its bus, after messages about what is not installed.
package func post(_ error: ElementError, from instance: UnsafeMutableRawPointer) {
  let element = instance.assumingMemoryBound(to: GstElement.self)
  for missing in error.missing {
    if let message = missing.message(from: element) { gst_element_post_message(element, message) }
  }
  let (domain, code) = error.code.domainAndCode
  gst_swift_post_error(
    instance, domain, code, error.description, error.file.description, Int32(error.line),
    error.source?.structure)
}

extension MissingPlugin {
  /// The message that programs for the installation of plugins read.
  fileprivate func message(
    from element: UnsafeMutablePointer<GstElement>
  ) -> UnsafeMutablePointer<GstMessage>? {
    switch self {
    case .element(let factory): return gst_missing_element_message_new(element, factory)
    case .decoder(let text):
      guard let caps = gst_caps_from_string(text) else { return nil }
      defer { gst_caps_unref(caps) }
      return gst_missing_decoder_message_new(element, caps)
    }
  }
}

extension FailedSource {
  private static let name = "failed-source"

  /// The details of an error message, with exact times in seconds.
  fileprivate var structure: UnsafeMutablePointer<GstStructure>? {
    let details = gst_structure_new_empty(Self.name)
    func set(_ field: String, _ text: String) {
      var value = GValue()
      g_value_init(&value, GType(16 << 2))
      g_value_set_string(&value, text)
      gst_structure_take_value(details, field, &value)
    }
    set("location", location)
    set("reason", reason)
    if let sourceTime { set("source-time", "\(sourceTime)") }
    if let time { set("time", "\(time)") }
    return details
  }

  /// The source that the details of an error message name; `nil` if they name none.
  package init?(_ message: UnsafeMutablePointer<GstMessage>) {
    guard let details = gst_swift_error_details(message),
      String(cString: gst_structure_get_name(details)) == Self.name
    else { return nil }
    func text(_ field: String) -> String? {
      gst_structure_get_string(details, field).map { String(cString: $0) }
    }
    guard let location = text("location"), let reason = text("reason") else { return nil }
    self.init(
      location, reason: reason, sourceTime: text("source-time").flatMap { MediaTime($0) },
      time: text("time").flatMap { MediaTime($0) })
  }
}
