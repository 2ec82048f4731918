import CutawayContainers
import CutawayMedia
import CutawayRuntime
import CutawaySystem
import Foundation

/// A folder of records that are stored between runs, one file each.
///
/// Every record can be recreated: if one cannot be read or written, that only costs time.
struct RecordFolder: Sendable {
  private let path: String
  private let limit: Int
  private let bytes: Int64

  /// - Parameters:
  ///   - path: The path of the folder, created on first use.
  ///   - limit: The maximum number of records.
  ///   - bytes: The maximum size of all records.
  init(path: String, limit: Int, bytes: Int64 = .max) {
    self.path = path
    self.limit = limit
    self.bytes = bytes
  }

  /// A folder in the user's cache; `nil` if there is no home.
  static func ofUser(_ name: String, limit: Int, bytes: Int64 = .max) -> RecordFolder? {
    UserFolders.caches(ProcessInfo.processInfo.environment)
      .map { RecordFolder(path: "\($0)/cutaway/\(name)", limit: limit, bytes: bytes) }
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

  /// Removes the oldest records if there are more than the limits.
  func prune() {
    // A folder that does not exist, or that another process clears meanwhile, needs no pruning.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    // Sizes take longer than names.
    guard names.count > limit || bytes < .max else { return }
    var records = names.compactMap { FileIdentity(location: "\(path)/\($0)") }
    var size = records.reduce(0) { $0 + $1.size }
    guard records.count > limit || size > bytes else { return }
    records.sort { $0.modified > $1.modified }
    // Remove a quarter at once, so that not every new record costs a scan of all.
    while records.count > limit * 3 / 4 || size > bytes / 4 * 3, let oldest = records.popLast() {
      size -= oldest.size
      try? FileManager.default.removeItem(atPath: oldest.path)
    }
  }

  /// The file of a subject, named by the FNV-1a digest of the subject.
  private func file(of subject: String) -> String {
    var digest = ContentDigest()
    digest.add(subject.utf8)
    return "\(path)/\(String(digest.value, radix: 16))"
  }
}
