import Foundation
import TestSupport
import Testing

/// What `scripts/setup` does where packages are missing; `apt-get` is one that takes notes.
@Suite struct SetupTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "scripts/setup").path

  /// Runs the script with nothing installed.
  ///
  /// - Parameters:
  ///   - arguments: What it is given.
  ///   - answer: What is typed at its terminal; `nil` is none.
  /// - Returns: How it ended, what it said, and what it had `apt-get` do.
  /// - Throws: What keeps it from being run.
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
    // Without a session of its own the script would find the terminal of who runs the tests.
    let words =
      answer == nil
      ? ["setsid", "--wait", "sh", "-c", command] : ["script", "-qec", command, "/dev/null"]
    let outcome = try await ChildProcess(
      "/usr/bin/env", words, environment: ["PATH": "\(folder.url.path):\(path)"],
      input: Data((answer ?? "").utf8)
    ).run()
    // There is none where nothing was asked of `apt-get`.
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
