import Glibc

/// Notices whether anybody opens a file of some folders.
final class OpenedFiles {
  private let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))

  init(in folders: [String]) {
    for folder in folders {
      // The system copies the path.
      _ = unsafe inotify_add_watch(descriptor, folder, UInt32(IN_OPEN | IN_ACCESS))
    }
  }

  deinit { close(descriptor) }

  /// Whether a file was opened since the last call.
  func found() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let capacity = buffer.count
    // The system writes into the array, which outlives the call.
    return unsafe read(descriptor, &buffer, capacity) > 0
  }
}
