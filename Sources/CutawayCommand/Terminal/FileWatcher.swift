import CutawaySystem
import Dispatch
import Foundation
import Synchronization

/// Reports when files change, appear or disappear.
///
/// It watches folders, not files, because editors write a new file and rename it. It also watches
/// the parent folders, each of which may be replaced, and the targets of links.
final class FileWatcher: Sendable {
  /// A change of any file; several changes in quick succession are one.
  let changes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let folders = FolderWatch()
  private let queue = DispatchQueue(label: "cutaway.watcher")

  private struct State {
    var paths: [String] = []
    /// The names to watch in each folder.
    var names: [FolderWatch.ID: Set<String>] = [:]
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
    folders.start(on: queue) { [weak self] changes in self?.consider(changes) }
    watch(paths)
  }

  deinit { continuation.finish() }

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
      guard let watch = folders.add(folder) else { continue }
      state.names[watch, default: []].formUnion(names)
    }
    for watch in former.keys where state.names[watch] == nil { folders.remove(watch) }
  }

  private func consider(_ changes: [FolderWatch.Change]) {
    let progress = state.withLock { state in
      changes.compactMap { self.progress(of: $0, state) }.last
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

  /// The stage of a change of a watched file; `nil` for other files.
  private func progress(of change: FolderWatch.Change, _ state: State) -> Progress? {
    switch change {
    case .finished(let folder, let name):
      state.names[folder]?.contains(name) == true ? .finished : nil
    case .underWay(let folder, let name):
      state.names[folder]?.contains(name) == true ? .underWay : nil
    case .unknown: .underWay
    }
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
