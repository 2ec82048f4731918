import Foundation

/// The open files of this process.
public enum OpenFiles {
  /// The targets of descriptors, except for the timers of libdispatch, which creates one per clock
  /// on demand.
  public static var targets: [String] {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap {
      // A descriptor may be closed between the listing and this.
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }.filter { !$0.contains("timerfd") }
  }

  /// Waits for at most ten seconds until the expected files are open.
  public static func settle(_ isDone: ([String]) -> Bool) async throws -> Bool {
    for _ in 0..<1_000 {
      if isDone(targets) { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }
}
