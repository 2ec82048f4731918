import CutawayMedia
import CutawaySystem
import Foundation
import Synchronization

/// The commands that make workers for this process.
final class WorkerPool: Sendable {
  static let shared = WorkerPool()

  private let servers = Mutex<[String: WorkerServer]>([:])

  /// Starts a job in a worker.
  ///
  /// - Parameters:
  ///   - request: The job.
  ///   - command: The path of the command; `nil` looks for it.
  /// - Returns: The connection to the worker.
  /// - Throws: ``WorkerFailure``.
  func start(
    _ request: WorkerRequest, by command: String?
  ) async throws(WorkerFailure) -> WorkerConnection {
    try await onBlockingThread { () throws(WorkerFailure) in
      let socket = try self.connect(command)
      // Why a worker does not take it is the worker's last message.
      try? socket.send(WorkerMessage.request.containing(request))
      return WorkerConnection(socket)
    }
  }

  // MARK: Commands

  /// Starts a worker, and the command if it does not run.
  private func connect(_ command: String?) throws(WorkerFailure) -> JobSocket {
    let path: String
    if let command { path = command } else { path = try Self.foundCommand() }
    return try servers.withLock { servers throws(WorkerFailure) in
      // A command that was killed is started again.
      if let server = servers[path], let socket = try? server.startWorker() { return socket }
      servers[path] = nil
      let server = try Self.start(path)
      servers[path] = server
      do throws(SystemError) {
        return try server.startWorker()
      } catch {
        throw Self.unavailable("'\(path)' cannot be started: \(error.message)")
      }
    }
  }

  private static func start(_ path: String) throws(WorkerFailure) -> WorkerServer {
    let server: WorkerServer
    do throws(SystemError) {
      server = try WorkerServer(path, ["worker"])
    } catch {
      throw unavailable("'\(path)' cannot be started: \(error.message)")
    }
    // A program that says nothing has ended.
    let greeting = try? server.receiveGreeting(upTo: 1_024)
    guard let greeting, greeting.kind == WorkerMessage.greeting.rawValue else {
      throw unavailable("'\(path)' is no command of Cutaway that makes workers")
    }
    let version = String(decoding: greeting.bytes, as: UTF8.self)
    guard version == cutawayVersion else {
      throw unavailable("'\(path)' has the version \(version), not \(cutawayVersion)")
    }
    return server
  }

  private static func unavailable(_ reason: String) -> WorkerFailure {
    WorkerFailure(.unavailable, "cannot open media in a process of their own: \(reason)")
  }

  /// The command beside this program, or in a folder of `PATH`.
  private static func foundCommand() throws(WorkerFailure) -> String {
    // A program that was removed has no folder.
    let own = (try? FileSystem.resolvedPath(CurrentProcess.executablePath)).map {
      ($0 as NSString).deletingLastPathComponent
    }
    let listed = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init)
    for folder in [own].compactMap(\.self) + (listed ?? []) {
      let path = folder + "/cutaway"
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    throw unavailable("there is no 'cutaway' beside this program or in PATH")
  }
}
