import Foundation
import TestSupport
import Testing

/// `scripts/setup` with missing packages and an `apt-get` that records its arguments.
@Suite struct SetupTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "scripts/setup").path

  /// Runs the script with nothing installed.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the script.
  ///   - answer: The input at its terminal; `nil` for no terminal.
  /// - Returns: The exit status, the output, and the arguments of `apt-get`.
  /// - Throws: An error if the script cannot run.
  private func run(
    _ arguments: String, answer: String?
  ) async throws -> (status: ChildProcess.Status, text: String, asked: String) {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let log = folder.file("log")
    for (name, body) in [
      ("dpkg-query", "exit 1"), ("apt-get", "echo \"$@\" >>'\(log.path)'"), ("sudo", "exec \"$@\""),
    ] {
      try "#!/bin/sh\n\(body)\n".write(to: folder.file(name), atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.file(name).path)
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let command = "'\(Self.script)' \(arguments)"
    // Without its own session, the script would use the terminal of the test runner.
    let words =
      answer == nil
      ? ["setsid", "--wait", "sh", "-c", command] : ["script", "-qec", command, "/dev/null"]
    let outcome = try await ChildProcess(
      "/usr/bin/env", words, environment: ["PATH": "\(folder.url.path):\(path)"],
      input: Data((answer ?? "").utf8)
    ).run()
    // The file is missing if `apt-get` was not called.
    let asked = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    return (outcome.status, outcome.outputText + outcome.errorText, asked)
  }

  @Test(arguments: ["y\n", "yes\n", "Y\n"])
  func `on a terminal, setup lists missing packages, asks, and installs them`(answer: String)
    async throws
  {
    let (status, text, asked) = try await run("", answer: answer)
    #expect(status == .exited(0), "\(text)")
    #expect(text.contains("missing: libgstreamer1.0-dev"))
    #expect(text.contains("[y/N]"))
    #expect(asked.contains("install -y") && asked.contains("libgstreamer1.0-dev"))
  }

  @Test(arguments: ["n\n", "\n", "what?\n"])
  func `any answer but yes installs nothing and is a failure`(answer: String) async throws {
    let (status, text, asked) = try await run("--quiet", answer: answer)
    #expect(status == .exited(1), "\(text)")
    #expect(text.contains("nothing was installed"))
    #expect(asked == "")
  }

  @Test func `with --yes, setup does not ask`() async throws {
    let (status, text, asked) = try await run("--yes", answer: "")
    #expect(status == .exited(0), "\(text)")
    #expect(!text.contains("[y/N]"))
    #expect(asked.contains("install -y"))
  }

  @Test func `without a terminal, setup does not ask`() async throws {
    let (status, text, asked) = try await run("", answer: nil)
    #expect(status == .exited(0), "\(text)")
    #expect(text.contains("installing libgstreamer1.0-dev"))
    #expect(asked.contains("install -y"))
  }
}
