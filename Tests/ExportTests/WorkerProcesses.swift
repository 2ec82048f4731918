import Foundation

/// The processes of `MediaIsolation` below this one.
enum WorkerProcesses {
  /// The processes that make workers for this one, and descend from it, with the number of steps down: a command, its
  /// copies that supervise, and theirs that work.
  static func descendants() -> [(process: Int32, depth: Int)] {
    var parents: [Int32: Int32] = [:]
    // A process that has ended meanwhile is none.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let process = Int32(name),
        let status = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
        let rest = status.split(separator: ")").last?.split(separator: " "), rest.count > 1
      else { continue }
      parents[process] = Int32(rest[1])
    }
    let own = getpid()
    return parents.keys.compactMap { process in
      var depth = 0, next: Int32? = process
      while let current = next, current != own, depth < 10 {
        depth += 1
        next = parents[current]
      }
      // Other tests run other commands. One that has ended meanwhile is none.
      let arguments = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
      let isWorker = arguments?.hasSuffix("/cutaway\0worker\0") == true
      return next == own && depth > 0 && isWorker ? (process, depth) : nil
    }
  }

  /// The workers that read a file, and write into hidden files with such a name.
  static func workers(
    reading media: String, writing name: String, in folder: URL
  ) -> [Int32] {
    descendants().filter { $0.depth == 3 }.map(\.process).filter { process in
      let files = "/proc/\(process)/fd"
      // A process that has ended meanwhile has no files.
      let open = ((try? FileManager.default.contentsOfDirectory(atPath: files)) ?? [])
        .compactMap {
          try? FileManager.default.destinationOfSymbolicLink(atPath: files + "/" + $0)
        }
      return open.contains(media) && open.contains { $0.hasPrefix(folder.path + "/." + name) }
    }
  }
}
