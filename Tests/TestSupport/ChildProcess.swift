public import Foundation

/// A program to run to its end, with everything it printed.
///
/// Output goes through files, so it may be of any size, and a grandchild that keeps it open holds
/// nobody up. A program that is still running after `timeout`, or whose task is cancelled, is killed
/// together with its process group.
///
/// ```swift
/// let outcome = try await ChildProcess("gst-inspect-1.0", ["--version"]).run()
/// print(outcome.status, outcome.outputText)
/// ```
public struct ChildProcess: Sendable {
  /// A path, or a name that is looked up in `PATH`.
  public var executable: String
  public var arguments: [String]
  /// Variables on top of this process's own; `nil` takes one away.
  public var environment: [String: String?]
  public var directory: URL?
  public var input: Data
  public var timeout: Duration
  /// Signals sent while it runs; it may end before.
  public var signals: [Signal]
  /// What it writes its errors to, in the place of what its outcome tells.
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

  /// A signal, some time after the start.
  public struct Signal: Sendable, Hashable {
    public var number: Int32
    public var delay: Duration

    public init(_ number: Int32, after delay: Duration) {
      self.number = number
      self.delay = delay
    }
  }

  /// How a program ended.
  public enum Status: Sendable, Hashable {
    case exited(Int)
    case signalled(Int)
  }

  /// What a program left behind.
  public struct Outcome: Sendable {
    public var status: Status
    public var output: Data
    public var error: Data
    public var outputText: String { String(decoding: output, as: UTF8.self) }
    public var errorText: String { String(decoding: error, as: UTF8.self) }
  }

  /// Why there is no outcome, or not the one that was asked for.
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
    /// What it had printed to standard output and standard error.
    public var output = ""
    public var error = ""

    public var description: String {
      "\(reason): \(command)" + (error.isEmpty ? "" : "\n\(error)")
    }
  }

  /// The program and its arguments on one line.
  public var command: String {
    ([executable] + arguments).map { word in
      word.contains { " ()'\"!;&$".contains($0) } ? "'\(word)'" : word
    }.joined(separator: " ")
  }
}
