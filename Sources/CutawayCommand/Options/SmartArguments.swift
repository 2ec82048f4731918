import ArgumentParser
import Cutaway
import Foundation

/// The options of an export that copies spans.
struct SmartArguments: ParsableArguments {
  @Flag(
    help: """
      Copies the packets of frames that show one source unchanged, and encodes all others in the \
      format of that source. For \(ExportSession.smartCodecs) in mp4, m4v, mov, mkv, webm and ts, as far as the type of \
      file can contain them.
      """)
  var smart = false
  @Flag(
    help: "With --smart: prints which frames are copied, and why others are not. Writes nothing.")
  var showPlan = false

  /// Checks the options against each other.
  func check() throws {
    if showPlan, !smart { throw ValidationError("--show-plan needs --smart") }
  }
}

extension SmartSummary {
  /// The runs as a table for people, with the counts in the last line.
  var table: String {
    let ranges = spans.map { "\($0.frames.lowerBound)-\($0.frames.upperBound - 1)" }
    let width = max(6, ranges.map(\.count).max() ?? 0)
    func row(_ frames: String, _ how: String, _ why: String) -> String {
      let cells = [
        frames.padding(toLength: width, withPad: " ", startingAt: 0),
        how.padding(toLength: 7, withPad: " ", startingAt: 0), why,
      ]
      return cells.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
    }
    let rows = zip(ranges, spans).map { range, span in
      row(range, span.isCopied ? "copied" : "encoded", span.reasons.joined(separator: "; "))
    }
    return ([row("frames", "how", "why")] + rows + [description]).joined(separator: "\n")
  }

  /// The runs as a line of JSON; the second frame of a run is the one after its last.
  var json: String {
    struct Run: Encodable {
      var frames: [Int64]
      var how: String
      var why: [String]
    }
    struct Summary: Encodable {
      var copiedFrames: Int64
      var copiedSound: Bool
      var encodedFrames: Int64
      var spans: [Run]
    }
    let runs = spans.map { span in
      Run(
        frames: [span.frames.lowerBound, span.frames.upperBound],
        how: span.isCopied ? "copied" : "encoded", why: span.reasons)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let summary = Summary(
      copiedFrames: copiedFrames, copiedSound: copiesSound, encodedFrames: encodedFrames,
      spans: runs)
    // Integers and texts can always be encoded.
    return String(decoding: (try? encoder.encode(summary)) ?? Data(), as: UTF8.self)
  }
}
