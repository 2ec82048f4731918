import Logging
import Synchronization

/// Warnings of the modules with Apple's names, through swift-log.
package enum Log {
  private static let logger = Logger(label: "AVFoundation")
  private static let known = Mutex<Set<String>>([])

  /// The warnings that are given once, as far as they were given.
  package static var given: Set<String> { known.withLock { $0 } }

  /// Reports a problem that stops nothing.
  package static func warn(_ message: String) { logger.warning("\(message)") }

  /// Reports something once in a process.
  package static func warnOnce(_ message: String) {
    let isNew = known.withLock { $0.insert(message).inserted }
    if isNew { warn(message) }
  }
}
