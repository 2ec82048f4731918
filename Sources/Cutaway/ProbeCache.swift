public import Composition
import Foundation
public import GStreamer

/// What has been found out about media files before, kept from run to run.
///
/// A file that has changed since, a record that cannot be read, a folder that cannot be written: each
/// only means that the file is opened.
public struct ProbeCache: Sendable {
  /// Where records lie, one file each.
  private let folder: String
  /// How many are kept.
  private let limit: Int

  /// The user's, by the XDG base directory specification; `nil` where there is no home.
  public static let shared = ProbeCache(environment: ProcessInfo.processInfo.environment)

  /// - Parameters:
  ///   - folder: Where records lie; made when first needed.
  ///   - limit: How many are kept.
  public init(folder: String, limit: Int = 4_096) {
    self.folder = folder
    self.limit = limit
  }

  private init?(environment: [String: String]) {
    // A relative path counts as none.
    let caches =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.cache" }
    guard let caches else { return nil }
    self.init(folder: caches + "/cutaway/probes")
  }

  /// What a file was found to hold, if it is still the same.
  public func description(of file: FileIdentity) -> MediaDescription? {
    FileManager.default.contents(atPath: path(of: file))
      .flatMap { ProbeRecord($0, of: file) }?.media
  }

  /// Keeps what a file holds.
  public func store(_ description: MediaDescription, of file: FileIdentity) {
    guard let data = ProbeRecord(file: file, media: description).data else { return }
    // Where it cannot be kept, the file is examined again next time: that costs time, and nothing else.
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    // Atomic: another process never sees half of it.
    try? data.write(to: URL(fileURLWithPath: path(of: file)), options: .atomic)
  }

  /// Removes the oldest records where there are too many.
  public func prune() {
    // A folder that is not there, or that somebody else clears at the same time, needs no pruning.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard names.count > limit else { return }
    let dated = names.map { name in
      let path = "\(folder)/\(name)"
      return (path, FileIdentity(location: path)?.modified ?? .max)
    }
    // A quarter at once, so that not every new file costs a look at all of them.
    for (path, _) in dated.sorted(by: { $0.1 < $1.1 }).prefix(names.count - limit * 3 / 4) {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// Named by the FNV-1a of the file's path and of who describes it.
  ///
  /// A record tells its file, so that two of one name only push each other out.
  private func path(of file: FileIdentity) -> String {
    var digest = ContentDigest()
    digest.add((file.path + ProbeRecord.thisBuild).utf8)
    return "\(folder)/\(String(digest.value, radix: 16))"
  }
}
