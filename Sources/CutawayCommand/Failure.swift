import ArgumentParser
import Cutaway
import CutawayDiagnostics
import CutawayFile
import CutawayMedia
import CutawayRuntime
import CutawaySystem
import CutawayTime
import CutawayTranslation
import Dispatch
import Foundation

/// The exit codes, which follow `sysexits.h` where possible.
enum Exit {
  static let failed = ExitCode(1)
  static let invalidComposition = ExitCode(65)
  static let unreadableInput = ExitCode(66)
  static let unwritableOutput = ExitCode(73)
  /// A policy does not allow it.
  static let refused = ExitCode(77)
  /// To be tried again: parts are missing, or the system ended a process.
  static let incomplete = ExitCode(75)
  /// The process of the job crashed, and no file is known to be the cause.
  static let crashed = ExitCode(70)
}

/// Prints a message, and returns the code for the caller to throw.
func fail(_ message: String, _ code: ExitCode) -> ExitCode {
  tell(message)
  return code
}

/// Runs `body`, and turns its errors into a message and an exit code.
///
/// A signal cancels it, and ends the process if that takes long; so does a second signal.
///
/// - Parameters:
///   - cancellation: The message if a signal ends it.
///   - body: The work of the command.
/// - Throws: `ExitCode`.
func reportingFailures(
  cancellation: String? = nil, _ body: @escaping @Sendable () async throws -> Void
) async throws {
  let task = Task(executorPreference: BlockingThreads.shared) { try await body() }
  let end: @Sendable (Signal) -> Void = { signal in
    discardUnfinishedOutputs()
    if let cancellation { tellOverProgress(cancellation) }
    _exit(signal.exitStatus)
  }
  let interruption = Interruption(
    first: { signal in
      task.cancel()
      // A source that hangs may block its caller.
      DispatchQueue.global().asyncAfter(deadline: .now() + 1.2) { end(signal) }
    }, second: end)
  do {
    // A signal that arrives too late is not a failure, because the result is complete.
    try await task.value
  } catch {
    if let signal = interruption.signal {
      if let cancellation { tellOverProgress(cancellation) }
      throw ExitCode(signal.exitStatus)
    }
    throw reported(error)
  }
}

/// Reports an error, and returns the exit code for the caller to throw.
func reported(_ error: any Error) -> any Error {
  switch error {
  case is ExitCode, is ValidationError, is CleanExit: return error
  case is CancellationError: return Exit.failed
  case let error as CompositionFileError: return fail("\(error)", exitCode(of: error))
  case let error as ExportError where .missingParts ~= error:
    // Array systems take the line as the indices to run again.
    if let line = error.details { report(line: line) }
    return fail("error: \(error)", Exit.incomplete)
  case let error as ExportError:
    let way = .outputExists ~= error ? "; --force replaces it" : ""
    return fail(text(of: error, adding: way), exitCode(of: error.code))
  case let error as PipelineError:
    return reported(ExportError(error))
  case let error as ImageGenerationError:
    return fail(text(of: error), Exit.failed)
  default: return fail("error: \(error)", Exit.failed)
  }
}

/// An error with GStreamer's details on a line of their own.
private func text<Code>(of error: CutawayError<Code>, adding way: String = "") -> String {
  (["error: \(error)\(way)"] + [error.details].compactMap(\.self)).joined(separator: "\n  ")
}

/// The exit code of a file whose media are missing differs from that of an invalid one.
func exitCode(of error: CompositionFileError) -> ExitCode {
  if error.diagnostics.contains(where: { $0.kind == .refused }) { return Exit.refused }
  return error.diagnostics.allSatisfy { $0.kind == .unreadable }
    ? Exit.unreadableInput : Exit.invalidComposition
}

private func exitCode(of code: ExportError.Code) -> ExitCode {
  switch code {
  case .outputUnavailable, .outputExists, .noSpaceLeft: Exit.unwritableOutput
  case .invalidComposition, .needsEncoding, .otherPlan: Exit.invalidComposition
  case .unreadableMedia: Exit.unreadableInput
  case .refused: Exit.refused
  case .interrupted: Exit.incomplete
  case .incompatible, .emptyRange: .validationFailure
  default: Exit.failed
  }
}
