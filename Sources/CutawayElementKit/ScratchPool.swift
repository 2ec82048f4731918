import Glibc
import Synchronization

/// Memory for drawing that is kept from frame to frame, for all threads that draw bands of a frame.
///
/// Keep a pool in the state of a mixer, and hand it to the bands in the plan: drawing then allocates
/// no memory, except for the first frame. There is a piece of memory for each processor.
public final class ScratchPool<Memory: ~Copyable>: Sendable {
  private let slots: [Slot]

  private final class Slot: Sendable {
    let memory = Mutex<Memory?>(nil)
  }

  /// Creates a pool without memory.
  public init() {
    slots = (0..<max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))).map { _ in Slot() }
  }

  /// Lends a piece of memory that no other thread uses.
  ///
  /// - Parameter body: A function that creates the memory if it is `nil`.
  public func withScratch(_ body: (inout Memory?) -> Void) {
    for slot in slots {
      let isFree: Void? = slot.memory.withLockIfAvailable { body(&$0) }
      if isFree != nil { return }
    }
    // There are more threads than processors.
    var memory: Memory?
    body(&memory)
  }
}
