import ArgumentParser
import CutawayFile

struct Expand: AsyncParsableCommand, OpensMedia {
  static let configuration = CommandConfiguration(
    abstract: "Prints a composition with every shorthand and default written out.",
    discussion: """
      Printed paths are relative to the working directory, or to --directory.

      Example:
        cutaway expand edit.yaml > expanded.yaml
      """)

  @OptionGroup var input: CompositionInput
  @Option(help: "The folder to which the printed paths are relative.")
  var directory = ""

  var opening: Opening { Opening(input) }

  func run() async throws {
    let (input, directory) = (input, directory)
    try await reportingFailures {
      let text = try await input.read().composition.yaml(relativeTo: directory)
      try printResult(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
  }
}
