/// The data of a C callback: an object that the callback must neither keep alive nor outlive.
///
/// GStreamer owns the context and releases it with the callback, which may come later than the object is
/// dropped: threads that stream still run then, and find nothing.
final class CallbackContext<Object: AnyObject & Sendable>: Sendable {
  private weak let object: Object?

  private init(_ object: Object) { self.object = object }

  /// A context to hand to GStreamer, with ``CallbackContext/release(_:)`` as its destroy notification.
  static func pointer(to object: Object) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(CallbackContext(object)).toOpaque()
  }

  /// The object; `nil` where it has been dropped.
  static func object(at context: UnsafeMutableRawPointer?) -> Object? {
    context.flatMap { Unmanaged<CallbackContext>.fromOpaque($0).takeUnretainedValue().object }
  }

  static func release(_ context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<CallbackContext>.fromOpaque(context).release() }
  }
}
