import CutawayContainers
import CutawayElementBridge
import CutawayMedia
import CutawayQuirks
import Foundation

/// The packets of a file without a table of packets, as stored between runs.
///
/// A record is a digest of all that follows (8 bytes), the length of the subject (4 bytes), the subject as
/// JSON, and the tracks; numbers are in little endian.
struct IndexRecord {
  let file: FileIdentity
  let tracks: [ScannedTrack]

  /// What a record is about.
  private struct Subject: Codable, Equatable {
    var author = ProbeRecord.thisBuild
    /// Times are those of a demuxer, and data those of a parser.
    var gstreamer = GStreamerVersion.running.description
    var file: FileIdentity
  }

  init(file: FileIdentity, tracks: [ScannedTrack]) {
    self.file = file
    self.tracks = tracks
  }

  /// Decodes the record of `file`; `nil` if the record is about another file, by another build or another
  /// GStreamer, or damaged.
  init?(_ data: Data, of file: FileIdentity) {
    let bytes = [UInt8](data)
    guard bytes.count > 12, Self.number(bytes[..<8]) == Self.digest(of: bytes[8...]),
      let length = Int(exactly: Self.number(bytes[8..<12])), length <= bytes.count - 12,
      let subject = try? JSONDecoder().decode(Subject.self, from: Data(bytes[12..<12 + length])),
      subject == Subject(file: file),
      let tracks = [ScannedTrack](record: Array(bytes[(12 + length)...]))
    else { return nil }
    self.init(file: file, tracks: tracks)
  }

  /// The encoded record.
  var data: Data? {
    // A path that JSON cannot represent is not stored.
    guard let subject = try? JSONEncoder().encode(Subject(file: file)) else { return nil }
    let rest = Self.bytes(UInt64(subject.count), count: 4) + subject + tracks.record
    return Data(Self.bytes(Self.digest(of: rest[...]), count: 8) + rest)
  }

  private static func digest(of bytes: ArraySlice<UInt8>) -> UInt64 {
    var digest = ContentDigest()
    digest.add(bytes)
    return digest.value
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func bytes(_ number: UInt64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }
}
