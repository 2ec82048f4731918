import CutawayContainers
import CutawayMedia
import CutawayRuntime
import CutawaySystem
import Foundation

/// A folder of small records that are stored between runs, one file each.
///
/// Every record can be recreated: if one cannot be read or written, that only costs time.
struct RecordFolder: Sendable {
  private let path: String
  private let limit: Int

  /// - Parameters:
  /// - path: The path of the folder, created on first use.
  /// - limit: The maximum number of records.
  init(path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  /// A folder in the user's cache; `nil` if there is no home.
  static func ofUser(_ name: String, limit: Int) -> RecordFolder? {
    UserFolders.caches(ProcessInfo.processInfo.environment)
      .map { RecordFolder(path: "\($0)/cutaway/\(name)", limit: limit) }
  }

  /// The record of a subject, or that of another subject with the same digest.
  func data(of subject: String) -> Data? {
    FileManager.default.contents(atPath: file(of: subject))
  }

  func keep(_ data: Data, of subject: String) {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    // An atomic write: other processes never see a partial record.
    try? data.write(to: URL(fileURLWithPath: file(of: subject)), options: .atomic)
  }

  /// Removes the oldest records if there are more than the limit.
  func prune() {
    // A folder that does not exist, or that another process clears meanwhile, needs no pruning.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard names.count > limit else { return }
    let dated = names.map { name in
      let file = "\(path)/\(name)"
      return (file, FileIdentity(location: file)?.modified ?? .max)
    }
    // Remove a quarter at once, so that not every new record costs a scan of all.
    for (file, _) in dated.sorted(by: { $0.1 < $1.1 }).prefix(names.count - limit * 3 / 4) {
      try? FileManager.default.removeItem(atPath: file)
    }
  }

  /// The file of a subject, named by the FNV-1a digest of the subject.
  private func file(of subject: String) -> String {
    var digest = ContentDigest()
    digest.add(subject.utf8)
    return "\(path)/\(String(digest.value, radix: 16))"
  }
}
