import Synchronization

extension AVAssetWriterInput {
  /// Reports room to a program.
  final class Listener: Sendable {
    private let state = Mutex(State())

    private struct State {
      var queue: DispatchQueue?
      var block: (@Sendable () -> Void)?
      var isReady: (@Sendable () -> Bool)?
      /// Whether the block is called, or about to be.
      var isCalling = false
      /// Whether there was a demand meanwhile.
      var isDue = false
      var isOver = false
    }

    func start(
      on queue: DispatchQueue, while isReady: @escaping @Sendable () -> Bool,
      _ block: @escaping @Sendable () -> Void
    ) {
      state.withLock { ($0.queue, $0.block, $0.isReady) = (queue, block, isReady) }
      ring()
    }

    func end() {
      state.withLock { state in
        state.isOver = true
        (state.block, state.isReady) = (nil, nil)
      }
    }

    /// Whether the input takes no more samples.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Reports that there may be room.
    func ring() {
      let queue = state.withLock { state -> DispatchQueue? in
        guard !state.isOver, state.block != nil else { return nil }
        if state.isCalling {
          state.isDue = true
          return nil
        }
        state.isCalling = true
        return state.queue
      }
      queue?.async { [self] in call() }
    }

    private func call() {
      let (block, isReady) = state.withLock { state in
        state.isDue = false
        return (state.block, state.isReady)
      }
      if isReady?() == true { block?() }
      let isDue = state.withLock { state in
        state.isCalling = false
        return state.isDue
      }
      // The program may have stopped although there is room.
      if isDue || isReady?() == true { ring() }
    }
  }
}
