import CutawayDiagnostics
import CutawayMedia
public import CutawayModel
import CutawayRuntime
import CutawayTime

/// The end of an output that exceeded its length limit.
struct Cut: Sendable, Hashable {
  /// The duration of the data that the muxer received.
  var time: MediaTime
}

extension ExportSession {
  /// What a composition may read, use and cost.
  public typealias Policy = RenderPolicy

  /// The maximum size of the file in bytes; `nil` is no limit.
  var lengthLimit: Int64? {
    [settings.fileLengthLimit, settings.policy?.limits.fileSize].compactMap(\.self).min()
  }

  /// Ends work that takes longer than the policy allows.
  func limitingTime<Result: Sendable>(
    of work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    guard let limit = settings.policy?.limits.time else { return try await work() }
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await Task.sleep(for: .seconds(limit.seconds))
        return nil
      }
      let first = try await group.next() ?? nil
      group.cancelAll()
      if let first { return first }
      let refusal = ExportError(
        .refused, "the export takes longer than the \(limit.text) s that the policy allows")
      do {
        // The work ends at its next step. If that was the last one, the output is complete.
        if let result = try await group.next() ?? nil { return result }
      } catch {
        // Any error after the cancellation may be its effect.
        throw refusal
      }
      throw refusal
    }
  }

  /// The cut that a byte limit caused; `nil` if all data passed.
  func cut(_ limit: ByteLimit) throws(ExportError) -> Cut? {
    guard limit.isReached else { return nil }
    if let allowed = settings.policy?.limits.fileSize, allowed == lengthLimit {
      throw ExportError(
        .refused, "the file would exceed the \(allowed) bytes that the policy allows")
    }
    if limit.hasEmptyStream {
      throw ExportError(
        .incompatible,
        "the size limit of \(settings.fileLengthLimit ?? 0) bytes leaves no room for media")
    }
    return Cut(time: limit.time)
  }

  /// Warns that the output was cut, and reports its length.
  ///
  /// - Parameters:
  ///   - path: The unfinished file; `nil` for a pipe, which cannot be read back.
  ///   - name: The name of the file if it is one of several.
  func warnOfEnd(of path: String?, named name: String?) async {
    var length: MediaTime?
    // If the file cannot be probed, the warning only says that it ends early.
    if let path { length = try? await MediaProbe.describe(path).duration }
    let end = length.map { "at \($0.shortText) s" } ?? "early"
    onWarning(
      Warning(
        .shortened,
        "\(name.map { "'\($0)'" } ?? "the file") ends \(end): it would exceed its size limit of "
          + "\(settings.fileLengthLimit ?? 0) bytes"))
  }
}
