import Dispatch
import Synchronization

/// Waits for asynchronous work on threads that may block, so that it never waits for this thread.
package func waitForTask<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
  let done = DispatchSemaphore(value: 0)
  let box = ResultBox<Value>()
  Task.detached(executorPreference: BlockingThreads.shared) {
    let value = await work()
    box.value.withLock { $0 = value }
    done.signal()
  }
  while true {
    done.wait()
    if let value = box.value.withLock({ $0 }) { return value }
  }
}

private final class ResultBox<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
