import CCutawayGStreamer
import Synchronization

/// A thread that asks four times a second whether an element should open its streams again.
final class StreamWatch: Sendable {
  private let isOver = Monitor(false)
  /// Held while the thread uses the element.
  private let element = Mutex(())

  /// Starts the thread, which runs `body` until it returns, or until ``end()``.
  ///
  /// The body calls ``pause()`` and ``use(_:)``.
  init(_ body: @escaping (StreamWatch) -> Void) {
    let context = Unmanaged.passRetained(Work { [self] in body(self) })
    let thread = g_thread_new(
      "cutawaysrc-watch",
      { context in
        Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    // Nothing joins it: it may read media when the element stops.
    g_thread_unref(thread)
  }

  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Waits a while; `false` if the watch is over.
  func pause() -> Bool { isOver.wait(seconds: 0.25) { $0 ? false : nil } ?? true }

  /// Uses the element, which exists during the call; `nil` if the watch is over.
  func use<Result>(_ body: () -> Result) -> Result? {
    element.withLock { _ in isOver.update { $0 } ? nil : body() }
  }

  /// Ends the watch; afterwards the thread does not use the element.
  func end() {
    isOver.update { $0 = true }
    element.withLock { _ in }
  }
}
