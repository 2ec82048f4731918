import GStreamer
public import MediaTime
public import Translation

/// Writes single frames of a composition, each exactly as an export shows it.
public struct FrameExporter: Sendable {
  public var overwrites = false
  public var onMissing = MissingMedia.stop

  public init() {}

  /// Writes the frame of an instant as PNG.
  ///
  /// - Parameters:
  ///   - resolved: The composition and its media.
  ///   - time: The instant.
  ///   - path: The file.
  ///   - warn: Told of faults that did not stop it.
  /// - Throws: `TranslationError` where the instant lies past the end; ``ExportError``;
  ///   `PipelineError`; `CancellationError`.
  public func export(
    _ resolved: ResolvedComposition, at time: MediaTime, to path: String,
    warning warn: @Sendable (String) -> Void = { _ in }
  ) async throws {
    registerElements()
    let frame = resolved.frameDuration
    let start = frame * Int(max(.zero, time).floored(in: frame))
    // One frame long: what is rendered is what is shown.
    let translation = try Translation(
      resolved, range: TimeRange(start: start, duration: frame), onMissing: onMissing)
    let file = try PendingOutput(OutputName(path), overwriting: overwrites)
    let graph = translation.graph(to: ImageOutput(path: file.temporaryPath))
    try await withPipeline(graph) { pipeline in
      try pipeline.play()
      try await pipeline.waitForEnd { event in
        if case .warning(let message, _) = event { warn(message) }
      }
    }
    try file.commit()
  }
}
