import CutawayContainers
import CutawayRuntime
import Foundation

/// Small records that are kept from run to run, one file each.
///
/// Each can be made again: one that cannot be read or kept costs time, and nothing else.
struct RecordFolder: Sendable {
  private let path: String
  private let limit: Int

  /// - Parameters:
  ///   - path: Where records lie; made when first needed.
  ///   - limit: How many are kept.
  init(path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  /// A folder of the user's, by the XDG base directory specification; `nil` where there is no home.
  static func ofUser(_ name: String, limit: Int) -> RecordFolder? {
    let environment = ProcessInfo.processInfo.environment
    // A relative path counts as none.
    let caches =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.cache" }
    return caches.map { RecordFolder(path: "\($0)/cutaway/\(name)", limit: limit) }
  }

  /// The record of a subject; that of another one where both have one digest.
  func data(of subject: String) -> Data? {
    FileManager.default.contents(atPath: file(of: subject))
  }

  func keep(_ data: Data, of subject: String) {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    // Atomic: another process never sees half of it.
    try? data.write(to: URL(fileURLWithPath: file(of: subject)), options: .atomic)
  }

  /// Removes the oldest records where there are too many.
  func prune() {
    // A folder that is not there, or that somebody else clears at the same time, needs no pruning.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard names.count > limit else { return }
    let dated = names.map { name in
      let file = "\(path)/\(name)"
      return (file, FileIdentity(location: file)?.modified ?? .max)
    }
    // A quarter at once, so that not every new file costs a look at all of them.
    for (file, _) in dated.sorted(by: { $0.1 < $1.1 }).prefix(names.count - limit * 3 / 4) {
      try? FileManager.default.removeItem(atPath: file)
    }
  }

  /// Named by the FNV-1a of the subject.
  private func file(of subject: String) -> String {
    var digest = ContentDigest()
    digest.add(subject.utf8)
    return "\(path)/\(String(digest.value, radix: 16))"
  }
}
