import ArgumentParser
import Cutaway
import CutawayModel
import Foundation

struct Parts: AsyncParsableCommand, OpensMedia {
  static let configuration = CommandConfiguration(
    abstract: "Prints how an export is divided into parts, as JSON.",
    discussion: """
      The plan depends on the composition, its media and the settings, but not on the machine. Its \
      digest can be given to 'cutaway export --part --plan'.

      Example:
        cutaway parts edit.yaml --count 8
      """)

  @OptionGroup var input: CompositionInput
  @OptionGroup var missing: MissingOption
  @Option(help: "The number of parts of the picture.")
  var count = 1
  @Option(help: "The usual length of the chunks of the picture in seconds, from 2 to 120.")
  var chunk: Int?
  @Option(
    parsing: .unconditional,
    help: "The integrated loudness of the output in LUFS, as for the export.")
  var loudness: Double?
  @Flag(help: "Writes the header first, as for the export.")
  var optimizeForNetworkUse = false
  @Option(help: ArgumentHelp("A metadata entry, as for the export.", valueName: "key=value"))
  var metadata: [String] = []
  @Flag(help: "Copies the packets of unchanged frames, as for the export.")
  var smart = false
  @OptionGroup var rendition: RenditionArguments

  var opening: Opening { Opening(input) }

  func validate() throws {
    guard ExportPart.counts.contains(count) else {
      throw ValidationError("--count: \(count) is not between 1 and 100,000")
    }
    if let chunk, !RenderPlan.chunkLengths.contains(MediaTime(Int64(chunk))) {
      throw ValidationError("--chunk: \(chunk) is not between 2 and 120 seconds")
    }
  }

  func run() async throws {
    let options = self
    try await reportingFailures { try await options.printPlan() }
  }

  private func printPlan() async throws {
    let document = try await input.read()
    let export = document.composition.export
    let preset = try rendition.chosenPreset(export)
    let type = try rendition.chosenFileType(export, preset, output: nil)
    var settings = try rendition.settings(export)
    settings.policy = try input.policy.policy(for: input)
    let resolved = try await document.resolved(
      changing: rendition.change(), renderSize: settings.renderSize, onMissing: missing.onMissing,
      policy: settings.policy)
    settings.metadata = try export.metadata.merging(parseMetadata(metadata)) { $1 }
    settings.shouldOptimizeForNetworkUse =
      settings.shouldOptimizeForNetworkUse || optimizeForNetworkUse || export.optimizeForNetworkUse
    settings.loudness = loudness ?? export.loudness
    settings.onMissing = missing.onMissing
    settings.copiesSpans = smart
    settings.timeRange = try rendition.timeRange(in: resolved)
    let session = ExportSession(resolved, preset: preset, settings: settings, onWarning: tell)
    let plan = try await session.renderPlan(
      as: type, chunkLength: chunk.map { MediaTime(Int64($0)) } ?? RenderPlan.usualChunkLength)
    try printResult(text(of: plan))
  }

  private func text(of plan: RenderPlan) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(Listing(plan, count: count)), as: UTF8.self)
  }
}

/// The printed form of a plan.
private struct Listing: Encodable {
  struct Part: Encodable {
    var part: Int
    var chunks: [Int]
    var frames: [Int64]
    var weight: Int64
  }

  struct Chunk: Encodable {
    var index: Int
    var frames: [Int64]
    var weight: Int64
  }

  var plan: String
  var version: String
  var frameDuration: String
  var frameCount: Int64
  var chunks: [Chunk]
  var parts: [Part]
  var media: [String: String]

  init(_ plan: RenderPlan, count: Int) {
    self.plan = plan.digest
    version = plan.version
    frameDuration = "\(plan.frameDuration)"
    frameCount = plan.frameCount
    media = plan.media
    chunks = plan.chunks.enumerated().map { index, chunk in
      Chunk(
        index: index, frames: [chunk.frames.lowerBound, chunk.frames.upperBound],
        weight: chunk.weight)
    }
    parts = plan.parts(count).enumerated().map { index, range in
      let own = plan.chunks[range]
      return Part(
        part: index + 1, chunks: Array(range),
        frames: own.isEmpty
          ? [] : [own.first?.frames.lowerBound ?? 0, own.last?.frames.upperBound ?? 0],
        weight: own.reduce(0) { $0 + $1.weight })
    }
  }
}
