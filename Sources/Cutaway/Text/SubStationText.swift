import CutawayElementKit
import CutawayMedia
package import CutawayModel
import CutawaySystem
import CutawayTime

/// The cues of a SubStation Alpha file (`.ssa`, `.ass`): texts, times, and the times of karaoke.
///
/// Styles, places, effects and drawings have no effect.
///
/// Source: the specifications of SSA 4.00 and ASS 4.00+; libass for what programs write.
package struct SubStationText {
  /// The cues in the order of the file.
  package private(set) var cues: [TextCue] = []

  /// From how many cues on the rest of a file is not read.
  private static let most = 20_000
  /// The maximum size of a file in bytes.
  private static let largest = 16 << 20

  /// Reads a file; `nil` if it is not a local file of this kind.
  ///
  /// - Parameter location: A path or a URI.
  /// - Throws: `ElementError` if the file is too large, or its encoding is unknown.
  init?(location: String) throws(ElementError) {
    let name = location.lowercased()
    guard name.hasSuffix(".ass") || name.hasSuffix(".ssa"), let path = localPath(location),
      // A file that cannot be read is reported by the reader of media.
      let status = try? FileStatus(of: path, followingLink: true), status.kind == .regular,
      let file = try? OpenFile(path, for: .reading)
    else { return nil }
    guard status.size <= Self.largest else {
      throw ElementError("it is larger than \(Self.largest >> 20) MiB")
    }
    guard let bytes = try? file.read(Int(status.size), at: 0) else { return nil }
    guard let text = SubtitleText.decoded(bytes) else {
      throw ElementError("its text is not UTF-8, UTF-16 or Windows-1252; convert it to UTF-8")
    }
    self.init(text)
    if cues.isEmpty { return nil }
  }

  /// Parses a text.
  package init(_ text: String) {
    var columns = ["layer", "start", "end", "style", "name", "l", "r", "v", "effect", "text"]
    var isInEvents = false
    for line in text.split(whereSeparator: \.isNewline) where cues.count <= Self.most {
      if line.hasPrefix("[") {
        isInEvents = line.lowercased().hasPrefix("[events]")
        continue
      }
      guard isInEvents, let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...]
      switch line[..<colon].lowercased() {
      case "format":
        columns = value.split(separator: ",").map { $0.lowercased().filter { !$0.isWhitespace } }
      case "dialogue":
        // The text is the last column, and may contain commas.
        let fields = value.split(
          separator: ",", maxSplits: max(0, columns.count - 1), omittingEmptySubsequences: false)
        func field(_ name: String) -> Substring? {
          columns.firstIndex(of: name).flatMap { $0 < fields.count ? fields[$0] : nil }
        }
        guard let start = field("start").flatMap(Self.time),
          let end = field("end").flatMap(Self.time), let marked = field("text")
        else { continue }
        add(marked, TimeRange(start: start, end: max(start, end)))
      default: break
      }
    }
  }

  /// Adds a text with overrides in braces.
  private mutating func add(_ marked: Substring, _ range: TimeRange) {
    let isDrawing = marked.contains(/\\p[1-9]/)
    if isDrawing { return }
    let text = Self.plain(marked)
    if text.isEmpty { return }
    cues.append(TextCue(range, text, words: Self.words(marked, in: range)))
  }

  /// A text without overrides, with its line ends.
  private static func plain(_ marked: Substring) -> String {
    let bare = marked.replacing(/\{[^{}]*\}/, with: "").replacing("\\N", with: "\n")
      .replacing("\\n", with: " ").replacing("\\h", with: "\u{A0}")
    return bare.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The words of a text whose syllables have durations (`\k`, in hundredths of a second); none without.
  private static func words(_ marked: Substring, in range: TimeRange) -> [TimedWord] {
    let marks = marked.matches(of: /\{[^{}]*\\[kK][fo]?([0-9]{1,6})[^{}]*\}/)
    var words: [TimedWord] = [], start = range.start, isOpen = false
    for (index, mark) in marks.enumerated() {
      let next = index + 1 < marks.count ? marks[index + 1].range.lowerBound : marked.endIndex
      let end = min(range.end, start + MediaTime(Int64(mark.output.1) ?? 0, over: 100))
      let raw = marked[mark.range.upperBound..<next]
      let own = [TimedWord](dividing: plain(raw), in: TimeRange(start: start, end: end))
      start = end
      guard var first = own.first else {
        isOpen = isOpen && raw.isEmpty
        continue
      }
      let begins = raw.hasPrefix(" ") || raw.hasPrefix("\\N") || raw.hasPrefix("\\n")
      if isOpen, !begins, let last = words.popLast() {
        first.text = last.text + first.text
        first.range = TimeRange(start: last.range.start, end: first.range.end)
      } else if raw.hasPrefix("\\N"), !words.isEmpty {
        words[words.count - 1].endsLine = true
      }
      words += [first] + own.dropFirst()
      isOpen = !(raw.hasSuffix(" ") || raw.hasSuffix("\\N") || raw.hasSuffix("\\n"))
      words[words.count - 1].endsLine = raw.hasSuffix("\\N")
    }
    return words
  }

  /// A time as `1:02:03.45`.
  private static func time(_ text: Substring) -> MediaTime? {
    let pattern = /\s*([0-9]{1,4}):([0-9]{1,2}):([0-9]{1,2})(?:[.:]([0-9]{1,3}))?\s*/
    guard let match = text.wholeMatch(of: pattern)?.output, let hours = Int64(match.1),
      let minutes = Int64(match.2), let seconds = Int64(match.3)
    else { return nil }
    let whole = MediaTime((hours * 60 + minutes) * 60 + seconds)
    guard let digits = match.4, let fraction = Int64(digits) else { return whole }
    let scale = digits.indices.reduce(Int64(1)) { scale, _ in scale * 10 }
    return whole + MediaTime(fraction, over: scale)
  }
}
