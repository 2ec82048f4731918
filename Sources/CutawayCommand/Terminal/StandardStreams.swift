import ArgumentParser
import CutawayDiagnostics
import CutawaySystem
import Foundation

/// Ignores SIGPIPE, for commands whose result is a file: they continue if nobody reads their
/// messages.
func outliveReaders() { Signal.brokenPipe.ignore() }

/// Prints a line for people.
func tell(_ message: String) { display(message + "\n") }

/// Prints a warning.
@Sendable func tell(_ warning: Warning) { tell("warning: \(warning.message)") }

/// Prints a line for people, and replaces a progress bar.
func tellOverProgress(_ message: String) {
  display((StandardStream.error.isTerminal ? "\r\u{1B}[K" : "") + message + "\n")
}

/// Prints a text for people, and ignores failures.
func display(_ text: String) { try? StandardStream.error.write(text) }

/// Prints a line for programs, and ignores failures.
func report(line: String) { try? StandardStream.output.write(line + "\n") }

/// Writes a text that ends with a line feed to a file, which gets its name when it is complete, or prints it.
///
/// - Throws: `ExitCode` if it cannot be written.
func write(_ text: String, to path: String?) throws(ExitCode) {
  guard let path else { return try printResult(String(text.dropLast())) }
  do {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  } catch {
    throw fail(
      "error: cannot write '\(path)': \(error.localizedDescription)", Exit.unwritableOutput)
  }
}

/// Prints a result and a line feed.
///
/// - Throws: `ExitCode` if it cannot be written.
func printResult(_ text: String) throws(ExitCode) {
  do throws(SystemError) {
    try StandardStream.output.write(text + "\n")
  } catch {
    if error == .brokenPipe { throw ExitCode(Signal.brokenPipe.exitStatus) }
    throw fail("error: cannot write to standard output: \(error.message)", Exit.unwritableOutput)
  }
}
