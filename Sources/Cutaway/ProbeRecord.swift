import Composition
import GStreamer
import MediaTime

/// A file and what it holds, as a text of lines with fields between tabs.
///
/// A thousand of them may be read before a first frame is shown: as JSON, they would take longer than
/// the frame.
struct ProbeRecord: Sendable, Hashable {
  let file: FileIdentity
  let media: MediaDescription

  /// What describes: another build may see more in the same file.
  static let author =
    FileIdentity(location: "/proc/self/exe").map { "cutaway \($0.inode) \($0.modified)" }
    ?? "cutaway"

  /// What is in the record; `nil` where something of it would break a line.
  var text: String? {
    var lines = [
      [Self.author] + Self.fields(of: file),
      ["media", media.duration.text, media.container.text],
    ]
    for video in media.videoTracks {
      lines.append([
        "video", "\(video.size.width)", "\(video.size.height)", video.frameDuration.text,
        video.orientation.rawValue, video.codec, video.colorimetry.text, "\(video.hasAlpha)",
      ])
    }
    for audio in media.audioTracks {
      lines.append(["audio", "\(audio.sampleRate)", "\(audio.channels)", audio.codec])
    }
    let isSound = lines.joined().allSatisfy { field in
      field.utf8.allSatisfy { $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\n") }
    }
    return isSound ? lines.map { $0.joined(separator: "\t") }.joined(separator: "\n") : nil
  }

  fileprivate static func header(of file: FileIdentity) -> String {
    ([author] + fields(of: file)).joined(separator: "\t")
  }

  private static func fields(of file: FileIdentity) -> [String] {
    [file.path, "\(file.size)", "\(file.modified)", "\(file.inode)"]
  }
}

extension MediaDescription {
  /// Reads what a record says of `file`.
  ///
  /// - Returns: `nil` where it tells of another file, or is not what ``ProbeRecord/text`` writes.
  init?(record text: String, of file: FileIdentity) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard let header = lines.popFirst(), header == ProbeRecord.header(of: file),
      let media = lines.popFirst().map(fields), media.count == 3, media[0] == "media"
    else { return nil }
    self.init(duration: MediaTime(String(media[1])), container: media[2].text)
    if duration == nil, !media[1].isEmpty { return nil }
    for line in lines {
      let fields = fields(of: line)
      if let video = Video(fields) {
        videoTracks.append(video)
      } else if let audio = Audio(fields) {
        audioTracks.append(audio)
      } else {
        return nil
      }
    }
  }
}

extension MediaDescription.Video {
  fileprivate init?(_ fields: [Substring]) {
    guard fields.count == 8, fields[0] == "video", let width = Int(fields[1]),
      let height = Int(fields[2]), let orientation = Orientation(rawValue: String(fields[4])),
      let hasAlpha = Bool(String(fields[7]))
    else { return nil }
    let frameDuration = MediaTime(String(fields[3]))
    if frameDuration == nil, !fields[3].isEmpty { return nil }
    self.init(
      size: PixelSize(width: width, height: height), frameDuration: frameDuration,
      orientation: orientation, codec: String(fields[5]), colorimetry: fields[6].text,
      hasAlpha: hasAlpha)
  }
}

extension MediaDescription.Audio {
  fileprivate init?(_ fields: [Substring]) {
    guard fields.count == 4, fields[0] == "audio", let rate = Int(fields[1]),
      let channels = Int(fields[2])
    else { return nil }
    self.init(sampleRate: rate, channels: channels, codec: String(fields[3]))
  }
}

private func fields(of line: Substring) -> [Substring] {
  line.split(separator: "\t", omittingEmptySubsequences: false)
}

extension Optional {
  /// Nothing is written as nothing.
  fileprivate var text: String { map { "\($0)" } ?? "" }
}

extension Substring {
  fileprivate var text: String? { isEmpty ? nil : String(self) }
}
