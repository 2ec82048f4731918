/// The data of a C callback: a weak reference to an object.
///
/// GStreamer owns the context and releases it with the callback, possibly after the object is gone.
/// Streaming threads may still run then, and find `nil`.
package final class CallbackContext<Object: AnyObject & Sendable>: Sendable {
  private weak let object: Object?

  private init(_ object: Object) { self.object = object }

  /// Creates a context for GStreamer, with ``CallbackContext/release(_:)`` as its destroy
  /// notification.
  package static func pointer(to object: Object) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(CallbackContext(object)).toOpaque()
  }

  /// The object; `nil` if it has been deallocated.
  package static func object(at context: UnsafeMutableRawPointer?) -> Object? {
    context.flatMap { Unmanaged<CallbackContext>.fromOpaque($0).takeUnretainedValue().object }
  }

  package static func release(_ context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<CallbackContext>.fromOpaque(context).release() }
  }
}
