import CCutawayGStreamer
import CutawayElementBridge

/// Blocks the data on a pad until the first seek, or until a reset after another seek, is done.
final class DataGate: @unchecked Sendable {
  // Set once. The gate owns the pad; the pad's probe does not own the gate.
  private let pad: UnsafeMutablePointer<GstPad>
  private let gate = Monitor(Gate())

  private struct Gate {
    /// During the flush of a seek, passing data belong to the old position.
    enum State { case closed, flushing, open }
    var state = State.closed
    /// Whether data wait before the gate, or the stream has none.
    var isReached = false
    /// Whether the flush of the next seek leaves the gate closed.
    var staysClosed = false
    /// Whether the last flush has finished.
    var hasFlushed = false
    /// Whether elements after the gate are being reset, so that nothing may pass.
    var isLocked = false
    /// Whether the probe is installed.
    var isWatched = false

    mutating func endFlush() {
      state = staysClosed ? .closed : .open
      hasFlushed = true
      staysClosed = false
    }

    /// Whether the gate is open and the probe is no longer needed.
    mutating func leave() -> Bool {
      guard state == .open else { return false }
      isWatched = false
      return true
    }
  }

  /// Creates a gate that is closed until a seek flushes, or until ``open()``.
  init(on pad: UnsafeMutablePointer<GstPad>) {
    self.pad = pad
    gst_object_ref(pad)
    watch()
  }

  deinit { gst_object_unref(pad) }

  /// Opens the gate, which no longer waits; a locked gate stays closed.
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

  /// Closes the gate, also through the flush of the next seek.
  ///
  /// - Returns: `false` if nothing has passed yet; the flush then opens it.
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

  /// Waits for the end of a seek's flush, and locks the gate while `body` runs.
  ///
  /// Elements after the gate cannot be stopped while data pass: a thread that waits for space in
  /// the sink holds the locks that stopping requires. If there is no flush, or the gate was opened
  /// meanwhile, `body` does not run.
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

  /// Waits until data arrive at the gate.
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
      // Events for elements that are being reset wait until the reset is done.
      if gate.update({ $0.state == .closed && $0.hasFlushed }) { return hold() }
    case nil:
      gate.update { $0.isReached = true }
      return hold()
    }
    return GST_PAD_PROBE_OK
  }

  /// Waits, and drops only data that a seek flushes: either the seek is under way, or the first
  /// data are the right ones.
  private func hold() -> GstPadProbeReturn {
    while true {
      let isOpen = gate.waitPatiently {
        $0.state == .closed ? nil : $0.leave()
      }
      if let isOpen { return isOpen ? GST_PAD_PROBE_REMOVE : GST_PAD_PROBE_DROP }
      // The seeking thread may have given up: nothing waits forever.
      let isLocked = gate.update { gate in
        if !gate.isLocked { gate.isWatched = false }
        return gate.isLocked
      }
      if !isLocked { return GST_PAD_PROBE_REMOVE }
    }
  }
}
