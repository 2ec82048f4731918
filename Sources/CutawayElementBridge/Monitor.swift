import CCutawayGStreamer
import Glibc

/// A lock with a condition, which protects a shared value and waits for its changes.
///
/// It uses POSIX primitives, which a thread sanitizer recognises; it does not recognise GLib's
/// futexes.
package final class Monitor<Value>: @unchecked Sendable {
  // The value is accessed only under the lock. The lock and the condition have their own memory,
  // because they must not move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the value, and wakes all waiting threads.
  package func update<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Changes the value, and wakes waiting threads only if `body` returns `true`.
  ///
  /// An unnecessary wake-up costs two context switches.
  package func change(_ body: (inout Value) -> Bool) {
    pthread_mutex_lock(mutex)
    if body(&value) { pthread_cond_broadcast(condition) }
    pthread_mutex_unlock(mutex)
  }

  /// Waits until `body` gives a result, or `seconds` have passed.
  package func wait<Result>(seconds: Double, until body: (inout Value) -> Result?) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let deadline = g_get_monotonic_time() + gint64(seconds * 1_000_000)
    while true {
      if let result = body(&value) { return result }
      if gst_swift_wait_until(condition, mutex, deadline) != 0 { return body(&value) }
    }
  }
}
