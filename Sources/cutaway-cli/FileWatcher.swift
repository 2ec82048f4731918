import Dispatch
import Glibc
import Synchronization

/// Tells when files change, appear or go.
///
/// Folders are watched, not files: editors write a new file and give it the old one's name.
final class FileWatcher: Sendable {
  /// A change somewhere; several that follow each other quickly are one.
  let changes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "cutaway.watcher")
  // Made here and cancelled at the end; nothing touches it in between.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  private struct State {
    var names: [Int32: Set<String>] = [:]
    var folders: [String: Int32] = [:]
    /// Counts changes, to wait for the last of a burst.
    var count = 0
  }

  private let state = Mutex(State())
  /// How long nothing may happen before it is told: editors write in several steps.
  private static let pause = DispatchTimeInterval.milliseconds(40)

  /// - Parameter paths: The files, which need not be there, in folders that are.
  init(_ paths: [String]) {
    (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    unsafe source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    unsafe source.setEventHandler { [weak self] in self?.read() }
    unsafe source.setCancelHandler { [descriptor] in close(descriptor) }
    unsafe source.resume()
    watch(paths)
  }

  deinit {
    unsafe source.cancel()
    continuation.finish()
  }

  /// Watches files in the place of those before.
  func watch(_ paths: [String]) {
    state.withLock { state in
      state.names = [:]
      for path in paths {
        let (folder, name) = parts(of: path)
        let watch = state.folders[folder] ?? startWatching(folder)
        guard watch >= 0 else { continue }
        state.folders[folder] = watch
        state.names[watch, default: []].insert(name)
      }
    }
  }

  private func startWatching(_ folder: String) -> Int32 {
    let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE)
    return unsafe inotify_add_watch(descriptor, folder, events)
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    var isConcerned = false
    while true {
      let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
      if count <= 0 { break }
      isConcerned = concerns(bytes[..<count]) || isConcerned
    }
    guard isConcerned else { return }
    let count = state.withLock { state in
      state.count += 1
      return state.count
    }
    queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
      guard let self, state.withLock({ $0.count }) == count else { return }
      continuation.yield()
    }
  }

  /// Whether one of the events in the kernel's records is about a file that is watched.
  ///
  /// A record is a watch, a mask, a cookie and the length of the name that follows, 4 bytes each.
  private func concerns(_ records: ArraySlice<UInt8>) -> Bool {
    var rest = records
    func word(_ index: Int) -> Int {
      rest.dropFirst(index * 4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    while rest.count >= 16 {
      let watch = Int32(truncatingIfNeeded: word(0)), length = word(3)
      // The kernel has left some out: any file may be among them.
      if word(1) & Int(IN_Q_OVERFLOW) != 0 { return true }
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      let text = String(decoding: name, as: UTF8.self)
      if state.withLock({ $0.names[watch]?.contains(text) == true }) { return true }
      rest = rest.dropFirst(16 + length)
    }
    return false
  }
}

private func parts(of path: String) -> (folder: String, name: String) {
  guard let slash = path.lastIndex(of: "/") else { return (".", path) }
  let folder = path[..<slash]
  return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
}
