package import CutawayMedia
import CutawayModel
import CutawayRuntime
import Foundation

/// The results of earlier media probes, stored between runs.
///
/// If a file has changed, a record cannot be read or the folder cannot be written, the file is
/// probed.
public struct ProbeCache: Sendable {
  private let records: RecordFolder

  /// The user's cache, as the XDG base directory specification states; `nil` if there is no home.
  public static let shared = RecordFolder.ofUser("probes", limit: 4_096)
    .map(ProbeCache.init(records:))

  /// - Parameters:
  ///   - folder: The path of the folder for records, created on first use.
  ///   - limit: The maximum number of records.
  public init(folder: String, limit: Int = 4_096) {
    records = RecordFolder(path: folder, limit: limit)
  }

  private init(records: RecordFolder) { self.records = records }

  /// The stored description of a file; `nil` if there is none for this version of the file.
  package func description(of file: FileIdentity) -> MediaDescription? {
    records.data(of: name(of: file)).flatMap { ProbeRecord($0, of: file) }?.media
  }

  /// Stores the description of a file.
  package func store(_ description: MediaDescription, of file: FileIdentity) {
    guard let data = ProbeRecord(file: file, media: description).data else { return }
    records.keep(data, of: name(of: file))
  }

  /// Removes the oldest records if there are more than the limit.
  public func prune() { records.prune() }

  /// The name of a record: the path of the file and the build that describes it.
  ///
  /// A record contains the identity of its file, so that two records of one name only replace each
  /// other.
  private func name(of file: FileIdentity) -> String { file.path + ProbeRecord.thisBuild }
}
