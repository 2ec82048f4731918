import CutawayModel
import CutawayTime
import Foundation
import TestSupport

/// Subtitle files, compositions with them, and the results as read by ffmpeg.
struct SubtitleEdit {
  let folder: TemporaryDirectory

  static let subRip = """
    1
    00:00:00,250 --> 00:00:00,750
    <i>Grüße</i> &amp; <b>Küsse</b>

    2
    00:00:01,500 --> 00:00:02,500
    zwei
    Zeilen

    """

  static let webVTT = """
    WEBVTT

    00:00.250 --> 00:00.750 align:start
    <v Ann>Grüße</v> &amp; Küsse

    00:01.500 --> 00:02.500
    zwei
    Zeilen

    """

  /// The cues of the files above in one second, followed by one second at half speed.
  static let shown = [
    Shown(250, 750, "Grüße & Küsse"), Shown(2_000, 3_000, "zwei\nZeilen"),
  ]

  struct Shown: Hashable, CustomStringConvertible {
    var start: Int, end: Int, text: String

    init(_ start: Int, _ end: Int, _ text: String) {
      (self.start, self.end, self.text) = (start, end, text)
    }

    var description: String { "\(start)–\(end) \(text)" }
  }

  /// Three seconds of video and audio with subtitles: a second, then a second at half speed.
  func edit(
    _ location: String, language: String? = nil, kinds: [Track.MediaType] = [.video, .audio]
  ) async throws -> Composition {
    let range = TimeRange(start: .zero, duration: MediaTime(3))
    var edit = try await Edit.composition(
      of: TestMedia(
        .mov, video: .init(width: 160, height: 96, frameCount: 90),
        audio: .init(codec: .pcm, sound: .ticks)), range, kinds)
    edit.assets.append(Asset(id: "s", location: location))
    edit.tracks.append(try subtitles("text", language: language))
    return edit
  }

  func subtitles(_ id: Track.ID, language: String?) throws -> Track {
    func segment(_ source: Range<Int>, _ target: Range<Int>) -> Segment {
      func range(_ range: Range<Int>) -> TimeRange {
        TimeRange(
          start: MediaTime(Int64(range.lowerBound)), end: MediaTime(Int64(range.upperBound)))
      }
      return Segment(target: range(target), media: .init(asset: "s", source: range(source)))
    }
    return try Track(
      id: id, mediaType: .subtitle, segments: [segment(0..<1, 0..<1), segment(1..<2, 1..<3)],
      language: language)
  }

  func write(_ text: String, _ name: String) throws -> URL {
    let file = folder.file(name)
    try Data(text.utf8).write(to: file)
    return file
  }

  /// The texts of a file, read by ffmpeg.
  func texts(of file: URL, stream: Int = 0) async throws -> [Shown] {
    let text = try await ChildProcess(
      "ffmpeg",
      ["-v", "error", "-i", file.path, "-map", "0:s:\(stream)", "-c:s", "webvtt"]
        + ["-f", "webvtt", "-"]
    ).check().outputText
    return text.components(separatedBy: "\n\n").compactMap { block in
      let lines = block.split(separator: "\n")
      guard let index = lines.firstIndex(where: { $0.contains(" --> ") }) else { return nil }
      let exact = lines[index].components(separatedBy: " --> ").map { clock -> Int in
        let parts = clock.split { ":.".contains($0) }.compactMap { Int($0) }
        return parts.dropLast().reduce(0) { $0 * 60 + $1 } * 1000 + (parts.last ?? 0)
      }
      return Shown(exact[0], exact[1], lines[(index + 1)...].joined(separator: "\n"))
    }
  }
}
