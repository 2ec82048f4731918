import ArgumentParser
import Cutaway
import CutawayDiagnostics
import CutawayModel
import CutawaySystem
import CutawayTime
import CutawayTranslation
import Foundation

struct Frame: AsyncParsableCommand, OpensMedia {
  static let configuration = CommandConfiguration(
    abstract: "Writes frames as image files, exactly as an export shows them.",
    discussion: """
      Example:
        cutaway frame edit.yaml --at 12.5 -o frame.png
        cutaway frame edit.yaml --at 12.5 -o - | display
        cutaway frame edit.yaml --at 1 --at 2 --at 45f -o 'frame-%d.jpg' --size 640x360
      """)

  @OptionGroup var input: CompositionInput
  @OptionGroup var missing: MissingOption
  @Option(
    help: "A time. For several, %d or %03d in the output's name becomes their number, from 0.")
  var at: [String]
  @Option(
    name: [.short, .long], help: "The output file, or - for standard output.",
    completion: .file(extensions: ["png", "jpg"]))
  var output: String
  @Option(help: "The image format: png or jpeg. The default is that of the output's extension.")
  var format: String?
  @Option(help: "The maximum size, such as 1280x720. Larger frames are scaled down to fit.")
  var size: String?
  @Flag(help: "Replaces existing files.")
  var force = false

  var opening: Opening { Opening(input, outputs: [output]) }

  func validate() throws {
    if at.isEmpty { throw ValidationError("--at: give at least one time") }
    if at.count > 1, name(0) == name(1) {
      throw ValidationError("--output: several times need a %d in the file name")
    }
    if output == "-", StandardStream.output.isTerminal {
      throw ValidationError(
        "--output: refusing to write image data to a terminal; give a file or a pipe")
    }
    // Called only for their errors.
    _ = try chosenFormat()
    _ = try size.map { try parseSize($0, option: "--size") }
  }

  func run() async throws {
    let command = self
    outliveReaders()
    try await reportingFailures { try await command.write() }
  }

  private func write() async throws {
    let format = try chosenFormat()
    // Checked before the media are opened, because an unusable name is the fastest check.
    if output != "-" {
      for index in at.indices { try OutputName(name(index)).check(overwriting: force) }
    }
    let document = try await input.read()
    func times(in resolved: ResolvedComposition) throws -> [MediaTime] {
      try at.map { text in
        try parseTime(text, frameDuration: resolved.frameDuration, option: "--at")
      }
    }
    let resolved = try await document.resolved(
      onMissing: missing.onMissing, policy: input.policy.policy(for: input),
      showing: { resolved in
        try times(in: resolved).map { TimeRange(start: $0, duration: resolved.frameDuration) }
      })
    let times = try times(in: resolved)
    let whole = TimeRange(start: .zero, duration: resolved.duration)
    if let outside = times.first(where: { !whole.contains($0) }) {
      throw ValidationError(
        "--at: \(outside.text) s lies outside the composition, which lasts "
          + "\(resolved.duration.text) s")
    }
    var generator = ImageGenerator(resolved)
    generator.maximumSize = try size.map { try parseSize($0, option: "--size") }
    generator.onMissing = missing.onMissing
    generator.onWarning = tell
    let images = generator.images(for: times)
    try await document.locatingFailures { try await write(images, as: format) }
  }

  /// Writes the available images, and fails with the first error.
  private func write(_ images: ImageGenerator.Images, as format: StillImage.FileType) async throws {
    var index = 0, failure: ImageGenerationError?
    for await result in images {
      switch result {
      case .success(_, let image, _) where output == "-":
        let bytes = try await image.encoded(as: format)
        try FileHandle.standardOutput.write(contentsOf: bytes)
      case .success(_, let image, _):
        try await image.write(to: name(index), as: format, overwriting: force)
      case .failure(_, let error):
        if at.count > 1 { tell("error: --at \(at[index]): \(error)") }
        failure = failure ?? error
      }
      index += 1
    }
    try Task.checkCancellation()
    if let failure { throw failure }
  }

  /// The name of an image; as in C, `%3d` pads a number with spaces, and `%03d` with zeros.
  private func name(_ index: Int) -> String {
    output.replacing(/%(0?)([0-9]{0,2})d/) { place in
      let number = "\(index)"
      let padding = max(0, (Int(place.2) ?? 0) - number.count)
      return String(repeating: place.1.isEmpty ? " " : "0", count: padding) + number
    }
  }

  private func chosenFormat() throws -> StillImage.FileType {
    let ending = output.split(separator: "/").last?.split(separator: ".").dropFirst().last
    guard let name = format ?? ending.map(String.init) else { return .png }
    guard let type = StillImage.FileType(pathExtension: name) else {
      throw ValidationError(
        format == nil
          ? "--output: '\(output)' is not the name of a png or jpg file; see --format"
          : "--format: '\(name)' is not png or jpeg")
    }
    return type
  }
}
