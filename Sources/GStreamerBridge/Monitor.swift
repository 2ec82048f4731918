import CGStreamer

/// A lock with a condition: what threads share, and a way to wait for a change of it.
final class Monitor<Value>: @unchecked Sendable {
  // The value is touched under the lock only; the two lie in memory of their own, because GLib
  // keeps their addresses.
  private let mutex = UnsafeMutablePointer<GMutex>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<GCond>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    g_mutex_init(mutex)
    g_cond_init(condition)
  }

  deinit {
    g_mutex_clear(mutex)
    g_cond_clear(condition)
    mutex.deallocate()
    condition.deallocate()
  }

  /// Reads or changes the value, and wakes those who wait.
  func update<Result>(_ body: (inout Value) -> Result) -> Result {
    g_mutex_lock(mutex)
    defer {
      g_cond_broadcast(condition)
      g_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Waits until `body` gives a result, or `seconds` have passed.
  func wait<Result>(seconds: Double, until body: (inout Value) -> Result?) -> Result? {
    g_mutex_lock(mutex)
    defer { g_mutex_unlock(mutex) }
    let deadline = g_get_monotonic_time() + gint64(seconds * 1_000_000)
    while true {
      if let result = body(&value) { return result }
      if g_cond_wait_until(condition, mutex, deadline) == 0 { return body(&value) }
    }
  }
}
