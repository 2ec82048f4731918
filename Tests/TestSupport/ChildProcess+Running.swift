import Foundation
import Synchronization

extension ChildProcess {
  /// Runs the program to its end, whatever its exit status.
  public func run() async throws(Failure) -> Outcome {
    guard let path = Self.find(executable) else { throw failure(.notFound) }
    let files: TemporaryDirectory
    let process = Process()
    let screen = terminal?.open()
    // Foundation keeps processes that have ended, and with them their files.
    var opened: [FileHandle] = []
    defer { for file in opened { try? file.close() } }
    func keep(_ file: FileHandle) -> FileHandle {
      if file !== FileHandle.nullDevice { opened.append(file) }
      return file
    }
    do {
      files = try TemporaryDirectory()
      process.executableURL = path
      process.arguments = arguments
      process.environment = mergedEnvironment
      if let directory { process.currentDirectoryURL = directory }
      process.standardInput = try keep(files.input(input))
      process.standardOutput = try keep(files.output("out"))
      process.standardError = try screen ?? keep(files.output("err"))
    } catch {
      throw failure(.notStarted("\(error)"))
    }
    defer { files.remove() }
    let end = Ending()
    process.terminationHandler = { _ in end.reach() }
    // The terminal ends when no process has it open.
    defer { try? screen?.close() }
    do { try process.run() } catch { throw failure(.notStarted("\(error)")) }
    let target = Target(process: process)
    // Held while the process is killed, whose end may be noticed before the kill returns.
    let isLate = Mutex(false)
    // Not a task: tests that compute may keep all of the cooperative threads busy for long.
    let alarm = DispatchWorkItem {
      // It may have ended, and its task not have run since.
      isLate.withLock { $0 = target.kill() }
    }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + timeout / .seconds(1), execute: alarm)
    for signal in signals { target.send(signal) }
    await withTaskCancellationHandler {
      await end.wait()
    } onCancel: {
      target.kill()
    }
    alarm.cancel()
    let outcome = Outcome(
      status: process.terminationReason == .exit
        ? .exited(Int(process.terminationStatus)) : .signalled(Int(process.terminationStatus)),
      output: files.contents("out"), error: files.contents("err"))
    if isLate.withLock({ $0 }) { throw failure(.timedOut(timeout), outcome) }
    return outcome
  }

  /// Runs the program; any exit status but 0 is a failure.
  @discardableResult
  public func check() async throws(Failure) -> Outcome {
    let outcome = try await run()
    guard outcome.status == .exited(0) else { throw failure(.status(outcome.status), outcome) }
    return outcome
  }

  private func failure(_ reason: Failure.Reason, _ outcome: Outcome? = nil) -> Failure {
    Failure(
      reason: reason, command: command, output: outcome?.outputText ?? "",
      error: outcome?.errorText ?? "")
  }

  private var mergedEnvironment: [String: String] {
    var merged = ProcessInfo.processInfo.environment
    for (name, value) in environment { merged[name] = value }
    return merged
  }

  private static func find(_ name: String) -> URL? {
    let paths = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    let candidates =
      name.contains("/")
      ? [name] : paths.split(separator: ":").map { "\($0)/\(name)" }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { URL(fileURLWithPath: $0) }
  }
}

/// The end of a process, awaited by one task.
private final class Ending: Sendable {
  private enum State {
    case running
    case awaited(CheckedContinuation<Void, Never>)
    case reached
  }
  private let state = Mutex(State.running)

  func reach() {
    let waiting = state.withLock { state in
      defer { state = .reached }
      return state
    }
    if case .awaited(let continuation) = waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if case .reached = state { return true }
        state = .awaited(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }
}

/// A running process that can be killed from another task.
private struct Target: Sendable {
  let process: Process

  /// Sends the process alone a signal when it is due, on a thread of its own.
  func send(_ signal: ChildProcess.Signal) {
    Thread.detachNewThread {
      let id = process.processIdentifier
      while process.isRunning, !signal.isDue(id) { Thread.sleep(forTimeInterval: 0.01) }
      Thread.sleep(forTimeInterval: signal.delay / .seconds(1))
      if process.isRunning { _ = Foundation.kill(id, signal.number) }
    }
  }

  /// Ends the process, and its group where it leads one, at once; returns whether it was running.
  @discardableResult
  func kill() -> Bool {
    guard process.isRunning else { return false }
    let id = process.processIdentifier
    _ = Foundation.kill(getpgid(id) == id ? -id : id, SIGKILL)
    return true
  }
}
