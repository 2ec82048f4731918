import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// subparse escapes the characters of WebVTT files a second time: `&amp;` becomes `&amp;amp;`.
  package static let escapedCues = Quirk(
    "subparse escapes WebVTT a second time",
    versions: [.all],
    upstream: "not reported",
    test: "subtitles of a file become a track of the output")
}

/// How many times the characters of a cue may be escaped.
var escapesOfCues: Int { Quirk.escapedCues.applies ? 2 : 1 }
