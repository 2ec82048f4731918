import ArgumentParser
import Cutaway
import CutawayFile
import CutawayTranslation

struct Validate: AsyncParsableCommand, OpensMedia {
  static let configuration = CommandConfiguration(
    abstract: "Checks composition files without writing anything.",
    discussion: """
      Example:
        cutaway validate --probe pipelines/*.yaml
      """)

  @Argument(help: "Composition files, or - for standard input.", completion: .file())
  var files: [String]
  @OptionGroup(title: "Variables") var variables: VariableArguments
  @OptionGroup var policy: PolicyOption
  @Flag(
    help: """
      Also opens the media, and checks that they exist and are as long as their segments require. \
      Likely mistakes are reported as warnings; more of them are found if the media are opened.
      """)
  var probe = false

  var opening: Opening { Opening(policy: policy, inputs: files, files: variables.vars) }

  func validate() throws {
    if files.isEmpty { throw ValidationError("give at least one file") }
  }

  func run() async throws {
    let (files, probe, variables, policy) = (files, probe, variables, policy)
    try await reportingFailures {
      var worst: ExitCode?
      for file in files {
        if let code = try await check(
          CompositionInput(file: file, variables: variables, policy: policy), probing: probe)
        {
          // An invalid file takes precedence over a missing one.
          worst = worst == Exit.invalidComposition ? worst : code
        } else {
          tell("\(file): valid")
        }
      }
      if let worst { throw worst }
    }
  }
}

private func check(_ input: CompositionInput, probing: Bool) async throws -> ExitCode? {
  do {
    let document = try await input.read()
    if probing {
      document.warn(
        media: try await document.resolved(policy: input.policy.policy(for: input)).media)
    } else {
      let faults = document.composition.effectFaults()
      document.report(faults)
      if !faults.isEmpty { return Exit.invalidComposition }
      document.warn(media: [:])
    }
    return nil
  } catch let code as ExitCode {
    return code
  } catch let error as CompositionFileError {
    tell("\(error)")
    return exitCode(of: error)
  }
}
