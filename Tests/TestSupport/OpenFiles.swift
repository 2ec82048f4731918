import Foundation

/// What this process has open.
public enum OpenFiles {
  /// What descriptors lead to, but the timers of libdispatch, which makes one a clock when it first needs
  /// it.
  public static var targets: [String] {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap {
      // A descriptor may be closed between the listing and this.
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }.filter { !$0.contains("timerfd") }
  }

  /// Waits until they are as they should be, for at most ten seconds.
  public static func settle(_ isDone: ([String]) -> Bool) async throws -> Bool {
    for _ in 0..<1_000 {
      if isDone(targets) { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}
