import ArgumentParser
import CutawayFile

struct Expand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints a composition with every shorthand and default written out.",
    discussion: """
      Paths are relative to the working directory in what is printed, unless --directory says where
      the file is to be.

      Example:
        cutaway expand edit.yaml > expanded.yaml
      """)

  @OptionGroup var input: CompositionInput
  @Option(help: "The folder that paths in the result are relative to.")
  var directory = ""

  func run() async throws {
    let (input, directory) = (input, directory)
    try await reportingFailures {
      let text = try input.read().composition.yaml(relativeTo: directory)
      try printResult(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
  }
}
