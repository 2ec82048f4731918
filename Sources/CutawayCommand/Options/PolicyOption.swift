import ArgumentParser
import Cutaway
import CutawayFile
import CutawayModel
import Synchronization

/// What a composition may read, use and cost.
struct PolicyOption: ParsableArguments {
  @Option(
    help: """
      A file that says what the composition may read, use and cost, for compositions of strangers; or \
      'default', which allows the folder of the composition and the usual limits.
      """,
    completion: .file(extensions: ["yaml", "json"]))
  var policy: String?
  @Option(
    help: """
      Where media are opened: 'process' is a process of its own, whose crash is an error and which the \
      policy limits; 'none' is this process. The default is 'process' with --policy.
      """)
  var isolation: Isolation?

  /// Whether the policy comes from standard input or a pipe, which only one process can read.
  var isStream: Bool { policy.map { InputFile(path: $0).isStream } ?? false }

  /// The texts of policies that have been read: standard input and pipes can be read only once.
  private static let texts = Mutex<[String: [UInt8]]>([:])

  /// Reads the policy.
  ///
  /// - Parameter input: The composition, whose folder the default policy allows.
  /// - Returns: The policy; `nil` without the option.
  /// - Throws: `ExitCode` after a message; `CompositionFileError`; `CancellationError`.
  func policy(for input: CompositionInput) throws -> RenderPolicy? {
    try policy(forFiles: [input.file])
  }

  /// Reads the policy; the default one allows the folders of files.
  ///
  /// - Throws: As ``policy(for:)``.
  func policy(forFiles files: [String]) throws -> RenderPolicy? {
    guard let policy else { return nil }
    if policy == "-", files.contains("-") {
      throw ValidationError("standard input is either the composition or the policy, not both")
    }
    let input = InputFile(path: policy)
    if policy == "default" {
      return RenderPolicy(folders: files.map { $0 == "-" ? "." : directory(of: $0) })
    }
    let bytes = try Self.texts.withLock { texts throws in
      let bytes =
        try texts[policy]
        ?? input.text(
          of: "a policy", upTo: CompositionLimits.standard.bytes + 1, telling: tell)
      texts[policy] = bytes
      return bytes
    }
    return try RenderPolicy(
      reading: bytes, file: input.name, directory: input.isStream ? "." : directory(of: policy))
  }

  /// The reason why a composition must not be read; `nil` if it may.
  ///
  /// A link must not lead out of the folder of the composition, except into those of the policy.
  func refusal(ofComposition file: String) throws -> String? {
    // The shell, not a stranger, names standard input and its pipes.
    guard file != "-", !file.hasPrefix("/dev/"), var policy = try policy(forFiles: [file]) else {
      return nil
    }
    policy.folders.append(directory(of: file))
    return policy.refusal(of: file.hasPrefix("/") ? file : "./" + file, isMedia: false)
  }

  private func directory(of file: String) -> String {
    let directory = folder(of: file)
    return directory.isEmpty ? "." : directory
  }
}
