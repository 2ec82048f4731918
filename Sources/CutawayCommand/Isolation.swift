import ArgumentParser
import Cutaway
import CutawayDiagnostics
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawaySystem
import Foundation

/// Where a command opens media.
enum Isolation: String, ExpressibleByArgument, CaseIterable {
  /// In a process of its own, whose death is an error of the job.
  case process
  /// In the process of the command.
  case none
}

/// A verb that opens media of strangers.
protocol OpensMedia: ParsableCommand {
  var opening: Opening { get }
}

/// What a verb opens, as far as its arguments state it.
struct Opening {
  var policy: PolicyOption
  /// The compositions or media.
  var inputs: [String]
  /// Other files that the caller names.
  var files: [String] = []
  /// The files and folders that are written.
  var outputs: [String] = []
  /// Whether other processes render: they read the policy again, and Foundation watches them through a socket of the network.
  var startsProcesses = false
  /// Whether a person watches, so that devices and the display are needed, and the time has no bound.
  var isInteractive = false
}

extension Opening {
  /// The same, for a verb that works on one composition.
  init(_ input: CompositionInput, files: [String] = [], outputs: [String] = []) {
    self.init(
      policy: input.policy, inputs: [input.file], files: files + input.variables.vars,
      outputs: outputs)
  }
}

extension Isolation {
  /// Whether arguments ask for a process of its own.
  ///
  /// Known before they are parsed: the process must divide while it has one thread.
  static func isAsked(_ arguments: [String]) -> Bool {
    let options = arguments.prefix { $0 != "--" }
    func value(of name: String) -> Substring? {
      let values = options.indices.compactMap { index -> Substring? in
        if options[index].hasPrefix(name + "=") { return options[index].dropFirst(name.count + 1) }
        return options[index] == name && index + 1 < options.endIndex
          ? options[index + 1][...] : nil
      }
      return values.last
    }
    if let chosen = value(of: "--isolation") { return chosen == process.rawValue }
    return value(of: "--policy") != nil
  }

  /// Divides the process in two.
  ///
  /// - Returns: Only in the worker. The other process waits for it, and ends with its status, or with an error if it dies.
  static func divide() {
    var worker: Worker
    do throws(SystemError) {
      guard let started = try Worker.start() else { return }
      worker = started
    } catch {
      tell("error: cannot start a process for the media: \(error.message)")
      // To be tried again: the system has too many processes, or too little memory.
      _exit(Exit.incomplete.rawValue)
    }
    let end = worker.wait()
    discardUnfinished(by: worker)
    _exit(report(end, of: worker).rawValue)
  }

  /// Divides the process for each job of a program that uses the library.
  ///
  /// - Returns: Only in a worker: its job. The other processes wait, and end.
  static func serve() -> WorkerJob {
    let socket: JobSocket
    do throws(SystemError) {
      let host = try JobSocket.standardInput()
      // Loaded once for all workers.
      startGStreamer()
      try host.send(WorkerJob.greeting)
      socket = WorkerServer.serve(host)
    } catch {
      tell("error: 'cutaway worker' serves programs that use the library: \(error.message)")
      _exit(ExitCode.validationFailure.rawValue)
    }
    var worker: Worker
    do throws(SystemError) {
      guard let started = try Worker.start() else {
        guard let job = WorkerJob(from: socket) else { _exit(Exit.failed.rawValue) }
        return job
      }
      worker = started
    } catch {
      WorkerJob.report(
        WorkerFailure(
          .interrupted, "cannot start a process for the media: \(error.message)"), to: socket)
      _exit(Exit.incomplete.rawValue)
    }
    let end = worker.wait(hangingUpWith: socket)
    discardUnfinished(by: worker)
    if let failure = WorkerFailure(end, of: worker, grace: Opening.grace) {
      WorkerJob.report(failure, to: socket)
    }
    _exit(0)
  }

  /// Removes the unfinished files of a process that has died.
  private static func discardUnfinished(by worker: borrowing Worker) {
    for folder in Set(worker.unfinished.map(folder(of:))) { discardUnfinishedOutputs(in: folder) }
  }

  private static func report(_ end: Worker.End, of worker: borrowing Worker) -> ExitCode {
    switch end {
    case .exited(let status): return ExitCode(status)
    case .died(let signal)
    where signal != Signal.kill.number && signal != Signal.processorTime.number
      && !WorkerNotes.crashes.contains(signal):
      return ExitCode(Signal(number: signal).exitStatus)
    default: break
    }
    guard let failure = WorkerFailure(end, of: worker, grace: Opening.grace) else {
      return Exit.failed
    }
    let place = failure.suspects.count == 1 ? failure.suspects[0].place : nil
    tell("\(place.map { "\($0): " } ?? "")error: \(failure.message)")
    return switch failure.kind {
    case .crashed: failure.suspects.isEmpty ? Exit.crashed : Exit.unreadableInput
    case .refused: Exit.refused
    case .interrupted, .unavailable: Exit.incomplete
    }
  }
}

extension Opening {
  /// How much later than the job's own limit its process is killed, in seconds.
  static let grace = 2.0

  /// Limits this process to what its policy allows, if it is a worker.
  ///
  /// To be called before the process has a second thread.
  ///
  /// - Throws: `ExitCode` after a message; `CompositionFileError` for a policy.
  func restrict() throws {
    guard let limit = try policy.policy(forFiles: inputs) else { return }
    do throws(WorkerFailure) {
      try restrict(to: limit)
    } catch {
      throw fail("error: \(error.message)", Exit.refused)
    }
  }

  /// Limits this process to what a policy allows, if it is a worker.
  ///
  /// To be called before the process has a second thread.
  func restrict(to limit: RenderPolicy) throws(WorkerFailure) {
    let lacking = limit.require.filter { part in
      !WorkerNotes.isWorker || isInteractive || Sandbox.Feature(part)?.isAvailable != true
    }.map(\.rawValue).sorted()
    if !lacking.isEmpty {
      throw WorkerFailure(
        .refused,
        """
        the policy requires \(lacking.joined(separator: " and ")), which \
        \(WorkerNotes.isWorker && !isInteractive ? "this kernel lacks" : "needs a process of its own")
        """)
    }
    guard WorkerNotes.isWorker else { return }
    WorkerNotes.send(
      .limits(
        memory: limit.limits.memory,
        seconds: isInteractive ? nil : limit.limits.time.seconds + Self.grace))
    if isInteractive { return }
    // GStreamer may write its list of plugins now, but not later.
    startGStreamer()
    let environment = ProcessInfo.processInfo.environment
    var sandbox = Sandbox(
      reading: files + (startsProcesses ? [policy.policy].compactMap(\.self) : []) + limit.folders
        + UserFolders.fonts(environment),
      writing: outputs.filter { $0 != "-" }.map { output in
        let folder = folder(of: output)
        return folder.isEmpty ? "." : folder
      } + [UserFolders.makeRecords(environment)].compactMap(\.self),
      allowsNetwork: startsProcesses || !limit.schemes.isEmpty,
      processorSeconds: limit.limits.processorTime.seconds)
    sandbox.inputs = inputs.filter { $0 != "-" }
    sandbox.executed = programFolders(environment)
    do throws(Sandbox.Failure) {
      try sandbox.enter()
    } catch {
      throw WorkerFailure(
        .refused, "cannot limit the process of the media: \(error.message)")
    }
  }

  /// The folders of this program, of its plugins and of GStreamer's.
  private func programFolders(_ environment: [String: String]) -> [String] {
    let variables = [
      "GST_PLUGIN_PATH", "GST_PLUGIN_PATH_1_0", "GST_PLUGIN_SYSTEM_PATH",
      "GST_PLUGIN_SYSTEM_PATH_1_0", "LD_LIBRARY_PATH",
    ]
    // A program that was removed has no folder.
    let program = (try? FileSystem.resolvedPath(CurrentProcess.executablePath)).map(folder(of:))
    return variables.flatMap { environment[$0]?.split(separator: ":").map(String.init) ?? [] }
      + (program.map { [$0, $0 + "/../lib"] } ?? [])
  }
}

extension Sandbox.Feature {
  /// The part of the kernel that a policy names.
  init?(_ part: RenderPolicy.Protection) { self.init(rawValue: part.rawValue) }
}
