public import Foundation

/// A program to run to its end, with everything it printed.
///
/// Output goes through files, so it may be of any size, and a grandchild that keeps it open does
/// not block. A program that is still running after `timeout`, or whose task is cancelled, is
/// killed together with its process group.
///
/// ```swift
/// let outcome = try await ChildProcess("gst-inspect-1.0", ["--version"]).run()
/// print(outcome.status, outcome.outputText)
/// ```
public struct ChildProcess: Sendable {
  /// A path, or a name that is looked up in `PATH`.
  public var executable: String
  public var arguments: [String]
  /// Changes of this process's environment; `nil` removes a variable.
  public var environment: [String: String?]
  public var directory: URL?
  public var input: Data
  public var timeout: Duration
  /// Signals sent while it runs; it may end before.
  public var signals: [Signal]
  /// The destination of standard error; otherwise the outcome contains it.
  public var terminal: PseudoTerminal?

  public init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    directory: URL? = nil, input: Data = Data(), timeout: Duration = .seconds(180),
    signal: Signal? = nil, terminal: PseudoTerminal? = nil
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
    self.input = input
    self.timeout = timeout
    signals = [signal].compactMap(\.self)
    self.terminal = terminal
  }

  /// A signal, some time after the start or after an event.
  public struct Signal: Sendable {
    public var number: Int32
    /// Whether the event has occurred; it is called often, with the ID of the process.
    public var isDue: @Sendable (Int32) -> Bool
    public var delay: Duration

    /// A signal at any moment: a slow program receives it earlier in its work.
    public init(_ number: Int32, after delay: Duration) {
      self.init(number, once: { _ in true }, after: delay)
    }

    /// A signal after an event.
    public init(
      _ number: Int32, once isDue: @escaping @Sendable (Int32) -> Bool,
      after delay: Duration = .zero
    ) {
      self.number = number
      self.isDue = isDue
      self.delay = delay
    }
  }

  /// The way in which a program ended.
  public enum Status: Sendable, Hashable {
    case exited(Int)
    case signalled(Int)
  }

  /// The results of a program.
  public struct Outcome: Sendable {
    public var status: Status
    public var output: Data
    public var error: Data
    public var outputText: String { String(decoding: output, as: UTF8.self) }
    public var errorText: String { String(decoding: error, as: UTF8.self) }
  }

  /// The reason why there is no outcome, or an unexpected one.
  public struct Failure: Error, CustomStringConvertible {
    public enum Reason: Sendable, Hashable {
      case notFound
      case notStarted(String)
      case timedOut(Duration)
      case status(Status)
    }
    public var reason: Reason
    /// The program and its arguments, as they might be typed.
    public var command: String
    /// Its standard output and standard error.
    public var output = ""
    public var error = ""

    public var description: String {
      "\(reason): \(command)" + (error.isEmpty ? "" : "\n\(error)")
    }
  }

  /// The name of the program that a process runs; `nil` if the process has ended.
  public static func executable(of id: Int32) -> String? {
    // A process that has ended has no link.
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/exe"))
      .map { URL(fileURLWithPath: $0).lastPathComponent }
  }

  /// The program and its arguments on one line.
  public var command: String {
    ([executable] + arguments).map { word in
      word.contains { " ()'\"!;&$".contains($0) } ? "'\(word)'" : word
    }.joined(separator: " ")
  }
}
