import ArgumentParser
import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawayRuntime
import CutawayTime
import Foundation

struct Probe: AsyncParsableCommand, OpensMedia {
  static let configuration = CommandConfiguration(
    abstract: "Describes media files: duration, tracks, codecs, sizes, colours.",
    discussion: """
      With --scenes, --silence, --loudness, --peaks or --beats it decodes the files. Times count from the first frame.

      Example:
        cutaway probe --json beach.mp4 | jq .videoTracks[0].size
        cutaway probe --json --scenes --silence --loudness beach.mp4 | jq .analysis
        cutaway probe --scenes --print beach.mp4 >scenes.yaml
        cutaway probe --beats --json song.m4a | jq .analysis.beats
        cutaway probe --peaks --json song.m4a | jq .analysis.peaks.values
      """)

  @Argument(help: "Media files, composition files or URIs.", completion: .file())
  var media: [String]
  @Flag(help: "Prints one JSON object per file.")
  var json = false
  @OptionGroup(title: "Analysis") var analysis: AnalysisArguments
  @OptionGroup var policy: PolicyOption

  var opening: Opening { Opening(policy: policy, inputs: media) }

  func validate() throws {
    if json, analysis.print { throw ValidationError("give either --json or --print") }
  }

  func run() async throws {
    let (media, json, policy, analysis) = (media, json, policy, analysis)
    try await reportingFailures {
      var failure: ExitCode?, clips: [ClipComposition.Clip] = []
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
          var found: MediaAnalysis?
          if analysis.isGiven {
            if asset.isEdit {
              throw ValidationError("'\(location)' is a composition: only media are analysed")
            }
            found = try await MediaAnalysis(
              of: location, describedBy: description, analysis.request)
          }
          if analysis.print, let found {
            clips += found.parts(of: description.duration ?? .zero).map { part in
              let source = [part.start, part.end].map { "\"\($0)\"" }.joined(separator: ", ")
              return ClipComposition.Clip(path: location, source: source)
            }
            continue
          }
          let lines = [describe(description, location)] + (found?.lines ?? [])
          try printResult(
            json ? describeAsJSON(description, found) : lines.joined(separator: "\n"))
        } catch let error as PipelineError {
          tell("error: \(location): \(error.message)")
          failure = error.isRefusal ? Exit.refused : failure ?? Exit.unreadableInput
        } catch let error as PreparationError {
          tell("error: \(location): \(error.message)")
          failure = .refused ~= error ? Exit.refused : failure ?? Exit.unreadableInput
        }
      }
      if failure == nil, analysis.print {
        if clips.isEmpty { throw fail("error: the media have no parts to print", Exit.failed) }
        try printResult(String(try await ClipComposition(clips).text.dropLast()))
      }
      if let failure { throw failure }
    }
  }
}

/// A description with what an analysis has found, under a key of its own.
private struct AnalysedMedia: Encodable {
  var description: MediaDescription
  var analysis: MediaAnalysis?

  private enum Key: CodingKey { case analysis }

  func encode(to encoder: any Encoder) throws {
    try description.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(analysis, forKey: .analysis)
  }
}

private func describeAsJSON(
  _ description: MediaDescription, _ analysis: MediaAnalysis?
) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(
    decoding: try encoder.encode(AnalysedMedia(description: description, analysis: analysis)),
    as: UTF8.self)
}

private func describe(_ description: MediaDescription, _ location: String) -> String {
  var lines = ["\(location)"]
  let length =
    description.duration.map { "\($0.text) s" }
    ?? (description.videoTracks.isEmpty ? "text" : "a still picture")
  lines.append("  \([length, description.container].compactMap(\.self).joined(separator: ", "))")
  for (index, video) in description.videoTracks.enumerated() {
    let rate = video.frameDuration.map { "\((MediaTime(1) / $0).shortText) fps" }
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
