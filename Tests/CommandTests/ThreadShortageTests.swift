import Foundation
import TestSupport
import Testing

/// A process that gets no more threads.
@Suite struct ThreadShortageTests {
  /// Runs the command with less memory for addresses than a thread's stack takes.
  private func export(_ options: [String], in folder: URL) async throws -> ChildProcess.Outcome {
    let script = "ulimit -S -s 64000000 && ulimit -v 60000000 && exec \"$0\" \"$@\""
    let arguments = ["export", "edit.yaml", "-o", "film.mp4", "-q"] + options
    let process = ChildProcess(
      "/bin/bash", ["-c", script, TestedPackage.command] + arguments,
      directory: folder)
    return try await process.run()
  }

  @Test(arguments: [[], ["--policy", "default"]])
  func `a thread that the system does not allow ends the job, which can be tried again`(
    options: [String]
  ) async throws {
    let hostile = try await HostileCompositions()
    defer { hostile.folder.remove() }
    let edit = Data("cutaway: 1\nsequence: [clip.mp4]\n".utf8)
    try edit.write(to: hostile.uploads.appendingPathComponent("edit.yaml"))
    let outcome = try await export(options, in: hostile.uploads)
    #expect(outcome.status == .exited(75))
    #expect(outcome.errorText.contains("no more threads"), "\(outcome.errorText)")
    let names = try FileManager.default.contentsOfDirectory(atPath: hostile.uploads.path)
    #expect(!names.contains { $0.contains("film") }, "\(names)")
  }
}
