import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
import CutawayMedia
import CutawayTime
import Foundation

/// Makes segments of the bytes that a muxer writes.
struct WrittenSegments: Sendable {
  private let plan: FileWriter.Plan
  private let output: SegmentOutput
  /// The first presentation time of each input in nanoseconds.
  private let starts: @Sendable () -> [Int: Int64]

  init(
    _ plan: FileWriter.Plan, _ output: SegmentOutput,
    starts: @escaping @Sendable () -> [Int: Int64]
  ) {
    (self.plan, self.output, self.starts) = (plan, output, starts)
  }

  /// Takes a buffer of the muxer.
  func take(_ sample: MediaSample) throws { try take(sample.bytes, isLast: false) }

  /// Reports the last segment.
  ///
  /// - Parameter end: The end of the picture in nanoseconds; `nil` if there is none.
  /// - Throws: ``ExportError``.
  func finish(pictureEndingAt end: Int64?) throws {
    if let end { output.endPicture(at: MediaTime(nanoseconds: end)) }
    try take([], isLast: true)
  }

  private func take(_ bytes: [UInt8], isLast: Bool) throws {
    do {
      try output.take(
        bytes, isLast: isLast, startingAt: start, hiding: hidesStart, finish: finishHeader)
    } catch let error as ContainerError {
      throw ExportError(.failed, error.message)
    }
  }

  /// The presentation time of the first sample of a kind of track, since the start of the movie.
  private func start(_ media: PacketList.Media) -> MediaTime {
    guard
      let input = plan.inputs.firstIndex(where: { ($0.media == .video) == (media == .video) })
    else { return .zero }
    if case .sound = plan.inputs[input].coding { return .zero - (plan.priming ?? .zero) }
    return MediaTime(nanoseconds: starts()[input] ?? 0)
  }

  /// Whether the start of the movie lies within the copied packets, so that an edit hides what comes before it.
  ///
  /// A packet of sound before the start is usual, because decoders need one, and alone gets no edit.
  private func hidesStart() -> Bool {
    let starts = starts()
    return plan.inputs.indices.contains { index in
      guard case .copy = plan.inputs[index].coding, let start = starts[index] else { return false }
      return plan.inputs[index].media == .video && start < 0
    }
  }

  /// Completes the header as that of a file: metadata, languages, orientation, and edits that hide what comes before
  /// the start.
  private func finishHeader(_ bytes: [UInt8], _ edits: [SegmentJoiner.Edit]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("cutaway-header-\(UUID().uuidString).mp4")
    // What cannot be removed is left to the system, as all temporary files.
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    try plan.completeHeader(file.path, edits)
    return try [UInt8](Data(contentsOf: file))
  }
}
