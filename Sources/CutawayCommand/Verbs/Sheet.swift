public import ArgumentParser
public import Cutaway
import CutawayModel
import CutawayTimeline
import CutawayTranslation
import Foundation

struct Sheet: AsyncParsableCommand, OpensMedia {
  static let configuration = CommandConfiguration(
    abstract: "Draws frames with their times, and the timeline below them.",
    discussion: """
      Example:
        cutaway sheet edit.yaml -o sheet.png
        cutaway sheet edit.yaml -o timeline.svg --timeline-only

      The timeline shows the tracks with their segments, gaps, opacity, volume and transforms, and \
      marks likely mistakes: time that no layer covers, layers and tracks that are never seen.
      """)

  @OptionGroup var input: CompositionInput
  @OptionGroup var missing: MissingOption
  @Option(
    name: [.short, .long], help: "The output file: png, jpg or svg.",
    completion: .file(extensions: ["png", "jpg", "svg"]))
  var output: String
  @Option(help: "The number of frames.")
  var count = 12
  @Option(help: "The number of frames per row.")
  var columns = 4
  @Option(help: "The width of the picture in pixels.")
  var width = 1600
  @Option(
    help: "Tints what the interface of an app covers in upright pictures: reels, shorts or tiktok.")
  var safeZone: SafeZone?
  @Flag(help: "Draws only the timeline, without frames.")
  var timelineOnly = false
  @Flag(help: "Replaces an existing output.")
  var force = false

  var opening: Opening { Opening(input, outputs: [output]) }

  func validate() throws {
    guard (1...1_000).contains(count) else {
      throw ValidationError("--count: give a number from 1 to 1000")
    }
    guard (1...100).contains(columns) else {
      throw ValidationError("--columns: give a number from 1 to 100")
    }
    guard (400...16_384).contains(width) else {
      throw ValidationError("--width: give a number from 400 to 16384")
    }
    if !isSVG, imageType == nil {
      throw ValidationError("--output: '\(output)' is not the name of a png, jpg or svg file")
    }
  }

  func run() async throws {
    let command = self
    outliveReaders()
    try await reportingFailures { try await command.draw() }
  }

  private var ending: String { URL(fileURLWithPath: output).pathExtension }
  private var isSVG: Bool { ending.lowercased() == "svg" }
  private var imageType: StillImage.FileType? { StillImage.FileType(pathExtension: ending) }

  private func draw() async throws {
    // Checked before the media are opened, because an unusable name is the fastest check.
    try OutputName(output).check(overwriting: force)
    let document = try await input.read()
    let resolved = try await document.resolved(
      onMissing: missing.onMissing, policy: input.policy.policy(for: input))
    var picture = TimelinePicture(resolved)
    picture.width = width
    picture.title =
      input.file == "-" ? "" : URL(fileURLWithPath: input.file).lastPathComponent
    picture.frameCount = timelineOnly ? 0 : count
    picture.columns = columns
    picture.safeZone = safeZone
    picture.embedsFiles = isSVG
    picture.onMissing = missing.onMissing
    picture.onWarning = tell
    let drawing = try await document.locatingFailures { [picture] in try await picture.drawing() }
    guard let type = imageType else {
      return try drawing.writeSVG(to: output, overwriting: force)
    }
    guard let image = StillImage(drawing) else {
      throw ValidationError(
        "--count: \(Int(drawing.height)) pixels are too high for an image; increase --columns")
    }
    try await image.write(to: output, as: type, overwriting: force)
  }
}

extension SafeZone: ExpressibleByArgument {}
