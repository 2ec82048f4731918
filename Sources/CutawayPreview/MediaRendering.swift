import Cutaway
import CutawayDiagnostics
import CutawayElementBridge
import CutawayRuntime
import CutawayTime
import CutawayTranslation

/// Renders a composition from one of its frames on, as a fragmented MP4 whose time 0 is that frame.
struct MediaRendering: Sendable {
  private let translation: Translation
  private let output: FragmentOutput

  /// Creates a rendering.
  ///
  /// - Throws: `TranslationError` if there is no such frame.
  init(
    _ resolved: ResolvedComposition, from frame: Int, onMissing: MissingMedia
  ) throws(TranslationError) {
    let start = resolved.frameDuration * frame
    translation = try Translation(
      resolved, range: TimeRange(start: start, end: max(start, resolved.duration)),
      onMissing: onMissing)
    output = FragmentOutput(resolved)
  }

  /// Renders until the end.
  ///
  /// - Parameters:
  ///   - onWarning: Receives the problems that do not stop rendering.
  ///   - take: Receives the bytes, and with the first ones their media type. While it runs, at most
  ///     one second is rendered.
  /// - Throws: `PipelineError`, the errors of `take`, `CancellationError`; the pipeline has then
  ///   stopped.
  func run(
    onWarning: @escaping @Sendable (Warning) -> Void,
    taking take: @escaping @Sendable (_ bytes: [UInt8], _ mediaType: String) async throws -> Void
  ) async throws {
    try registerElements()
    try await withPipeline(translation.graph(to: output)) { pipeline in
      pipeline.advance(
        .encodedAudio,
        by: MediaTime(Int64(FragmentOutput.priming), over: Int64(FragmentOutput.sampleRate)))
      let buffers = pipeline.buffers(from: .output)
      try pipeline.play()
      try await pipeline.waitForEnd(
        of: [{ try await Self.hand(buffers, to: take) }],
        observing: { event in
          if case .warning(let warning) = event { onWarning(warning) }
        })
    }
  }

  /// The maximum size of a header in bytes.
  private static let longestHeader = 1 << 16

  private static func hand(
    _ buffers: Pipeline.SinkBuffers,
    to take: (_ bytes: [UInt8], _ mediaType: String) async throws -> Void
  ) async throws {
    var start: [UInt8] = [], mediaType: String?
    for await sample in buffers {
      let part = sample.bytes
      if let mediaType {
        try await take(part, mediaType)
        continue
      }
      start += part
      mediaType = CodecNames.mediaType(of: start)
      if let mediaType {
        try await take(start, mediaType)
      } else if start.count > longestHeader {
        throw PipelineError(.elementFailed, "the output of the muxer has no header")
      }
    }
    try Task.checkCancellation()
  }
}
