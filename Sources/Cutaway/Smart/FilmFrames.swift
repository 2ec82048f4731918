import CutawayDiagnostics
import CutawayElementBridge
import CutawayGraph
import CutawayModel
import CutawayRuntime
import CutawayTime
import Synchronization

/// Produces the frames of encoded spans, in the format of the film.
struct FilmFrames: Sendable {
  let translation: Translation
  let onMissing: MissingMedia
  let streams: [SmartPlan.Source: SourceStream]
  let fetchers: [SmartPlan.Source: PacketFetcher]
  /// The format in which frames are rendered.
  let picture: PictureFormat
  /// The caps of rendered frames after the conversion to the format of the film.
  let caps: String

  /// Gives the frames of some pieces, in order.
  ///
  /// - Throws: ``ExportError`` if a source does not have the frames; the error of `take`.
  func give(
    _ pieces: [SmartPlan.Piece], to take: @escaping FramePipeline.Take
  ) async throws {
    for piece in pieces {
      if let restored = piece.restored {
        try await restore(restored, take)
      } else {
        try await render(piece.frames, take)
      }
    }
  }

  private func render(
    _ frames: Range<Int64>, _ take: @escaping FramePipeline.Take
  ) async throws {
    let frame = translation.resolved.frameDuration, start = translation.range.start
    let part = try Translation(
      translation.resolved,
      range: TimeRange(
        start: start + frame * Int(frames.lowerBound),
        end: min(start + frame * Int(frames.upperBound), translation.range.end)),
      onMissing: onMissing)
    let graph = part.graph(to: SampleOutput(.video, caps: caps, picture: picture))
    let count = Atomic<Int>(0)
    try await FramePipeline(graph: graph).run(to: [
      (
        .output,
        { sample in
          count.add(1, ordering: .relaxed)
          try await take(sample)
        }
      )
    ])
    guard count.load(ordering: .relaxed) == frames.count else {
      throw ExportError(
        .failed,
        "\(count.load(ordering: .relaxed)) frames were rendered instead of the frames \(frames)")
    }
  }

  /// Decodes the frames of a source, without any conversion.
  private func restore(
    _ restored: SmartPlan.Restored,
    _ take: @escaping FramePipeline.Take
  ) async throws {
    let next = Atomic<Int>(restored.places.lowerBound)
    try await decode(restored.places, of: restored.source) { frame in
      guard next.load(ordering: .relaxed) == Int(frame.number) else { return }
      next.add(1, ordering: .relaxed)
      try await take(frame.sample)
    }
    guard next.load(ordering: .relaxed) == restored.places.upperBound else {
      throw SmartFailure(
        restored.source, "its frame \(next.load(ordering: .relaxed)) cannot be decoded")
    }
  }

  /// Decodes the frames at some places of a source, from its key frame before.
  func decode(
    _ places: Range<Int>, of source: SmartPlan.Source, startingBefore: Int? = nil,
    _ take: @escaping @Sendable (NumberedFrame) async throws -> Void
  ) async throws {
    guard let stream = streams[source], let fetcher = fetchers[source] else { return }
    let table = stream.table
    let first = table.decodingStart(of: startingBefore ?? places.lowerBound)
    let last = places.map { table.order[$0] }.max() ?? first
    try await PacketDecoder(caps: stream.caps).decode { push in
      for index in min(first, last)...last {
        try await push(try await fetcher.packet(index).bytes, Int64(table.places[index]))
      }
    } take: { frame in
      if places.contains(Int(frame.number)) { try await take(frame) }
    }
  }
}

/// Why spans cannot be copied, which only an export of the whole film can remedy.
struct SmartFailure: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }

  init(_ source: SmartPlan.Source, _ reason: String) {
    self.reason = "'\(source.location)': \(reason)"
  }
}
