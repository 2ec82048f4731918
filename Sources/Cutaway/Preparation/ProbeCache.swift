package import CutawayContainers
package import CutawayMedia
import CutawayModel
import CutawayRuntime
import Foundation

/// The results of earlier media probes, and the packets of files without a table of packets, stored
/// between runs.
///
/// If a file has changed, a record cannot be read or the folder cannot be written, the file is
/// probed.
public struct ProbeCache: Sendable {
  private let records: RecordFolder
  private let indexes: RecordFolder
  /// A track of pictures of an hour takes about a megabyte.
  private static let bytesOfIndexes: Int64 = 512 << 20

  /// The user's cache, as the XDG base directory specification states; `nil` if there is no home.
  public static let shared: ProbeCache? = {
    guard let records = RecordFolder.ofUser("probes", limit: 4_096),
      let indexes = RecordFolder.ofUser("indexes", limit: 4_096, bytes: bytesOfIndexes)
    else { return nil }
    return ProbeCache(records: records, indexes: indexes)
  }()

  /// - Parameters:
  ///   - folder: The path of the folder for records, created on first use.
  ///   - limit: The maximum number of records of each kind.
  public init(folder: String, limit: Int = 4_096) {
    self.init(
      records: RecordFolder(path: folder, limit: limit),
      indexes: RecordFolder(
        path: folder + "/indexes", limit: limit, bytes: Self.bytesOfIndexes))
  }

  private init(records: RecordFolder, indexes: RecordFolder) {
    (self.records, self.indexes) = (records, indexes)
  }

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

extension ProbeCache: PacketRecords {
  package func tracks(of file: FileIdentity) -> [ScannedTrack]? {
    indexes.data(of: name(of: file)).flatMap { IndexRecord($0, of: file)?.tracks }
  }

  package func keep(_ tracks: [ScannedTrack], of file: FileIdentity) {
    // The packets of a file that has grown meanwhile are those of no version.
    guard file == FileIdentity(location: file.path),
      let data = IndexRecord(file: file, tracks: tracks).data
    else { return }
    indexes.keep(data, of: name(of: file))
    indexes.prune()
  }
}
