import CutawayElementKit
import CutawayMedia
package import CutawayModel
import CutawaySystem
import CutawayTime

/// The cues of a SubRip or WebVTT file.
///
/// Both formats are read by the same rules, because files of each contain parts of the other: a line with
/// two times and an arrow begins a cue, and the lines up to an empty one are its text. Numbers, settings,
/// comments and style sheets have no effect.
///
/// Sources: WebVTT (W3C), 4 and 6; SubRip has no specification.
package struct SubtitleText {
  /// The cues in the order of the file.
  ///
  /// A cue that ends before it starts has no duration.
  package private(set) var cues: [TextCue] = []

  /// From how many cues on the rest of a file is not read.
  private static let most = 20_000
  /// The maximum size of a file in bytes.
  private static let largest = 16 << 20

  /// Reads a file; `nil` if it is not a local SubRip or WebVTT file.
  ///
  /// - Parameter location: A path or a URI.
  /// - Throws: `ElementError` if the file is too large, or its encoding is unknown.
  init?(location: String) throws(ElementError) {
    let name = location.lowercased()
    guard name.hasSuffix(".srt") || name.hasSuffix(".vtt"), let path = localPath(location),
      // A file that cannot be read is reported by the reader of media.
      let status = try? FileStatus(of: path, followingLink: true), status.kind == .regular,
      let file = try? OpenFile(path, for: .reading)
    else { return nil }
    guard status.size <= Self.largest else {
      throw ElementError("it is larger than \(Self.largest >> 20) MiB")
    }
    guard let bytes = try? file.read(Int(status.size), at: 0) else { return nil }
    guard let text = Self.decoded(bytes) else {
      throw ElementError("its text is not UTF-8, UTF-16 or Windows-1252; convert it to UTF-8")
    }
    self.init(text)
    // Other formats have the same extensions, and GStreamer reads some of them.
    if cues.isEmpty { return nil }
  }

  /// Parses a text.
  package init(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var index = lines.startIndex
    while index < lines.endIndex, cues.count <= Self.most {
      guard let range = Self.range(lines[index]) else {
        index += 1
        continue
      }
      let first = index + 1
      index = first
      // A line of spaces belongs to the cue.
      while index < lines.endIndex, !lines[index].isEmpty, Self.range(lines[index]) == nil {
        index += 1
      }
      var own = lines[first..<index]
      // Without an empty line between cues, the number of the next one is not text.
      if index < lines.endIndex, Self.range(lines[index]) != nil,
        own.last.map(Self.isNumber) == true
      {
        own.removeLast()
      }
      let marked = own.joined(separator: "\n")
      cues.append(
        TextCue(range, plainText(marked, escapes: 1), words: Self.words(marked, in: range)))
    }
  }

  /// The words of a cue between whose texts times stand (WebVTT, 4.2.2); none without such times.
  private static func words(_ marked: String, in range: TimeRange) -> [TimedWord] {
    let marks = marked.matches(of: /<([0-9:]{4,12}[.,][0-9]{1,9})>/)
    guard !marks.isEmpty else { return [] }
    var starts = [range.start], texts: [Substring] = [], place = marked.startIndex
    for mark in marks {
      texts.append(marked[place..<mark.range.lowerBound])
      place = mark.range.upperBound
      let last = starts[starts.count - 1]
      // A time that is none, or goes back, divides nothing.
      starts.append(min(range.end, max(last, time(mark.output.1) ?? last)))
    }
    texts.append(marked[place...])
    return zip(texts.indices, texts).flatMap { index, text in
      let end = index + 1 < starts.count ? starts[index + 1] : range.end
      return [TimedWord](
        dividing: plainText(String(text), escapes: 1),
        in: TimeRange(start: starts[index], end: max(starts[index], end)))
    }
  }

  // MARK: Times

  /// The times of a line; `nil` if it does not begin a cue.
  private static func range(_ line: Substring) -> TimeRange? {
    guard let arrow = line.firstRange(of: "-->"), let start = time(line[..<arrow.lowerBound]),
      let end = time(line[arrow.upperBound...])
    else { return nil }
    return TimeRange(start: start, end: max(start, end))
  }

  /// A time as `01:02:03,004`, with a comma or a point, and without hours in WebVTT.
  private static func time(_ text: Substring) -> MediaTime? {
    guard let word = text.split(whereSeparator: \.isWhitespace).first else { return nil }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last else { return nil }
    let pair = last.split(maxSplits: 1, omittingEmptySubsequences: false) { ",.".contains($0) }
    guard let seconds = number(pair[0]) else { return nil }
    var time = MediaTime(seconds)
    for (part, unit) in zip(parts.dropLast().reversed(), [60, 3_600] as [Int64]) {
      guard let count = number(part) else { return nil }
      time = time + MediaTime(count * unit)
    }
    if pair.count > 1 {
      guard let fraction = number(pair[1]), pair[1].count <= 9 else { return nil }
      let scale = (0..<pair[1].count).reduce(Int64(1)) { scale, _ in scale * 10 }
      time = time + MediaTime(fraction, over: scale)
    }
    return time
  }

  /// A number of up to nine digits.
  private static func number(_ text: Substring) -> Int64? {
    (1...9).contains(text.count) && text.allSatisfy { $0.isASCII && $0.isNumber }
      ? Int64(text) : nil
  }

  private static func isNumber(_ line: Substring) -> Bool {
    line.split(whereSeparator: \.isWhitespace).map(number).first.flatMap(\.self) != nil
      && line.allSatisfy { $0.isNumber || $0.isWhitespace }
  }

  // MARK: Encodings

  /// The text of a file; `nil` if its encoding is unknown.
  package static func decoded(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBigEndian: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBigEndian: true) }
    let rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    // Digits and line ends in UTF-16 have a zero in every second byte.
    if let zero = rest.prefix(64).firstIndex(of: 0) {
      return utf16(rest, isBigEndian: (zero - rest.startIndex) % 2 == 0)
    }
    return String(validating: rest, as: UTF8.self) ?? windows1252(rest)
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String? {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self)
  }

  /// Decodes old files of Western languages; the encoding contains the letters of ISO 8859-1.
  private static func windows1252(_ bytes: ArraySlice<UInt8>) -> String? {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let value = (0x80..<0xA0).contains(byte) ? upper1252[Int(byte) - 0x80] : UInt32(byte)
      guard value > 0, let scalar = Unicode.Scalar(value) else { return nil }
      text.append(scalar)
    }
    return String(text)
  }

  /// The characters from 0x80 to 0x9F (Unicode, CP1252.TXT); 0 where there is none.
  private static let upper1252: [UInt32] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}
