import Foundation
import TestSupport
import Testing

/// What `scripts/setup` does where packages are missing; the package manager is one that takes notes.
@Suite struct SetupTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "scripts/setup").path

  /// A package manager, and the command that knows what is installed.
  enum PackageManager: String {
    case apt = "apt-get"
    case dnf

    var query: String { self == .apt ? "dpkg-query" : "rpm" }
    /// What the query does for a package that is installed.
    var confirmation: String { self == .apt ? "echo -n installed" : "exit 0" }
  }

  /// The programs that the script needs from any machine, and those that run it.
  private static let tools = ["bash", "cat", "env", "id", "mktemp", "rm", "script", "setsid", "sh"]

  /// Runs the script on a machine without any other program.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the script.
  ///   - answer: What is typed at its terminal; `nil` is none.
  ///   - manager: The package manager of the machine; `nil` is none.
  ///   - installed: Whether all packages are installed; otherwise none is.
  /// - Returns: The exit status, the output, and the commands that the package manager received.
  /// - Throws: An error if the script cannot be run.
  private func run(
    _ arguments: String, answer: String?, manager: PackageManager? = .apt, installed: Bool = false
  ) async throws -> (status: ChildProcess.Status, text: String, asked: String) {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let log = folder.file("log")
    var programs = ["sudo": "exec \"$@\"", "swift": "exit 0"]
    if let manager {
      programs[manager.rawValue] = "echo \"$@\" >>'\(log.path)'"
      programs[manager.query] = installed ? manager.confirmation : "exit 1"
    }
    for (name, body) in programs {
      try "#!/bin/sh\n\(body)\n".write(to: folder.file(name), atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.file(name).path)
    }
    for name in Self.tools {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name).path, withDestinationPath: "/usr/bin/\(name)")
    }
    let command = "'\(Self.script)' \(arguments)"
    // Without its own session, the script would use the terminal of the test runner.
    let words =
      answer == nil
      ? ["setsid", "--wait", "sh", "-c", command] : ["script", "-qec", command, "/dev/null"]
    let outcome = try await ChildProcess(
      "/usr/bin/env", words, environment: ["PATH": folder.url.path],
      input: Data((answer ?? "").utf8)
    ).run()
    // There is no log if the package manager received no command.
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
    #expect(asked.contains("update"))
    #expect(asked.contains("install --no-install-recommends -y -q libgstreamer1.0-dev"))
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
    #expect(asked.contains("install "))
  }

  @Test func `without a terminal, setup does not ask`() async throws {
    let (status, text, asked) = try await run("", answer: nil)
    #expect(status == .exited(0), "\(text)")
    #expect(text.contains("installing libgstreamer1.0-dev"))
    #expect(asked.contains("install "))
  }

  @Test func `with dnf it installs Fedora's packages`() async throws {
    let (status, text, asked) = try await run("", answer: "y\n", manager: .dnf)
    #expect(status == .exited(0), "\(text)")
    #expect(text.contains("missing: gstreamer1-devel gstreamer1-plugins-base-devel pango-devel"))
    #expect(text.contains("dnf install\"? [y/N]"))
    #expect(asked.contains("install --setopt=install_weak_deps=False -y -q gstreamer1-devel"))
    #expect(!(text + asked).contains("1.0") && !asked.contains(" - "))
  }

  @Test(arguments: [
    (PackageManager.apt, "apt-get install --no-install-recommends libgstreamer1.0-dev "),
    (.dnf, "dnf install --setopt=install_weak_deps=False gstreamer1-devel "),
  ])
  func `a dry run prints the command that installs, and runs nothing`(
    manager: PackageManager, command: String
  ) async throws {
    let (status, text, asked) = try await run("--dry-run", answer: nil, manager: manager)
    #expect(status == .exited(0), "\(text)")
    #expect(text.hasPrefix(command) || text.hasPrefix("sudo " + command))
    #expect(text.hasSuffix("\n") && text.filter(\.isNewline).count == 1)
    #expect(!text.contains("yaml"))
    let (_, forTests, askedForTests) = try await run(
      "--dry-run --for-tests", answer: nil, manager: manager)
    #expect(forTests.contains("yaml"))
    #expect(asked + askedForTests == "")
  }

  @Test(arguments: [PackageManager.apt, .dnf])
  func `where nothing is missing, nothing is installed`(manager: PackageManager) async throws {
    for arguments in ["", "--dry-run"] {
      let (status, text, asked) = try await run(
        arguments, answer: nil, manager: manager, installed: true)
      #expect(status == .exited(0), "\(text)")
      #expect(text == "setup: all packages are installed\n")
      #expect(asked == "")
    }
  }

  @Test(arguments: ["", "--dry-run"])
  func `without apt-get and dnf it fails and names both`(arguments: String) async throws {
    let (status, text, _) = try await run(arguments, answer: nil, manager: nil)
    #expect(status == .exited(1), "\(text)")
    #expect(text.contains("neither apt-get nor dnf"))
  }
}
