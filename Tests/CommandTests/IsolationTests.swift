import Foundation
import Synchronization
import TestSupport
import Testing

/// Media in a process of their own.
@Suite(.serialized) struct IsolationTests {
  /// A folder with `uploads/edit.yaml`, which plays a film sixty times, and with a film beside it.
  private func prepare() async throws -> HostileCompositions {
    let hostile = try await HostileCompositions()
    let clips = Array(repeating: "clip.mp4", count: 60).joined(separator: ", ")
    let edit = "cutaway: 1\nsequence: [\(clips)]\n"
    try Data(edit.utf8).write(to: hostile.uploads.appendingPathComponent("edit.yaml"))
    return hostile
  }

  private func hiddenFiles(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(".") }
  }

  /// The children of a process.
  private static func children(of process: Int32) -> [Int32] {
    // A process that has ended has none.
    let text = try? String(
      contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    return (text ?? "").split(separator: " ").compactMap { Int32($0) }
  }

  /// Exports the film of ``prepare()``, and calls `act` with the worker when it writes.
  private func export(
    in folder: URL, policy: String = "default",
    _ act: @escaping @Sendable (_ worker: Int32) -> Void
  ) async throws -> ChildProcess.Outcome {
    var process = ChildProcess(
      TestedPackage.command, ["export", "edit.yaml", "-o", "film.mp4", "-q", "--policy", policy],
      directory: folder)
    let isDone = Mutex(false)
    let writes: @Sendable (Int32) -> Bool = { command in
      // The folder is read again and again until the export writes.
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      guard names.contains(where: { $0.hasPrefix(".film") }), !isDone.withLock({ $0 }),
        let worker = Self.children(of: command).first
      else { return false }
      isDone.withLock { $0 = true }
      act(worker)
      return true
    }
    // A signal without an effect, for the moment at which it is sent.
    process.signals = [.init(SIGCONT, once: writes)]
    let outcome = try await process.run()
    #expect(isDone.withLock { $0 }, "\(outcome.errorText)")
    return outcome
  }

  @Test(arguments: [SIGSEGV, SIGFPE, SIGABRT])
  func `a crash is an error with the place of the asset, and leaves nothing`(
    signal: Int32
  ) async throws {
    let hostile = try await prepare()
    defer { hostile.folder.remove() }
    let outcome = try await export(in: hostile.uploads) { _ = kill($0, signal) }
    #expect(outcome.status == .exited(66))
    #expect(
      outcome.errorText.contains("edit.yaml:2:12: error: reading 'clip.mp4' crashed (SIG"),
      "\(outcome.errorText)")
    #expect(try hiddenFiles(in: hostile.uploads).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: hostile.uploads.path + "/film.mp4"))
  }

  @Test func `a worker that is killed is worth another try`() async throws {
    let hostile = try await prepare()
    defer { hostile.folder.remove() }
    let outcome = try await export(in: hostile.uploads) { _ = kill($0, SIGKILL) }
    #expect(outcome.status == .exited(75))
    #expect(outcome.errorText.contains("memory may be short"), "\(outcome.errorText)")
    #expect(try hiddenFiles(in: hostile.uploads).isEmpty)
  }

  @Test func `a worker has no privileges to gain, and its calls are filtered`() async throws {
    let hostile = try await prepare()
    defer { hostile.folder.remove() }
    let status = Mutex("")
    let outcome = try await export(in: hostile.uploads) { worker in
      // Without a status, the expectations fail.
      let text = (try? String(contentsOfFile: "/proc/\(worker)/status", encoding: .utf8)) ?? ""
      status.withLock { $0 = text }
    }
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
    let lines = status.withLock { $0 }.split(separator: "\n")
    #expect(lines.contains("NoNewPrivs:\t1"))
    #expect(lines.contains("Seccomp:\t2"))
  }

  @Test(arguments: [
    ("limits: {memory: 30000000}", "30000000 bytes of memory"),
    ("limits: {processorTime: 1}", "more processor time"),
  ])
  func `a job that needs more than its policy allows is refused`(
    limit: String, message: String
  ) async throws {
    let hostile = try await prepare()
    defer { hostile.folder.remove() }
    try Data("folders: [uploads]\n\(limit)\n".utf8).write(to: hostile.folder.file("policy.yaml"))
    let outcome = try await ChildProcess(
      TestedPackage.command,
      ["export", "edit.yaml", "-o", "film.mp4", "-q", "--policy", "../policy.yaml"],
      directory: hostile.uploads
    ).run()
    #expect(outcome.status == .exited(77), "\(outcome.errorText)")
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
    #expect(try hiddenFiles(in: hostile.uploads).isEmpty)
  }

  @Test func `what a policy requires of the kernel must be in effect`() async throws {
    let hostile = try await prepare()
    defer { hostile.folder.remove() }
    try Data("folders: [uploads]\nrequire: [landlock, seccomp]\n".utf8).write(
      to: hostile.folder.file("policy.yaml"))
    let probe = ["probe", "clip.mp4", "--policy", "../policy.yaml"]
    let own = try await ChildProcess(
      TestedPackage.command, probe + ["--isolation", "none"], directory: hostile.uploads
    ).run()
    #expect(own.status == .exited(77))
    #expect(own.errorText.contains("requires landlock and seccomp"), "\(own.errorText)")
  }

  @Test func `a file that becomes a link between check and opening is not followed`() async throws {
    let hostile = try await prepare()
    defer { hostile.folder.remove() }
    let uploads = hostile.uploads.path, secret = hostile.secret
    try Data(contentsOf: URL(fileURLWithPath: uploads + "/clip.mp4"))
      .write(to: URL(fileURLWithPath: uploads + "/moving.mp4"))
    let watch = OpenedFiles(in: [secret])
    let isOver = Mutex(false)
    let swapping = Task.detached {
      var count = 0
      while !isOver.withLock({ $0 }) {
        count += 1
        let new = uploads + "/new\(count)"
        // The system copies the paths. A call that fails leaves the state before.
        if count % 2 == 0 {
          _ = unsafe link(uploads + "/clip.mp4", new)
        } else {
          _ = unsafe symlink(secret + "/film.mp4", new)
        }
        _ = unsafe rename(new, uploads + "/moving.mp4")
        // Each state lasts long enough to be checked or opened in it.
        // A cancelled sleep would only be shorter.
        try? await Task.sleep(for: .milliseconds(3))
      }
      return count
    }
    for number in 0..<12 {
      _ = try await ChildProcess(
        TestedPackage.command,
        ["trim", "moving.mp4", "0,0.2", "-o", "\(number).mkv", "-q", "--policy", "default"],
        directory: hostile.uploads
      ).run()
    }
    isOver.withLock { $0 = true }
    #expect(await swapping.value > 24)
    #expect(!watch.found())
  }
}
