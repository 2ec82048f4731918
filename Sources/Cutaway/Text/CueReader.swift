import CutawayElementBridge
import CutawayElementKit
import CutawayModel
import CutawayRuntime
import CutawayTime

/// Reads all subtitles of one track of a file.
///
/// They come through GStreamer like picture and sound: SubRip and WebVTT files, timed text in MP4 and
/// MOV, text in Matroska.
enum CueReader {
  /// Four hours that show a text more than once a second.
  private static let mostCues = 20_000
  /// The most that are shown at a time.
  private static let mostAtOnce = 16
  /// The most bytes of one text; nobody could read more.
  private static let longestText = 16_384

  /// Reads the cues, in order of time.
  ///
  /// - Parameters:
  ///   - location: A path or a URI.
  ///   - trackIndex: Which of its tracks of subtitles.
  /// - Returns: The cues; none overlaps more than fifteen others.
  /// - Throws: `ElementError` where it cannot be read, or holds more than anybody could read;
  ///   `CancellationError`.
  static func read(_ location: String, trackIndex: Int) async throws -> [TextCue] {
    let request = MediaReader.Request(
      location: subtitleLocation(location), trackIndex: trackIndex, output: .text)
    let reader = MediaReader(request, from: 0)
    defer { reader.close() }
    return try await withTaskCancellationHandler {
      try await onBlockingThread { try read(from: reader) }
    } onCancel: {
      reader.interrupt()
    }
  }

  private static func read(from reader: MediaReader) throws -> [TextCue] {
    var cues: [TextCue] = []
    while true {
      switch try reader.next() {
      case .sample(let sample):
        guard let marked = sample.text(upTo: longestText) else {
          throw ElementError(
            "the text at \(Double(sample.start) / 1e9) s is not UTF-8, or longer than "
              + "\(longestText) bytes")
        }
        guard cues.count < mostCues else {
          throw ElementError("it has more than \(mostCues) texts")
        }
        cues.append(
          TextCue(
            TimeRange(
              start: MediaTime(nanoseconds: sample.start),
              duration: MediaTime(nanoseconds: sample.duration ?? 0)), plainText(marked)))
      case .interrupted: throw CancellationError()
      case .end:
        let tidied = tidied(cues)
        guard !isCrowded(tidied) else {
          throw ElementError("it shows more than \(mostAtOnce) texts at a time")
        }
        return tidied
      }
    }
  }

  /// Whether more are shown at a time than anybody could read.
  private static func isCrowded(_ cues: [TextCue]) -> Bool {
    let ends = cues.map(\.range.end).sorted()
    // When one begins, all before it have begun, and so many have ended.
    var ended = 0
    return cues.enumerated().contains { begun, cue in
      while ended < ends.count, ends[ended] <= cue.range.start { ended += 1 }
      return begun + 1 - ended > mostAtOnce
    }
  }

  /// Cues without a length last until the next one; what shows nothing is left out.
  private static func tidied(_ cues: [TextCue]) -> [TextCue] {
    let sorted = cues.sorted { $0.range.start < $1.range.start }
    return sorted.indices.compactMap { index in
      var cue = sorted[index]
      if cue.range.isEmpty, index + 1 < sorted.count {
        cue.range = TimeRange(start: cue.range.start, end: sorted[index + 1].range.start)
      }
      return cue.range.isEmpty || cue.text.isEmpty ? nil : cue
    }
  }
}
