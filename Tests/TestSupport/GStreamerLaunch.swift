public import Foundation

/// `gst-launch-1.0`, for tests that want a pipeline outside their own process.
public enum GStreamerLaunch {
  /// As many pipelines at a time as there are cores, so that a timeout measures work, not waiting.
  private static let gate = Gate(places: max(ProcessInfo.processInfo.activeProcessorCount, 2))

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
      "gst-launch-1.0", options + pipeline,
      environment: locale.merging(environment) { $1 }, directory: directory, timeout: timeout)
    return try await gate.pass { try await process.check() }
  }
}
