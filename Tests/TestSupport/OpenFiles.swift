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

  /// Waits for at most two minutes until the expected files are open.
  public static func settle(_ isDone: ([String]) -> Bool) async throws -> Bool {
    do {
      try await waitUntil("the expected files are open") { isDone(targets) }
      return true
    } catch is Overdue {
      return false
    }
  }
}
