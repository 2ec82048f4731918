public import CutawayModel
public import CutawayRuntime
import Foundation

/// What has been found out about media files before, kept from run to run.
///
/// A file that has changed since, a record that cannot be read, a folder that cannot be written: each
/// only means that the file is opened.
public struct ProbeCache: Sendable {
  private let records: RecordFolder

  /// The user's, by the XDG base directory specification; `nil` where there is no home.
  public static let shared = RecordFolder.ofUser("probes", limit: 4_096)
    .map(ProbeCache.init(records:))

  /// - Parameters:
  ///   - folder: Where records lie; made when first needed.
  ///   - limit: How many are kept.
  public init(folder: String, limit: Int = 4_096) {
    records = RecordFolder(path: folder, limit: limit)
  }

  private init(records: RecordFolder) { self.records = records }

  /// What a file was found to hold, if it is still the same.
  public func description(of file: FileIdentity) -> MediaDescription? {
    records.data(of: name(of: file)).flatMap { ProbeRecord($0, of: file) }?.media
  }

  /// Keeps what a file holds.
  public func store(_ description: MediaDescription, of file: FileIdentity) {
    guard let data = ProbeRecord(file: file, media: description).data else { return }
    records.keep(data, of: name(of: file))
  }

  /// Removes the oldest records where there are too many.
  public func prune() { records.prune() }

  /// By who describes the file, too.
  ///
  /// A record holds its file, so that two of one name only push each other out.
  private func name(of file: FileIdentity) -> String { file.path + ProbeRecord.thisBuild }
}
