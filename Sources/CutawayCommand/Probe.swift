import ArgumentParser
import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawayTime
import Foundation

struct Probe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Describes media files: duration, tracks, codecs, sizes, colours.",
    discussion: """
      Example:
        cutaway probe --json beach.mp4 | jq .videoTracks[0].size
      """)

  @Argument(help: "Media files, composition files or URIs.", completion: .file())
  var media: [String]
  @Flag(help: "Prints one JSON object per file.")
  var json = false
  @OptionGroup var policy: PolicyOption

  func run() async throws {
    let (media, json, policy) = (media, json, policy)
    try await reportingFailures {
      var failed = false
      for location in media {
        let policy = try policy.policy(forFiles: [location])
        if let reason = policy?.refusal(of: location) {
          throw fail("error: cannot use '\(location)': \(reason)", Exit.refused)
        }
        do {
          let asset = Asset(id: "probed", location: location)
          let description =
            asset.isEdit
            ? try await asset.described(cache: nil, policy: policy)
            : try await MediaDescription(probing: location)
          try printResult(
            json ? describeAsJSON(description) : describe(description, location))
        } catch let error as PipelineError {
          tell("error: \(location): \(error.message)")
          failed = true
        }
      }
      if failed { throw Exit.unreadableInput }
    }
  }
}

private func describeAsJSON(_ description: MediaDescription) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(description), as: UTF8.self)
}

private func describe(_ description: MediaDescription, _ location: String) -> String {
  var lines = ["\(location)"]
  let length =
    description.duration.map { "\($0.text) s" }
    ?? (description.videoTracks.isEmpty ? "text" : "a still picture")
  lines.append("  \([length, description.container].compactMap(\.self).joined(separator: ", "))")
  for (index, video) in description.videoTracks.enumerated() {
    let rate = video.frameDuration.map { duration in
      let rate = MediaTime(1) / duration
      return "\(rate.denominator == 1 ? "\(rate)" : "\(rate) (\(rounded(rate.seconds)))") fps"
    }
    let shown =
      video.orientation == .identity
      ? nil : "\(video.orientation.rawValue), shown as \(video.uprightSize)"
    let parts = [
      video.codec, "\(video.size)", rate, shown,
      video.bitDepth.flatMap { $0 == 8 ? nil : "\($0) bits" }, video.chroma?.rawValue,
      video.colorimetry,
      video.hasAlpha ? "with alpha" : nil, video.language,
    ]
    lines.append("  video \(index): \(parts.compactMap(\.self).joined(separator: ", "))")
  }
  for (index, audio) in description.audioTracks.enumerated() {
    let parts = [
      audio.codec, "\(audio.sampleRate) Hz", "\(audio.channels) channels", audio.language,
    ]
    lines.append("  audio \(index): \(parts.compactMap(\.self).joined(separator: ", "))")
  }
  for (index, text) in description.textTracks.enumerated() {
    let parts = [text.codec, text.language].compactMap(\.self)
    lines.append("  subtitle \(index): \(parts.joined(separator: ", "))")
  }
  return lines.joined(separator: "\n")
}

private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
