import Foundation
import TestSupport
import Testing

@Suite struct ChildProcessTests {
  @Test func `output, errors and status are returned`() async throws {
    let outcome = try await ChildProcess("sh", ["-c", "echo one; echo two >&2; exit 3"]).run()
    #expect(outcome.status == .exited(3))
    #expect(outcome.outputText == "one\n")
    #expect(outcome.errorText == "two\n")
  }

  @Test func `a status other than 0 is a failure to check`() async throws {
    let failure = await #expect(throws: ChildProcess.Failure.self) {
      try await ChildProcess("sh", ["-c", "echo why >&2; exit 3"]).check()
    }
    #expect(failure?.reason == .status(.exited(3)))
    #expect(failure?.error == "why\n")
  }

  @Test func `large outputs on both streams do not block`() async throws {
    let script = "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2"
    let outcome = try await ChildProcess("sh", ["-c", script]).run()
    #expect(outcome.output.count == 3_000_000)
    #expect(outcome.error.count == 3_000_000)
  }

  @Test func `a program that does not end is killed, with its children`() async throws {
    // A slow machine needs longer to start the program.
    for timeout in [0.3, 3, 30, 120].map(Duration.seconds) {
      let failure = await #expect(throws: ChildProcess.Failure.self) {
        try await ChildProcess(
          "sh", ["-c", "echo started; sleep 600 & sleep 600"], timeout: timeout
        ).run()
      }
      #expect(failure?.reason == .timedOut(timeout))
      if failure?.output == "started\n" { return }
    }
    Issue.record("the program has printed nothing")
  }

  @Test func `a signal differs from an exit`() async throws {
    let outcome = try await ChildProcess("sh", ["-c", "kill -9 $$"]).run()
    #expect(outcome.status == .signalled(9))
  }

  @Test func `cancelling the task ends the program`() async throws {
    let task = Task { try await ChildProcess("sleep", ["600"]).run() }
    try await ChildProcess("true").check()
    task.cancel()
    #expect(try await task.value.status == .signalled(9))
  }

  @Test func `environment, directory and input are passed`() async throws {
    let files = try TemporaryDirectory()
    defer { files.remove() }
    let outcome = try await ChildProcess(
      "sh", ["-c", "echo $CUTAWAY_X ${HOME-none}; pwd -P; cat"],
      environment: ["CUTAWAY_X": "x", "HOME": String?.none], directory: files.url,
      input: Data("input".utf8)
    ).run()
    #expect(
      outcome.outputText == "x none\n\(files.url.resolvingSymlinksInPath().path)\ninput")
  }

  @Test func `an error names a missing program`() async {
    let failure = await #expect(throws: ChildProcess.Failure.self) {
      try await ChildProcess("no-such-program", ["a b"]).run()
    }
    #expect(failure?.description == "notFound: no-such-program 'a b'")
  }
}
