import CutawayElementBridge
import CutawayElementKit
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime

/// Reads all subtitles of one track of a file.
///
/// SubRip and WebVTT files are read as ``SubtitleText``: GStreamer's `subparse` loses cues inside longer
/// ones. JSON files are read as ``Transcript``, SubStation Alpha as ``SubStationText``. GStreamer delivers the others like
/// video and sound: timed text in MP4 and MOV, text in Matroska, other kinds of files.
enum CueReader {
  /// The maximum number of cues: more than one a second for four hours.
  private static let mostCues = 20_000
  /// The maximum number of cues that are visible at the same time.
  private static let mostAtOnce = 16
  /// The maximum number of bytes in a text; nobody could read more.
  private static let longestText = 16_384

  /// Reads the cues, sorted by time.
  ///
  /// - Parameters:
  ///   - location: A path or a URI.
  ///   - trackIndex: The index among the subtitle tracks of the file.
  /// - Returns: The cues, of which none overlaps more than fifteen others.
  /// - Throws: `ElementError` if the track cannot be read or exceeds the limits;
  ///   `CancellationError`.
  static func read(_ location: String, trackIndex: Int) async throws -> [TextCue] {
    if trackIndex == 0,
      let text = try await onBlockingThread({ try SubtitleText(location: location) })
    {
      return try checked(text.cues)
    }
    if trackIndex == 0,
      let transcript = try await onBlockingThread({ try Transcript(location: location) })
    {
      return try checked(transcript.cues)
    }
    if trackIndex == 0,
      let text = try await onBlockingThread({ try SubStationText(location: location) })
    {
      return try checked(text.cues)
    }
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
        // The check of all cues comes too late for a stream without an end.
        guard cues.count <= mostCues else { return try checked(cues) }
        cues.append(
          TextCue(
            TimeRange(
              start: MediaTime(nanoseconds: sample.start),
              duration: MediaTime(nanoseconds: sample.duration ?? 0)),
            plainText(marked, escapes: escapesOfCues)))
      case .interrupted: throw CancellationError()
      case .end: return try checked(cues)
      }
    }
  }

  /// The cues in order; an error if there are too many.
  private static func checked(_ cues: [TextCue]) throws(ElementError) -> [TextCue] {
    guard cues.count <= mostCues else {
      throw ElementError("it has more than \(mostCues) cues")
    }
    if let long = cues.first(where: { $0.text.utf8.count > longestText }) {
      throw ElementError(
        "the text at \(long.range.start.text) s is longer than \(longestText) bytes")
    }
    let tidied = tidied(cues)
    guard !isCrowded(tidied) else {
      throw ElementError("it shows more than \(mostAtOnce) cues at a time")
    }
    return tidied
  }

  /// Whether more cues are visible at the same time than the limit.
  private static func isCrowded(_ cues: [TextCue]) -> Bool {
    let ends = cues.map(\.range.end).sorted()
    // When a cue starts, all cues before it have started, and `ended` of them have ended.
    var ended = 0
    return cues.enumerated().contains { begun, cue in
      while ended < ends.count, ends[ended] <= cue.range.start { ended += 1 }
      return begun + 1 - ended > mostAtOnce
    }
  }

  /// Extends cues without a duration to the next one, and removes cues without visible text.
  private static func tidied(_ cues: [TextCue]) -> [TextCue] {
    let sorted = cues.sorted { $0.range.start < $1.range.start }
    return sorted.indices.compactMap { index in
      var cue = sorted[index]
      if cue.range.isEmpty, index + 1 < sorted.count {
        cue = TextCue(
          TimeRange(start: cue.range.start, end: sorted[index + 1].range.start), cue.text)
      }
      return cue.range.isEmpty || cue.text.isEmpty ? nil : cue
    }
  }
}
