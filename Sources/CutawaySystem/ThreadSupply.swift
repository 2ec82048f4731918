import Glibc
import Synchronization

/// Whether the system allows this process more threads.
///
/// A process that gets no thread otherwise ends badly: GLib aborts it, libdispatch waits without an end, and codecs report
/// damaged files.
package enum ThreadSupply {
  /// The threads that a short export needs at least, beside those of its process.
  package static let minimum = 24
  /// The most that one element creates at once.
  package static let step = 16

  /// The message about too few threads.
  package static let message = """
    the system allows no more threads: see the limits of this user (ulimit -u, ulimit -v), and of its container or \
    service (pids.max, TasksMax)
    """

  /// Whether a number of further threads can exist at once.
  ///
  /// It creates and ends them, which takes some 20 µs for each.
  package static func allows(_ count: Int) -> Bool {
    let gate = Gate()
    var threads: [pthread_t] = []
    gate.isClosed.withLock { _ in
      while threads.count < count, let thread = gate.startThread() { threads.append(thread) }
    }
    // Each thread exists and is joined once, so this cannot fail.
    for thread in threads { _ = pthread_join(thread, nil) }
    return threads.count == count
  }

  /// What holds threads until all exist.
  private final class Gate: Sendable {
    let isClosed = Mutex(())

    /// Starts a thread that ends when the gate is open; `nil` if the system refuses.
    func startThread() -> pthread_t? {
      var thread = pthread_t()
      let context = unsafe Unmanaged.passRetained(self)
      // The thread releases the gate.
      let status = unsafe pthread_create(
        &thread, nil,
        { context in
          if let context = unsafe context {
            unsafe Unmanaged<Gate>.fromOpaque(context).takeRetainedValue().isClosed.withLock { _ in
            }
          }
          return nil
        }, context.toOpaque())
      if status == 0 { return thread }
      unsafe context.release()
      return nil
    }
  }
}
