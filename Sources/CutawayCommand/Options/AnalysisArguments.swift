import ArgumentParser
import Cutaway
import CutawayModel
import CutawayTime

/// What to look for in media.
struct AnalysisArguments: ParsableArguments {
  @Flag(help: "Finds the times at which scenes begin.")
  var scenes = false
  @Flag(help: "Finds the ranges without sound.")
  var silence = false
  @Flag(help: "Measures the loudness and the true peak (EBU R 128).")
  var loudness = false
  @Flag(help: "Finds the beats of music, with the command aubio of the package aubio-tools.")
  var beats = false
  @Flag(
    help:
      "Measures the largest samples of short intervals, to draw the sound; print them with --json.")
  var peaks = false
  @Option(help: "How many peaks a second has.")
  var peaksPerSecond = 100
  @Option(help: "The level in dBFS below which each sample of a silence stays.")
  var silenceLevel = -60.0
  @Option(help: "The shortest silence in seconds.")
  var silenceDuration = 0.5
  @Flag(
    help: """
      Prints a composition with a clip for each scene, for each part between silences, or from beat to \
      beat, to change and export.
      """)
  var print = false

  func validate() throws {
    guard (-120.0...0).contains(silenceLevel) else {
      throw ValidationError("--silence-level: \(silenceLevel) is not a level from -120 to 0 dBFS")
    }
    guard (0.001...3_600).contains(silenceDuration) else {
      throw ValidationError(
        "--silence-duration: \(silenceDuration) is not a duration from 0.001 to 3600 s")
    }
    guard (1...1_000).contains(peaksPerSecond) else {
      throw ValidationError("--peaks-per-second: \(peaksPerSecond) is not a number from 1 to 1000")
    }
    if print, !scenes, !silence, !beats {
      throw ValidationError("--print needs --scenes, --silence or --beats")
    }
  }

  var isGiven: Bool { scenes || silence || loudness || beats || peaks }

  /// What the media are analysed for.
  var request: MediaAnalysis.Request {
    var request = MediaAnalysis.Request()
    (request.scenes, request.silence) = (scenes, silence)
    (request.loudness, request.beats) = (loudness, beats)
    request.peaksPerSecond = peaks ? peaksPerSecond : nil
    request.silenceLevel = silenceLevel
    // A finite number within the bounds above.
    request.silenceDuration = MediaTime(seconds: silenceDuration) ?? request.silenceDuration
    return request
  }
}

extension MediaAnalysis {
  /// The parts of media between silences, each of one scene and from beat to beat.
  func parts(of length: MediaTime) -> [TimeRange] {
    var ends: [(start: MediaTime, end: MediaTime)] = []
    var start = MediaTime.zero
    for gap in silence ?? [] {
      ends.append((start, gap.start))
      start = gap.end
    }
    ends.append((start, length))
    let borders = Set((scenes ?? []) + (beats ?? [])).sorted()
    return ends.flatMap { part in
      let cuts = borders.filter { part.start < $0 && $0 < part.end }
      return zip([part.start] + cuts, cuts + [part.end]).map { TimeRange(start: $0, end: $1) }
    }
    // The length of a file is rounded, and no part of its own behind the last sample.
    .filter { $0.duration >= MediaTime(1, over: 1_000) }
  }

  /// Lines for people.
  var lines: [String] {
    var lines: [String] = []
    if let scenes { lines.append("  scenes from: \(Self.list(scenes.map(\.text)))") }
    if let silence { lines.append("  silence: \(Self.list(silence.map(\.text)))") }
    if let beats { lines.append("  beats: \(Self.list(beats.map(\.text)))") }
    if let peaks {
      let largest = peaks.values.max() ?? 0
      lines.append("  peaks: \(peaks.values.count), the largest is \(largest)")
    }
    if let loudness {
      let level = loudness.integrated.map { "\(Self.rounded($0)) LUFS" } ?? "not measurable"
      let peak = loudness.truePeak.map { "\(Self.rounded($0)) dBTP" } ?? "none"
      lines.append("  loudness: \(level), true peak: \(peak)")
    }
    return lines
  }

  private static func list(_ texts: [String]) -> String {
    texts.isEmpty ? "none" : texts.joined(separator: ", ")
  }

  private static func rounded(_ level: Double) -> Double { (level * 10).rounded() / 10 }
}
