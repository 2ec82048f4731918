import ArgumentParser
import CutawayFile

/// The values of a composition's variables.
struct VariableArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The value of a variable, such as title=Summer. Paths start from the working directory.",
      valueName: "name=value"))
  var set: [String] = []
  @Option(
    help: "A JSON or YAML file with values of variables. Paths start from its folder.",
    completion: .file(extensions: ["json", "yaml"]))
  var vars: [String] = []

  /// The values of all options; those of `--set` take precedence, and of each option the last.
  ///
  /// - Parameter tell: Receives the reason why a file cannot be read.
  /// - Returns: The values.
  /// - Throws: `ExitCode` after a message; `CompositionFileError`; `ValidationError`.
  func values(telling tell: (String) -> Void = tell) throws -> VariableValues {
    var values = VariableValues()
    for file in vars {
      let input = InputFile(path: file)
      try values.set(
        reading: input.text(
          of: "a file with values of variables", upTo: CompositionLimits.standard.bytes + 1,
          telling: tell),
        file: input.name, directory: input.isStream ? "" : folder(of: file))
    }
    for text in set {
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
        throw ValidationError("--set: '\(text)' is not of the form name=value")
      }
      values.set(
        String(text[..<sign]), to: String(text[text.index(after: sign)...]), from: "--set")
    }
    return values
  }
}
