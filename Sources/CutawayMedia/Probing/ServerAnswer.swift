import CCutawayGStreamer
import CutawayElementBridge
import Synchronization

/// The response of a web server to a discoverer, which itself reports it as text only.
final class ServerAnswer: Sendable {
  private let status = Mutex<UInt32?>(nil)

  /// Watches the errors of the pipeline that a discoverer creates.
  static func watch(_ discoverer: UnsafeMutablePointer<GstDiscoverer>) -> ServerAnswer {
    let answer = ServerAnswer()
    connect(discoverer, "source-setup", answer, unsafeBitCast(sourceMade, to: GCallback.self))
    return answer
  }

  /// The reason why there is nothing to read, if the response states it.
  var failure: String? {
    guard let status = status.withLock({ $0 }), (300..<400).contains(status) else { return nil }
    return "its server redirects in a loop (status \(status))"
  }

  /// The source is added to the pipeline, whose bus reports errors, after its creation and before
  /// its first data.
  private static let sourceMade:
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer
    ) -> Void = { _, source, answer in
      guard
        let pad = gst_element_get_static_pad(
          source.assumingMemoryBound(to: GstElement.self), "src")
      else { return }
      defer { gst_object_unref(pad) }
      gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
        { pad, _, answer in
          watchBus(
            of: UnsafeMutableRawPointer(pad!),
            Unmanaged<ServerAnswer>.fromOpaque(answer!).takeUnretainedValue())
          return GST_PAD_PROBE_REMOVE
        },
        Unmanaged<ServerAnswer>.fromOpaque(answer).retain().toOpaque(),
        { Unmanaged<ServerAnswer>.fromOpaque($0!).release() })
    }

  /// Watches the errors on the bus of the pipeline that contains an object.
  private static func watchBus(of object: UnsafeMutableRawPointer, _ answer: ServerAnswer) {
    var top = object
    gst_object_ref(top)
    while let parent = gst_object_get_parent(top.assumingMemoryBound(to: GstObject.self)) {
      gst_object_unref(top)
      top = UnsafeMutableRawPointer(parent)
    }
    defer { gst_object_unref(top) }
    guard top != object,
      let bus = gst_element_get_bus(top.assumingMemoryBound(to: GstElement.self))
    else { return }
    gst_bus_enable_sync_message_emission(bus)
    connect(bus, "sync-message::error", answer, unsafeBitCast(errorPosted, to: GCallback.self))
    gst_object_unref(bus)
  }

  private static let errorPosted:
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutablePointer<GstMessage>, UnsafeMutableRawPointer
    ) -> Void = { _, message, answer in
      var status: guint = 0
      guard gst_swift_uint_error_detail(message, "http-status-code", &status) != 0 else { return }
      Unmanaged<ServerAnswer>.fromOpaque(answer).takeUnretainedValue()
        .status.withLock { $0 = status }
    }
}

/// Connects to a signal for the lifetime of the object, and retains the callback's context.
private func connect(
  _ object: UnsafeMutableRawPointer, _ signal: String, _ answer: ServerAnswer,
  _ callback: GCallback
) {
  _ = g_signal_connect_data(
    object, signal, callback, Unmanaged.passRetained(answer).toOpaque(),
    { answer, _ in Unmanaged<ServerAnswer>.fromOpaque(answer!).release() },
    GConnectFlags(rawValue: 0))
}
