import CutawayModel
import CutawayTime

/// The format of a subtitle file.
enum SubtitleFile: String, Sendable {
  /// SubRip, which every player reads.
  case srt
  /// WebVTT, which browsers read.
  case vtt

  /// The contents of the file, in UTF-8 without a byte order mark.
  func text(of cues: [TextCue]) -> String {
    let parts = cues.enumerated().map { index, cue in
      let range = "\(clock(cue.range.start)) --> \(clock(cue.range.end))"
      // An empty line would end the cue.
      let lines = cue.text.split(separator: "\n").joined(separator: "\n")
      switch self {
      case .srt: return "\(index + 1)\n\(range)\n\(lines)\n"
      case .vtt: return "\(range)\n\(escaped(lines))\n"
      }
    }
    return ((self == .vtt ? ["WEBVTT\n"] : []) + parts).joined(separator: "\n")
  }

  /// A time as `01:02:03,004`, or with a point instead of the comma in WebVTT.
  private func clock(_ time: MediaTime) -> String {
    let milliseconds = max(0, time.rounded(in: MediaTime(1, over: 1000)))
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let seconds = milliseconds / 1000
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }
      .joined(separator: ":") + (self == .srt ? "," : ".") + digits(milliseconds % 1000, 3)
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
