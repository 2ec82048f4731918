import ArgumentParser
import CutawayRuntime
import CutawaySystem

extension CutawayCommand {
  /// Runs the command like ArgumentParser, with additional checks.
  ///
  /// On the main thread, which is the only one until a worker has been limited.
  @MainActor static func main() async {
    StandardStream.holdAll()
    AllocatedMemory.limitArenas(to: CurrentProcess.processorCount)
    if CommandLine.arguments.dropFirst().first == WorkerVerb.name {
      await WorkerVerb.run(Isolation.serve())
    }
    if Isolation.isAsked(CommandLine.arguments) { Isolation.divide() }
    do {
      try checkArguments()
      let command = try parseAsRoot()
      try restrict(command)
      try checkThreads(for: command)
      ReadingNotice.start()
      try await run(command)
    } catch {
      exit(withError: error)
    }
  }

  private static func run(_ command: any ParsableCommand) async throws {
    var command = command
    do {
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let error as ValidationError {
      throw explained(error, type(of: command))
    }
  }

  /// Limits this process if it is a worker.
  private static func restrict(_ command: any ParsableCommand) throws {
    do {
      try (command as? any OpensMedia)?.opening.restrict()
    } catch let error as ValidationError {
      throw explained(error, type(of: command))
    } catch {
      throw reported(error)
    }
  }

  /// Ends early where media cannot be opened: libdispatch waits without an end for its first thread.
  private static func checkThreads(for command: any ParsableCommand) throws {
    guard command is any OpensMedia, !ThreadSupply.allows(ThreadSupply.minimum) else { return }
    throw fail("error: \(ThreadSupply.message)", Exit.incomplete)
  }

  /// Reports an error with the usage of the verb: ArgumentParser would show that of the whole command.
  private static func explained(
    _ error: ValidationError, _ verb: any ParsableCommand.Type
  ) -> ExitCode {
    fail(
      """
      Error: \(error.message)
      Usage: \(usageString(for: verb))
        See 'cutaway \(verb._commandName) --help' for more information.
      """, .validationFailure)
  }

  private static func checkArguments() throws {
    let arguments = CommandLine.arguments
    // An invalid string would be repaired to another name, and a file of that name would be written.
    if let index = CurrentProcess.firstInvalidArgument {
      throw ValidationError("'\(arguments[index])' is not UTF-8: arguments must be UTF-8")
    }
    let verbs = configuration.subcommands.map { $0._commandName } + ["help"]
    if arguments.count > 2, arguments[1] == "help", !arguments[2].hasPrefix("-"),
      !verbs.contains(arguments[2])
    {
      throw ValidationError("there is no verb '\(arguments[2])'")
    }
  }
}
