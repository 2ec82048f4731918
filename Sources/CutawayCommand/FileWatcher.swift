import Dispatch
import Foundation
import Glibc
import Synchronization

/// Reports when files change, appear or disappear.
///
/// It watches folders, not files, because editors write a new file and rename it. It also watches
/// the parent folders, each of which may be replaced, and the targets of links.
final class FileWatcher: Sendable {
  /// A change of any file; several changes in quick succession are one.
  let changes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "cutaway.watcher")
  // Created here and cancelled at the end; not used in between.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  private struct State {
    var paths: [String] = []
    /// The names to watch in each folder.
    var names: [Int32: Set<String>] = [:]
    /// Counts changes, to detect the last one of a burst.
    var count = 0
  }

  private let state = Mutex(State())

  /// The stage of a change; the raw value is how long to wait for the next one, in milliseconds.
  private enum Progress: Int64 {
    /// Written and closed, or renamed: other files of the same change may follow.
    case finished = 15
    /// Deleted or just created: the next step may follow.
    case underWay = 150
  }

  /// Creates a watcher.
  ///
  /// - Parameter paths: The files, which need not exist.
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

  /// Watches other files instead.
  func watch(_ paths: [String]) {
    state.withLock { state in
      state.paths = paths
      watchFolders(&state)
    }
  }

  /// Watches the existing folders; the parent folder reveals when a missing one appears.
  private func watchFolders(_ state: inout State) {
    var names: [String: Set<String>] = [:]
    for path in Set(state.paths) {
      for step in steps(to: path) { names[step.folder, default: []].insert(step.name) }
    }
    let former = state.names
    state.names = [:]
    for (folder, names) in names {
      let watch = startWatching(folder)
      if watch >= 0 { state.names[watch, default: []].formUnion(names) }
    }
    for watch in former.keys where state.names[watch] == nil { inotify_rm_watch(descriptor, watch) }
  }

  private func startWatching(_ folder: String) -> Int32 {
    let events = UInt32(
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ONLYDIR)
    return unsafe inotify_add_watch(descriptor, folder, events)
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    var progress: Progress?
    while true {
      let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
      if count <= 0 { break }
      progress = self.progress(of: bytes[..<count]) ?? progress
    }
    guard let progress else { return }
    let count = state.withLock { state in
      // A folder may have been replaced.
      watchFolders(&state)
      state.count += 1
      return state.count
    }
    queue.asyncAfter(deadline: .now() + .milliseconds(Int(progress.rawValue))) { [weak self] in
      guard let self, state.withLock({ $0.count }) == count else { return }
      continuation.yield()
    }
  }

  /// The stage in the last of the kernel's records about a watched file; `nil` if there is none.
  ///
  /// A record has a watch, a mask, a cookie and the length of the following name, 4 bytes each.
  private func progress(of records: ArraySlice<UInt8>) -> Progress? {
    var rest = records, last: Progress?
    func word(_ index: Int) -> Int {
      rest.dropFirst(index * 4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    while rest.count >= 16 {
      let watch = Int32(truncatingIfNeeded: word(0)), mask = word(1), length = word(3)
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      let text = String(decoding: name, as: UTF8.self)
      if mask & Int(IN_Q_OVERFLOW) != 0 {
        // The kernel dropped records, which may concern any file.
        last = .underWay
      } else if state.withLock({ $0.names[watch]?.contains(text) == true }) {
        last = mask & Int(IN_CLOSE_WRITE | IN_MOVED_TO) != 0 ? .finished : .underWay
      }
      rest = rest.dropFirst(16 + length)
    }
    return last
  }
}

/// The folders on the path to a file, each with the name of the next item; follows links, also
/// broken ones.
private func steps(to path: String) -> [(folder: String, name: String)] {
  let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  var rest = whole.split(separator: "/").map(String.init)[...]
  var folder = "", links = 0, steps: [(folder: String, name: String)] = []
  while let name = rest.popFirst() {
    if name == "." { continue }
    if name == ".." {
      folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
      continue
    }
    steps.append((folder.isEmpty ? "/" : folder, name))
    let place = folder + "/" + name
    // The same limit as in the kernel. A path without a destination is not a link.
    if links < 40, let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place) {
      links += 1
      if target.hasPrefix("/") { folder = "" }
      rest = target.split(separator: "/").map(String.init) + rest
    } else {
      folder = place
    }
  }
  return steps
}
