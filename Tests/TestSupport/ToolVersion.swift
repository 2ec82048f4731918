/// The version of GStreamer or ffmpeg on the machine that runs the tests.
public struct ToolVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  public var major: Int
  public var minor: Int
  public var micro: Int

  public init(_ major: Int, _ minor: Int, _ micro: Int = 0) {
    self.major = major
    self.minor = minor
    self.micro = micro
  }

  /// The first version in the report of a tool, such as `GStreamer 1.22.0`; `nil` if there is none.
  public init?(in report: String) {
    guard let numbers = report.firstMatch(of: /\b(\d+)\.(\d+)(?:\.(\d+))?/)?.output,
      let major = Int(numbers.1), let minor = Int(numbers.2)
    else { return nil }
    self.init(major, minor, numbers.3.flatMap { Int($0) } ?? 0)
  }

  /// The version of GStreamer's libraries.
  public static var gstreamer: ToolVersion {
    get async throws { try await reportedGStreamer.value }
  }

  /// The version of `ffmpeg`.
  public static var ffmpeg: ToolVersion { get async throws { try await reportedFFmpeg.value } }

  private static let reportedGStreamer = Task {
    // The first line names the tool, whose name contains the number of the series.
    try await version(in: GStreamerLaunch.run([], options: ["--version"])) {
      $0.contains("GStreamer ")
    }
  }

  private static let reportedFFmpeg = Task {
    try await version(in: ChildProcess("ffmpeg", ["-version"]).check()) {
      $0.hasPrefix("ffmpeg version ")
    }
  }

  private static func version(
    in outcome: ChildProcess.Outcome, line isWanted: (Substring) -> Bool
  ) throws -> ToolVersion {
    let text = outcome.outputText
    guard let line = text.split(separator: "\n").first(where: isWanted),
      let version = ToolVersion(in: String(line))
    else { throw Unreadable(report: text) }
    return version
  }

  /// A report without a version.
  public struct Unreadable: Error {
    public var report: String
  }

  public var description: String { "\(major).\(minor).\(micro)" }

  public static func < (one: Self, other: Self) -> Bool {
    (one.major, one.minor, one.micro) < (other.major, other.minor, other.micro)
  }
}
