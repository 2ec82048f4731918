import ArgumentParser
import Cutaway
import CutawayFile
import CutawayGraph

struct Validate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks composition files without writing anything.",
    discussion: """
      Example:
        cutaway validate --probe pipelines/*.yaml
      """)

  @Argument(help: "Composition files, or - for standard input.", completion: .file())
  var files: [String]
  @Flag(
    help: """
      Also opens the media, and checks that they exist and are as long as their segments require. \
      Likely mistakes are reported as warnings; more of them are found if the media are opened.
      """)
  var probe = false

  func validate() throws {
    if files.isEmpty { throw ValidationError("give at least one file") }
  }

  func run() async throws {
    let (files, probe) = (files, probe)
    try await reportingFailures {
      var worst: ExitCode?
      for file in files {
        if let code = try await check(file, probing: probe) {
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

private func check(_ file: String, probing: Bool) async throws -> ExitCode? {
  do {
    let document = try CompositionInput(file: file).read()
    if probing {
      document.warn(media: try await document.resolved().media)
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
    return Exit.invalidComposition
  }
}
