import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
import CutawayTranslation
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
  /// GStreamer's name of the frames in memory.
  let memoryFormat: String

  /// Gives the frames of some pieces, in order.
  ///
  /// Copied frames of the same source directly before and behind are decoded with them.
  ///
  /// - Parameters:
  ///   - pieces: The pieces, in order.
  ///   - neighbors: The copied frames before and behind the pieces that the check must know.
  ///   - check: Takes note of them.
  ///   - take: Gets the frames of the pieces.
  /// - Throws: ``ExportError`` if a source does not have the frames; the error of `take`.
  func give(
    _ pieces: [SmartPlan.Piece], between neighbors: (before: CopiedFrames?, behind: CopiedFrames?),
    _ check: FilmCheck, to take: @escaping FramePipeline.Take
  ) async throws {
    let first = pieces.first?.restored, last = pieces.last?.restored
    let (before, behind) = neighbors
    let precedes = before.map { $0.source == first?.source && $0.end == first?.places.lowerBound }
    let follows = behind.map { $0.source == last?.source && $0.start == last?.places.upperBound }
    if let before, precedes == false { try await note([before], in: check) }
    for (index, piece) in pieces.enumerated() {
      guard let restored = piece.restored else {
        try await render(piece.frames, take)
        continue
      }
      let own = [
        index == 0 && precedes == true ? before : nil,
        index == pieces.count - 1 && follows == true ? behind : nil,
      ]
      try await restore(restored, with: own.compactMap(\.self), check, take)
    }
    if let behind, follows == false { try await note([behind], in: check) }
  }

  /// Decodes copied frames for a check.
  func note(_ copied: [CopiedFrames], in check: FilmCheck) async throws {
    for frames in copied {
      try await decode(
        frames.start..<frames.end, of: frames.source, startingBefore: frames.decodingStart
      ) { frame in
        frames.note(frame, in: check)
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
    _ restored: SmartPlan.Restored, with neighbors: [CopiedFrames], _ check: FilmCheck,
    _ take: @escaping FramePipeline.Take
  ) async throws {
    let next = Atomic<Int>(restored.places.lowerBound)
    let start = neighbors.map(\.start).min() ?? restored.places.lowerBound
    let end = neighbors.map(\.end).max() ?? restored.places.upperBound
    try await decode(
      min(start, restored.places.lowerBound)..<max(end, restored.places.upperBound),
      of: restored.source, startingBefore: neighbors.first?.decodingStart
    ) { frame in
      for neighbor in neighbors { neighbor.note(frame, in: check) }
      guard restored.places.contains(Int(frame.number)),
        next.load(ordering: .relaxed) == Int(frame.number)
      else { return }
      // The encoder takes the bytes as they are.
      if Int(frame.number) == restored.places.lowerBound,
        frame.sample.format.value("format") != memoryFormat
      {
        throw SmartFailure(restored.source, "a decoder shows another form of picture")
      }
      next.add(1, ordering: .relaxed)
      try await take(frame.sample)
    }
    guard next.load(ordering: .relaxed) == restored.places.upperBound else {
      throw SmartFailure(
        restored.source, "its frame \(next.load(ordering: .relaxed)) cannot be decoded")
    }
  }

  /// Decodes the frames at some places of a source, from its key frame before.
  private func decode(
    _ places: Range<Int>, of source: SmartPlan.Source, startingBefore: Int? = nil,
    _ take: @escaping @Sendable (NumberedFrame) async throws -> Void
  ) async throws {
    guard let stream = streams[source], let fetcher = fetchers[source] else { return }
    let table = stream.table
    do {
      try await PacketDecoder(caps: stream.caps).decode { push in
        for index in table.packets(toShow: places, startingBefore: startingBefore) {
          try await push(try await fetcher.packet(index).bytes, Int64(table.places[index]))
        }
      } take: { frame in
        if places.contains(Int(frame.number)) { try await take(frame) }
      }
    } catch let error as PipelineError where error.code != .missingElement {
      // An export of the whole film decides what damaged media show.
      throw SmartFailure(source, "it cannot be decoded: \(error.message)")
    }
  }
}

/// Copied frames whose digests in the source's own decode are needed.
struct CopiedFrames: Sendable {
  let source: SmartPlan.Source
  /// The places of the frames.
  let places: Set<Int>
  /// The place of a frame less its number in the film.
  let offset: Int64
  /// The place from whose key frame on a decoder must start; `nil` is that of the first frame.
  let decodingStart: Int?
  /// The lowest place, and the place after the highest one.
  let start: Int, end: Int

  /// Describes frames; `nil` without any.
  init?(_ places: [Int], of source: SmartPlan.Source, offset: Int64, isOpen: Bool) {
    guard let lowest = places.min(), let highest = places.max() else { return nil }
    self.source = source
    self.places = Set(places)
    self.offset = offset
    (start, end) = (lowest, highest + 1)
    // From an earlier key frame if the first one is not independent of it.
    decodingStart = isOpen ? max(0, lowest - 1) : nil
  }

  fileprivate func note(_ frame: NumberedFrame, in check: FilmCheck) {
    guard places.contains(Int(frame.number)) else { return }
    check.expect(frame.sample, as: frame.number - offset)
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
