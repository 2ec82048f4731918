import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawaySystem
import Foundation

/// The description of a file, as stored between runs.
struct ProbeRecord: Codable, Hashable {
  /// The build that made the description: another build may find more in the same file.
  var author = Self.thisBuild
  let file: FileIdentity
  let media: MediaDescription

  static let thisBuild =
    FileIdentity(location: CurrentProcess.executablePath)
    .map { "cutaway \($0.inode) \($0.modified)" } ?? "cutaway"

  init(file: FileIdentity, media: MediaDescription) {
    self.file = file
    self.media = media
  }

  /// Decodes the record of `file`; `nil` if the record is about another file, by another build, or
  /// damaged.
  init?(_ data: Data, of file: FileIdentity) {
    guard let record = try? JSONDecoder().decode(ProbeRecord.self, from: data),
      record.author == Self.thisBuild, record.file == file
    else { return nil }
    self = record
  }

  /// The encoded record; `nil` if it contains a number that JSON cannot represent, so that the file
  /// is probed each time.
  var data: Data? { try? JSONEncoder().encode(self) }
}
