import CutawayInterchange
import TestSupport
import Testing

@Suite struct HostileTimelineTests {
  /// A timeline with one track, which contains `items`.
  private static func timeline(_ items: String) -> String {
    """
    {"OTIO_SCHEMA": "Timeline.1", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [
    {"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [\(items)]}]}}
    """
  }

  private static func gap(_ start: String, rate: String = "24", duration: String = "24") -> String {
    timeline(
      """
      {"OTIO_SCHEMA": "Gap.1", "source_range": {"start_time": {"value": \(start), "rate": \(rate)},
      "duration": {"value": \(duration), "rate": 24}}}
      """)
  }

  private static func clip(_ rest: String) -> String {
    timeline("{\"OTIO_SCHEMA\": \"Clip.2\", \"name\": \"x\"\(rest)}")
  }

  private static let range = """
    , "source_range": {"start_time": {"value": 0, "rate": 24}, "duration": {"value": 24, "rate": 24}}
    """

  private static let stacks =
    String(repeating: "{\"OTIO_SCHEMA\": \"Stack.1\", \"children\": [", count: 100)
    + String(repeating: "]}", count: 100)

  @Test(arguments: [
    ("", "f: not JSON: Unexpected end of file"),
    ("{\n\"tracks\": {\"a\" 1}}", "f:2:"),
    (gap("NaN"), "f:2:"),
    (gap("0", rate: "\"24\""), "source_range.start_time.rate: expected a number"),
    ("[]", "f: expected an object"),
    ("{}", "f: 'OTIO_SCHEMA' is missing"),
    ("{\"OTIO_SCHEMA\": \"Clip.2\"}", "OTIO_SCHEMA: expected a Timeline, found a Clip"),
    ("{\"OTIO_SCHEMA\": \"Timeline.1\"}", "f: 'tracks' is missing"),
    ("{\"OTIO_SCHEMA\": \"Timeline.1\", \"tracks\": 7}", "f: tracks: expected an object"),
    (gap("0", rate: "0"), "start_time.rate: a rate must be greater than 0, not 0"),
    (gap("0", rate: "-24"), "start_time.rate: a rate must be greater than 0, not -24"),
    (gap("1e300"), "start_time.value: 1e+300 is too large"),
    (gap("1e14"), "is beyond 10⁹ s"),
    (gap("0", duration: "-1"), "source_range.duration: a duration is not negative"),
    (clip(""), "tracks.children[0].children[0]: the clip 'x' states neither source_range nor"),
    (
      clip(
        range
          + ", \"media_references\": {\"DEFAULT_MEDIA\": {\"OTIO_SCHEMA\": \"ExternalReference.1\"}}"
      ),
      "media_references.DEFAULT_MEDIA: 'target_url' is missing"
    ),
    (
      clip(range + ", \"media_references\": {}, \"active_media_reference_key\": \"proxy\""),
      "active_media_reference_key: there is no media reference 'proxy'"
    ),
    (
      clip(
        range + ", \"effects\": [{\"OTIO_SCHEMA\": \"LinearTimeWarp.1\", \"time_scalar\": 1e9}]"),
      "effects[0].time_scalar: 1000000000.0 is not a speed"
    ),
    (timeline(stacks), "more than 24 levels of nested items"),
    (String(repeating: "[", count: 100_000), "not JSON: Too many nested arrays"),
  ])
  func `a faulty file is an error with its place`(text: String, message: String) {
    let error = #expect(throws: InterchangeError.self) {
      try OpenTimeline(reading: Array(text.utf8), file: "f", directory: "")
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func `bytes of any kind do not end the process`() {
    var generator = SeededGenerator(seed: 19)
    let text = Array(Self.clip(Self.range).utf8)
    for _ in 0..<200 {
      var bytes = text
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      // Most results are errors; any result but a crash is right.
      _ = try? OpenTimeline(reading: bytes, file: "f", directory: "")
    }
  }
}
