import Composition
import GStreamer
public import MediaTime
import PipelineGraph
public import Translation

/// Renders compositions into files.
public struct Exporter: Sendable {
  public var preset: ExportPreset
  public var fileType: ExportFileType
  /// Whether an existing file is replaced.
  public var overwrites = false
  /// Whether a player can start before it has the whole file.
  public var optimizesForNetworkUse = false

  /// What the file says of itself, by ``metadataKeys``.
  public var metadata: [String: String] = [:]

  /// The keys that ``metadata`` may have: GStreamer's tags of text.
  public static let metadataKeys = [
    "title", "artist", "album", "composer", "genre", "comment", "description", "copyright",
    "keywords",
  ]

  /// - Throws: ``ExportError`` where the preset does not go into the type of file.
  public init(preset: ExportPreset, fileType: ExportFileType) throws(ExportError) {
    if let fault = preset.fault(with: fileType) { throw ExportError(.incompatible, fault) }
    self.preset = preset
    self.fileType = fileType
  }

  /// How far an export is.
  public struct Progress: Sendable, Hashable {
    /// The time of the composition that has been rendered.
    public var time: MediaTime
    public var duration: MediaTime
    public var framesDone: Int64

    /// 0…1.
    public var fraction: Double { min(1, max(0, (time / duration).seconds)) }
  }

  /// What happens on the way.
  public enum Event: Sendable, Hashable {
    case progress(Progress)
    case warning(String)
  }

  /// Renders to a file, which appears when it is complete.
  ///
  /// Cancel the task to stop: nothing is left behind.
  ///
  /// - Parameters:
  ///   - translation: What to render.
  ///   - path: The file.
  ///   - observe: Told of progress, about ten times a second, and of warnings.
  /// - Throws: ``ExportError``, ``PipelineError``, `CancellationError`.
  public func export(
    _ translation: Translation, to path: String,
    observing observe: @Sendable (Event) -> Void = { _ in }
  ) async throws {
    registerElements()
    if let key = metadata.keys.sorted().first(where: { !Self.metadataKeys.contains($0) }) {
      throw ExportError(
        .incompatible,
        "metadata '\(key)' cannot be written; there are \(Self.metadataKeys.joined(separator: ", "))"
      )
    }
    let file = try PendingFile(path: path, overwriting: overwrites)
    let output = preset.output(
      fileType, path: file.temporaryPath, frameDuration: translation.resolved.frameDuration,
      optimized: optimizesForNetworkUse)
    let graph = translation.graph(to: output)
    guard graph.elements.contains(where: { $0.name == "picture" || $0.name == "sound" }) else {
      throw ExportError(
        .incompatible, "the composition has nothing that goes into a \(fileType.rawValue) file")
    }
    try await render(graph, translation, observing: observe)
    try file.commit()
  }

  private func render(
    _ graph: PipelineGraph, _ translation: Translation,
    observing observe: @Sendable (Event) -> Void
  ) async throws {
    let total = translation.duration, frame = translation.resolved.frameDuration
    try await withPipeline(graph) { pipeline in
      let counter = pipeline.countTime(leaving: ["picture", "sound"])
      func report(_ time: MediaTime) {
        observe(
          .progress(
            Progress(
              time: min(time, total), duration: total, framesDone: time.rounded(in: frame))))
      }
      let rate = Int64(translation.resolved.composition.render.sampleRate)
      let priming = MediaTime(Int64(preset.audioPriming(fileType)), over: rate)
      pipeline.shift("sound-queue", by: -priming)
      pipeline.tag("muxer", with: metadata)
      try pipeline.play()
      for try await moment in pipeline.moments(every: .milliseconds(100)) {
        switch moment {
        case .event(.endOfStream):
          report(total)
          return
        case .event(.warning(let message, _)): observe(.warning(message))
        case .event: break
        case .tick: report(counter.time)
        }
      }
      try Task.checkCancellation()
    }
  }
}
