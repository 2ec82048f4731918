import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
import CutawayMedia
import CutawayRuntime
import CutawayTranslation
import Synchronization

// Each join is decoded before it is written.
extension SmartRenderer {
  /// An encoded span, and what a decoder shows of it and of the groups around it.
  struct EncodedSpan: Sendable {
    /// Its packets.
    var packets: [FilmPacket] = []
    /// The lowest signal-to-noise ratio of a frame in dB.
    var quality = Double.infinity
    /// Whether all frames are shown, and the copied ones like the source.
    var isProven = false
    /// The group behind with its digests, if the decoder has seen all of it.
    var next: Held?
  }

  /// A copy that a decoder does not show like the source.
  enum UnprovenGroup {
    /// The last group before a span.
    case end(Held)
    /// The first group behind a span.
    case start(Held)
  }

  /// Encodes a span, and decodes it between the groups around it.
  ///
  /// - Parameters:
  ///   - pieces: The frames.
  ///   - range: Their numbers in the film.
  ///   - held: The last group of the copy before.
  ///   - next: The first group of the copy behind.
  ///   - quantizer: The encoder's constant quantizer.
  /// - Returns: The span.
  /// - Throws: ``ExportError``; `SmartFailure` if a source is not what its table says.
  func encode(
    _ pieces: [SmartPlan.Piece], _ range: Range<Int64>, between held: Held?, _ next: Held?,
    _ quantizer: Int
  ) async throws -> EncodedSpan {
    let before: [FilmPacket] =
      if let held { try await output(held, held.context + held.packets) } else { [] }
    let behind: [FilmPacket] = if let next { try await start(of: next) } else { [] }
    let check = FilmCheck(expected: held?.digests ?? [:])
    let neighbors = (
      before: held.flatMap {
        $0.digests.isEmpty && !isSource($0, before) ? copiedFrames($0) : nil
      },
      behind: next.flatMap { copiedFrames($0, limit: behind.count) }
    )
    let (stream, encoded) = AsyncStream.makeStream(of: FilmPacket.self)
    let first = min(before.map(\.frame).min() ?? range.lowerBound, range.lowerBound)
    async let decoding: Void = check.decode(packets.caps, from: first) { push in
      for packet in before { try await push(packet) }
      for await packet in stream { try await push(packet) }
      for packet in behind { try await push(packet) }
    }
    let span = SpanState(EncodedSpan())
    let rendered = Counter(from: range.lowerBound), written = Counter(from: range.lowerBound)
    let packet = try await encoder.encode(count: Int64(range.count), quantizer: quantizer) {
      [frames] take in
      try await frames.give(pieces, between: neighbors, check) { sample in
        try await check.render(sample, as: rendered.next())
        try await take(sample)
      }
    } take: { [packets] sample in
      let packet = try packets.encoded(sample, frame: written.next())
      span.value.withLock { $0.packets.append(packet) }
      encoded.yield(packet)
    }
    encoded.finish()
    try await decoding
    guard try packets.continues(with: packet) else {
      throw SmartFailure("the encoder makes another stream than before")
    }
    var result = span.value.withLock(\.self)
    result.quality = check.quality
    result.isProven = check.hasShown(
      before.map(\.frame).sorted() + range + behind.map(\.frame).sorted())
    if var next, next.packets.count == behind.count {
      let expected = check.expected
      next.digests = expected.filter { next.frames.contains($0.key) }
      result.next = next
    }
    return result
  }

  /// The packets that prove the start of a copy.
  ///
  /// A decoder forgets everything at an IDR picture, and remembers 16 pictures at most. Where the
  /// packets are those of the source, byte for byte, all frames are right if the first 16 are.
  private func start(of group: Held) async throws -> [FilmPacket] {
    let packets = try await output(group, limit: Self.proven)
    return isSource(group, packets) ? Array(packets.prefix(Self.provenOfSource)) : packets
  }

  /// Whether packets that start with an IDR picture are those of the source, byte for byte, so that
  /// their decode is that of the source.
  private func isSource(_ group: Held, _ packets: [FilmPacket]) -> Bool {
    group.context.isEmpty && !packets.contains(where: \.isChanged)
  }

  /// The group that makes a span unproven.
  ///
  /// - Throws: ``ExportError`` if it is none.
  func fault(
    of span: EncodedSpan, between held: Held?, _ next: Held?
  ) async throws -> UnprovenGroup {
    if let held, try await !isProven(end: held, before: span.packets) { return .end(held) }
    let lastKey = span.packets.lastIndex(where: \.isKey) ?? span.packets.startIndex
    if let next, try await !isProven(start: next, after: Array(span.packets[lastKey...])) {
      return .start(next)
    }
    // Each join by itself is right, so that one of both is not if they follow each other.
    if let held { return .end(held) }
    if let next { return .start(next) }
    throw ExportError(.failed, "a decoder does not show all frames of the encoder")
  }

  /// Whether a decoder shows the end of a copy like the source, and what follows completely.
  private func isProven(end group: Held, before next: [FilmPacket]) async throws -> Bool {
    let packets = try await output(group, group.context + group.packets) + next
    return try await shows(packets, copiedFrames(group))
  }

  /// Whether a decoder shows the start of a copy like the source behind what precedes it, which
  /// starts with a key frame.
  func isProven(start group: Held, after before: [FilmPacket]) async throws -> Bool {
    let packets = try await start(of: group)
    return try await shows(before + packets, copiedFrames(group, limit: packets.count))
  }

  /// The frames of the first packets of a group.
  private func copiedFrames(_ group: Held, limit: Int = .max) -> CopiedFrames? {
    guard let table = tables[group.source] else { return nil }
    return CopiedFrames(
      group.packets.prefix(limit).map { table.places[$0] }, of: group.source,
      offset: group.offset, isOpen: table.packets[group.packets[0]].kind == .openStart)
  }

  /// Whether packets decode to one frame each, in order, and copied ones like the source.
  private func shows(_ packets: [FilmPacket], _ copied: CopiedFrames?) async throws -> Bool {
    guard let first = packets.map(\.frame).min() else { return true }
    let check = FilmCheck()
    if let copied { try await frames.note([copied], in: check) }
    try await check.decode(self.packets.caps, from: first) { push in
      for packet in packets { try await push(packet) }
    }
    return check.hasShown(packets.map(\.frame).sorted())
  }
}
