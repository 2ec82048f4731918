import CutawayModel
import CutawayRuntime
import Foundation

/// A file and what it holds, as it is kept from run to run.
struct ProbeRecord: Codable, Hashable {
  /// What describes: another build may see more in the same file.
  var author = Self.thisBuild
  let file: FileIdentity
  let media: MediaDescription

  static let thisBuild =
    FileIdentity(location: "/proc/self/exe").map { "cutaway \($0.inode) \($0.modified)" }
    ?? "cutaway"

  init(file: FileIdentity, media: MediaDescription) {
    self.file = file
    self.media = media
  }

  /// Reads what is known of `file`; `nil` where a record tells of another one, was written by another
  /// build, or is damaged.
  init?(_ data: Data, of file: FileIdentity) {
    guard let record = try? JSONDecoder().decode(ProbeRecord.self, from: data),
      record.author == Self.thisBuild, record.file == file
    else { return nil }
    self = record
  }

  /// `nil` where it holds a number that has no spelling: the file is then examined each time.
  var data: Data? { try? JSONEncoder().encode(self) }
}
