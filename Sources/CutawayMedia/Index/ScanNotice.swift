import CutawayElementBridge
import CutawaySystem

/// How far a long file without a table of packets has been read.
package struct ScanProgress: Sendable, Hashable {
  /// The absolute path of the file.
  package var path: String
  /// The read part, from 0 to 1; 1 is the end.
  package var fraction: Double
}

/// Reports how far a file has been read, if that takes longer than two seconds.
final class ScanNotice {
  private let file: FileIdentity
  private let start = ContinuousClock.now
  private var isShown = false
  private static let watcher = Monitor<(@Sendable (ScanProgress) -> Void)?>(nil)

  init(_ file: FileIdentity) { self.file = file }

  static func watch(_ body: @escaping @Sendable (ScanProgress) -> Void) {
    watcher.update { $0 = body }
  }

  func show(_ position: Int64) {
    guard isShown || ContinuousClock.now - start > .seconds(2) else { return }
    isShown = true
    report(min(0.99, Double(position) / Double(max(1, file.size))))
  }

  func end() { if isShown { report(1) } }

  private func report(_ fraction: Double) {
    Self.watcher.update { $0 }?(ScanProgress(path: file.path, fraction: fraction))
  }
}
