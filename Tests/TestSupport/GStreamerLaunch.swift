import CutawayElementBridge
import CutawayMedia
import CutawayQuirks
public import Foundation

/// `gst-launch-1.0`, for tests that want a pipeline outside their own process.
public enum GStreamerLaunch {
  /// As many pipelines at a time as there are cores, so that a timeout measures work, not waiting.
  private static let gate = Gate(places: max(ProcessInfo.processInfo.activeProcessorCount, 2))

  /// The program and its first arguments.
  ///
  /// With several threads, decoders of libavcodec abort in GStreamer 1.26 (`Quirk.directRendering`), so the program gets one
  /// processor there.
  private static let command: [String] = {
    let program = "gst-launch-1.0"
    guard Quirk.directRendering.applies,
      // Without this file, the program uses all processors.
      let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let allowed = status.split(separator: "\n").first(where: {
        $0.hasPrefix("Cpus_allowed_list:")
      }),
      let processor = allowed.split(whereSeparator: { !$0.isNumber }).first
    else { return [program] }
    return ["taskset", "--cpu-list", String(processor), program]
  }()

  /// Runs a pipeline to its end.
  ///
  /// The words of the pipeline are an argument each: they need no quoting. A pipeline that fails
  /// throws ``ChildProcess/Failure`` with what GStreamer printed to standard error.
  @discardableResult
  public static func run(
    _ pipeline: [String], options: [String] = ["-q"], environment: [String: String?] = [:],
    directory: URL? = nil, timeout: Duration = .seconds(180)
  ) async throws -> ChildProcess.Outcome {
    // The program prints only characters of the locale.
    let locale: [String: String?] = ["LC_ALL": "C.UTF-8"]
    let process = ChildProcess(
      command[0], command.dropFirst() + options + pipeline,
      environment: locale.merging(environment) { $1 }, directory: directory, timeout: timeout)
    return try await gate.pass { try await process.check() }
  }
}
