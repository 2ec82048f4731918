import CCutawayGStreamer

/// Holds data back on their way through a pad, until what they belong to is settled: the first seek, or
/// what is made as new after another one.
final class DataGate: @unchecked Sendable {
  // Set once. The gate holds the pad, the pad's probe does not hold the gate.
  private let pad: UnsafeMutablePointer<GstPad>
  private let gate = Monitor(Gate())

  private struct Gate {
    /// While a seek flushes, what is on the way belongs to the place before it.
    enum State { case closed, flushing, open }
    var state = State.closed
    /// Whether data wait in front of it, or the stream has none.
    var isReached = false
    /// Whether a seek's flush is to leave it closed.
    var staysClosed = false
    /// Whether the last flush is over.
    var hasFlushed = false
    /// Whether something is done behind it that takes that nothing passes.
    var isLocked = false
    /// Whether the probe that makes it one is there.
    var isWatched = false

    mutating func endFlush() {
      state = staysClosed ? .closed : .open
      hasFlushed = true
      staysClosed = false
    }

    /// Whether it is open, so that nothing is to be watched any more.
    mutating func leave() -> Bool {
      guard state == .open else { return false }
      isWatched = false
      return true
    }
  }

  /// A gate that is closed until a seek flushes, or until it is opened.
  init(on pad: UnsafeMutablePointer<GstPad>) {
    self.pad = pad
    gst_object_ref(pad)
    watch()
  }

  deinit { gst_object_unref(pad) }

  /// Opens it, and waits for nothing any more; a locked gate stays closed.
  ///
  /// - Returns: Whether it was closed.
  @discardableResult func open() -> Bool {
    gate.update { gate in
      if gate.isLocked { return true }
      defer { gate.state = .open }
      gate.staysClosed = false
      return gate.state != .open
    }
  }

  /// Closes it, to stay closed through the flush of the next seek.
  ///
  /// - Returns: False where nothing has passed it yet: then that flush opens it.
  func closeThroughFlush() -> Bool {
    let hasPassed = gate.update { gate in
      if gate.state == .closed, !gate.hasFlushed { return false }
      gate.state = .closed
      gate.hasFlushed = false
      gate.staysClosed = true
      return true
    }
    if hasPassed { watch() }
    return hasPassed
  }

  /// Waits until the flush of a seek is over, and locks the gate while `body` runs.
  ///
  /// Elements behind the gate cannot be stopped while data pass: a thread that waits for room in the sink
  /// holds the locks that stopping takes. Nothing is done where the flush does not come, or somebody has
  /// opened the gate meanwhile.
  func lockAfterFlush(seconds: Double, _ body: () -> Void) {
    let isLocked = gate.wait(seconds: seconds) { gate -> Bool? in
      if gate.state == .open { return false }
      guard gate.state == .closed, gate.hasFlushed else { return nil }
      gate.isLocked = true
      return true
    }
    guard isLocked == true else { return }
    body()
    gate.update { $0.isLocked = false }
  }

  /// Waits until data stand in front of it.
  func waitForData() {
    _ = gate.waitPatiently { $0.isReached || $0.state != .closed ? true : nil }
  }

  // MARK: The probe

  private static let eventKinds =
    GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
  private static let kinds = GstPadProbeType(
    rawValue: GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue
      | eventKinds)

  private func watch() {
    let wasWatched = gate.update { gate in
      defer { gate.isWatched = true }
      return gate.isWatched
    }
    if wasWatched { return }
    gst_pad_add_probe(
      pad, Self.kinds,
      { _, info, gate in
        CallbackContext<DataGate>.object(at: gate)?.pass(info!) ?? GST_PAD_PROBE_REMOVE
      }, CallbackContext.pointer(to: self), { CallbackContext<DataGate>.release($0) })
  }

  private func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
    if gate.update({ $0.leave() }) { return GST_PAD_PROBE_REMOVE }
    let event =
      info.pointee.type.rawValue & Self.eventKinds != 0 ? gst_swift_probe_event(info) : nil
    switch event.map({ gst_swift_event_type($0) }) {
    case GST_EVENT_FLUSH_START?: gate.update { $0.state = .flushing }
    case GST_EVENT_FLUSH_STOP?: gate.update { $0.endFlush() }
    case let type?:
      if type == GST_EVENT_EOS { gate.update { $0.isReached = true } }
      // What is told to something that is made as new comes when that is done.
      if gate.update({ $0.state == .closed && $0.hasFlushed }) { return hold() }
    case nil:
      gate.update { $0.isReached = true }
      return hold()
    }
    return GST_PAD_PROBE_OK
  }

  /// Waits, and drops nothing but what a seek flushes away: the seek is on its way, and where there is none
  /// the first data are the right ones.
  private func hold() -> GstPadProbeReturn {
    while true {
      let isOpen = gate.waitPatiently {
        $0.state == .closed ? nil : $0.leave()
      }
      if let isOpen { return isOpen ? GST_PAD_PROBE_REMOVE : GST_PAD_PROBE_DROP }
      // Whatever seeks may have been stopped: nothing waits for it for ever.
      let isLocked = gate.update { gate in
        if !gate.isLocked { gate.isWatched = false }
        return gate.isLocked
      }
      if !isLocked { return GST_PAD_PROBE_REMOVE }
    }
  }
}
