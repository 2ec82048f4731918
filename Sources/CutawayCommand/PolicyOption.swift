import ArgumentParser
import Cutaway
import CutawayFile
import CutawayModel

/// What a composition may read, use and cost.
struct PolicyOption: ParsableArguments {
  @Option(
    help: """
      A file that says what the composition may read, use and cost, for compositions of strangers; or \
      'default', which allows the folder of the composition and the usual limits.
      """,
    completion: .file(extensions: ["yaml", "json"]))
  var policy: String?

  /// Reads the policy.
  ///
  /// - Parameter input: The composition, whose folder the default policy allows.
  /// - Returns: The policy; `nil` without the option.
  /// - Throws: `ExitCode` after a message; `CompositionFileError`.
  func policy(for input: CompositionInput) throws -> RenderPolicy? {
    let directory = folder(of: input.file)
    return try policy(allowing: input.file == "-" || directory.isEmpty ? "." : directory)
  }

  /// Reads the policy; the default one allows a folder.
  func policy(allowing root: String) throws -> RenderPolicy? {
    guard let policy else { return nil }
    if policy == "default" { return RenderPolicy(folders: [root]) }
    let input = InputFile(path: policy)
    let bytes = try input.bytes(upTo: CompositionDocument.sizeLimit + 1, telling: tell)
    let directory = folder(of: policy)
    return try RenderPolicy(
      reading: bytes, file: input.name, directory: directory.isEmpty ? "." : directory)
  }
}
