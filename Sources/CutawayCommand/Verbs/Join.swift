import ArgumentParser
import Cutaway
import CutawaySystem
import Foundation

struct Join: AsyncParsableCommand, OpensMedia {
  static let configuration = CommandConfiguration(
    abstract: "Joins media files, or the parts that 'cutaway export --part' has rendered.",
    discussion: """
      Media files are played one after the other and encoded. With --passthrough-if-possible, their \
      packets are copied if they allow it. Files of different sizes fit the largest one.

      Of a folder of parts, the exit code is 75 if parts are missing or do not fit each other. A line \
      such as 'missing: 3,7-8' on standard output then names them, for array systems.

      Example:
        cutaway join beach.mp4 city.mov -o film.mp4
        cutaway join beach.mp4 city.mov --print >film.yaml
        cutaway join parts -o film.mp4
        cutaway join parts -o film.mp4 --wait 3600 --remove-parts
      """)

  @Argument(help: "Media files, or the folder of the parts.", completion: .file())
  var inputs: [String]
  @Option(
    defaultAsFlag: Double.infinity,
    help: "Waits until all parts are there; with a number, for so many seconds at most.")
  var wait: Double?
  @Flag(help: "Removes the parts when the output is complete.")
  var removeParts = false
  @OptionGroup var export: ClipExportArguments

  var opening: Opening {
    Opening(policy: export.policy, inputs: inputs, outputs: [export.output].compactMap(\.self))
  }

  func validate() throws {
    if inputs.isEmpty { throw ValidationError("give media files, or the folder of the parts") }
    try export.check()
    if inputs.count > 1, wait != nil || removeParts {
      throw ValidationError("--wait and --remove-parts need a folder of parts")
    }
    if let wait, !(wait >= 0) {
      throw ValidationError("--wait: \(wait) is not a number of seconds")
    }
  }

  func run() async throws {
    let options = self
    outliveReaders()
    try await reportingFailures(
      cancellation: "the work was cancelled; '\(export.output ?? "")' has not been written"
    ) { try await options.join() }
  }

  private func join() async throws {
    let folder = inputs[0]
    if inputs.count > 1 || isFile(folder) {
      return try await export.run(inputs.map { .init(path: $0) })
    }
    guard let output = export.output else {
      throw ValidationError("--print needs media files: the parts of an export are no composition")
    }
    if try export.rendition.isGiven() {
      throw ValidationError("options of rendering need media files: parts have been rendered")
    }
    if export.policy.policy != nil {
      throw ValidationError("--policy needs media files: parts have been rendered")
    }
    try await joinParts(in: folder, to: output)
  }

  private func isFile(_ path: String) -> Bool {
    // A file that is missing is reported as a folder that is missing.
    let kind = try? FileStatus(of: path, followingLink: true).kind
    return kind == .regular
  }

  private func joinParts(in folder: String, to output: String) async throws {
    // A folder that is missing may still be created.
    let kind = try? FileStatus(of: folder, followingLink: true).kind
    if kind.map({ $0 != .directory }) ?? (wait == nil) {
      throw fail(
        "error: '\(folder)' is not a folder of parts"
          + (kind == nil ? ": there is no such folder" : ""), Exit.unreadableInput)
    }
    try OutputName(output).check(overwriting: export.force)
    let parts = PartsFolder(URL(fileURLWithPath: folder))
    let display = ProgressDisplay(export.quiet ? .none : export.progress, output: output)
    if let wait {
      try await parts.waitForParts(for: wait.isFinite ? .seconds(wait) : nil) { progress in
        display.show(progress)
      }
    }
    if let type = parts.fileType { try check(type, output) }
    let summary = try await parts.join(
      to: output, overwriting: export.force, onWarning: display.show)
    if let summary { display.show(summary) }
    display.complete()
    if removeParts { try parts.removeParts() }
  }

  /// Checks that the output's name fits the type of the film.
  private func check(_ type: ExportFileType, _ output: String) throws {
    let ending = URL(fileURLWithPath: output).pathExtension.lowercased()
    if ending.isEmpty || type.pathExtensions.contains(ending) { return }
    throw ValidationError(
      "--output: the parts make a \(type.rawValue) file, whose name ends with "
        + "'.\(type.pathExtensions[0])', not '.\(ending)'")
  }
}
