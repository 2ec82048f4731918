import ArgumentParser
import Cutaway
import CutawayFile
import CutawayInterchange
import Foundation

struct Convert: AsyncParsableCommand, OpensMedia {
  static let configuration = CommandConfiguration(
    abstract: "Converts a timeline of OpenTimelineIO into a composition, and back.",
    discussion: """
      A timeline (.otio) becomes a composition file, and anything else a timeline. What the other \
      format has no place for is reported. Without OUTPUT the result is printed, with paths relative \
      to the working directory.

      Example:
        cutaway convert edit.otio edit.yaml
        cutaway convert edit.yaml edit.otio
      """)

  @OptionGroup var input: CompositionInput
  @Argument(help: "The file to write.", completion: .file())
  var output: String?
  @Option(help: "The name of the timeline, if the file contains several.")
  var timeline: String?
  @Flag(help: "Replaces an existing output.")
  var force = false

  var opening: Opening { Opening(input, outputs: [output].compactMap(\.self)) }

  func run() async throws {
    let options = self
    try await reportingFailures { try await options.convert() }
  }

  private func convert() async throws {
    if let output { try OutputName(output).check(overwriting: force) }
    let file = InputFile(path: input.file)
    let bytes = try file.bytes(upTo: OpenTimeline.sizeLimit + 1, telling: tell)
    let isTimeline = OpenTimeline.matches(bytes) || input.file.lowercased().hasSuffix(".otio")
    try check(isTimeline: isTimeline)
    let directory = output.map(folder(of:)) ?? ""
    if isTimeline {
      try write(composition(in: bytes, named: file).yaml(relativeTo: directory), to: output)
    } else {
      let values = try input.variables.values(telling: tell)
      let media = mediaKind(of: bytes) != nil
      let text = media ? try await input.text().bytes : bytes
      let document = try await input.document(of: text, isMedia: media, values: values)
      let name = URL(fileURLWithPath: output ?? input.file).deletingPathExtension()
        .lastPathComponent
      let timeline = try OpenTimelineText(
        document.composition, named: name, relativeTo: directory)
      for loss in timeline.losses {
        tell("\(document.diagnostic(at: loss.path, loss.message, kind: .warning))")
      }
      try write(timeline.text, to: output)
    }
  }

  private func check(isTimeline: Bool) throws {
    if !isTimeline, timeline != nil {
      throw ValidationError("--timeline needs a file of OpenTimelineIO")
    }
    guard let ending = output.map({ URL(fileURLWithPath: $0).pathExtension.lowercased() }) else {
      return
    }
    if isTimeline == (ending == "otio") {
      throw ValidationError(
        isTimeline
          ? "'\(input.file)' is a timeline: the output is a composition file, such as edit.yaml"
          : "'\(input.file)' is a composition: the output is a timeline, such as edit.otio")
    }
  }

  private func composition(in bytes: [UInt8], named file: InputFile) throws -> Composition {
    do throws(InterchangeError) {
      let result = try OpenTimeline(
        reading: bytes, file: file.name, directory: file.isStream ? "" : folder(of: input.file),
        timeline: timeline)
      for warning in result.warnings { tell("warning: \(warning)") }
      return result.composition
    } catch {
      throw fail("error: \(error)", Exit.invalidComposition)
    }
  }
}
