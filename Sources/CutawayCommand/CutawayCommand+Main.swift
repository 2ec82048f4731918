import ArgumentParser
import CutawayRuntime
import CutawaySystem

extension CutawayCommand {
  /// Runs the command like ArgumentParser, with additional checks.
  static func main() async {
    StandardStream.holdAll()
    AllocatedMemory.limitArenas(to: CurrentProcess.processorCount)
    ReadingNotice.start()
    do {
      try checkArguments()
      try await run(try await asyncParseAsRoot())
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
      // ArgumentParser would show the usage of the whole command.
      let verb = type(of: command)
      throw fail(
        """
        Error: \(error.message)
        Usage: \(usageString(for: verb))
          See 'cutaway \(verb._commandName) --help' for more information.
        """, .validationFailure)
    }
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
