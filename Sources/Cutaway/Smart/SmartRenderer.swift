import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
import CutawayMedia
import CutawayRuntime
import CutawayTime
import CutawayTranslation

/// Copies and encodes the picture of an export, span by span, and proves each join before it writes
/// it.
actor SmartRenderer {
  let frames: FilmFrames
  /// The spans that are being written.
  private var plan: SmartPlan
  /// The plan of the whole film, before any proof.
  nonisolated let whole: SmartPlan
  /// The frames that are being written.
  private var range: Range<Int64>
  private(set) var summary = SmartSummary()
  /// The format of the film.
  nonisolated var film: SmartPlan.Film? { whole.film }
  private let translation: Translation
  nonisolated let encoder: SpanEncoder
  nonisolated let packets: any FilmPackets
  /// The time before 0 that decode times need, in whole nanoseconds, so that no frame is shown before
  /// it is decoded.
  nonisolated let lead: MediaTime
  private let onWarning: @Sendable (Warning) -> Void
  nonisolated let tables: [SmartPlan.Source: PacketTable]
  private var refused: [(frames: Range<Int64>, reason: SmartReason)] = []
  /// For each source, how many starts of its copies were refused.
  private var refusals: [SmartPlan.Source: Int] = [:]
  /// The last written group of a copy; `nil` behind an encoded span.
  private var written: Held?
  /// The group behind the last span, whose digests are known.
  private var proven: Held?
  /// Whether the last packet was an IDR picture.
  private var endsWithKey = false
  private var packetCount: Int64 = 0
  /// The sources whose lost metadata were reported.
  private var warned: Set<SmartPlan.Source> = []

  /// The packets of a copy that are not written before the join at its end is proven.
  struct Held {
    var source: SmartPlan.Source
    /// The indices of the packets in decode order.
    var packets: [Int]
    /// The frames of the film.
    var frames: Range<Int64>
    /// The place of the first frame of the copy less its number in the film.
    var offset: Int64
    /// The index of the first packet of the copy.
    var first: Int
    /// The packets before, from which a decoder must start if the group has leading pictures.
    var context: [Int] = []
    /// The digests of its frames in the source's own decode by their numbers in the film, where they
    /// are known.
    var digests: [Int64: UInt64] = [:]
  }

  /// The maximum number of packets of a group that the proof of a copy's start decodes.
  static let proven = 250
  /// That number if the packets are those of the source, byte for byte: the most pictures that a
  /// decoder remembers.
  static let provenOfSource = 16

  init(
    _ plan: SmartPlan, frames: FilmFrames, encoder: SpanEncoder, packets: any FilmPackets,
    onWarning: @escaping @Sendable (Warning) -> Void
  ) {
    self.plan = plan
    whole = plan
    range = 0..<plan.frameCount
    self.frames = frames
    self.encoder = encoder
    self.packets = packets
    self.onWarning = onWarning
    translation = frames.translation
    tables = frames.streams.mapValues(\.table)
    let time = translation.resolved.frameDuration * Int(plan.reordering(tables))
    lead = MediaTime(nanoseconds: time.ceiled(in: MediaTime(nanoseconds: 1)))
  }

  /// The caps of the packets.
  nonisolated var caps: String { packets.caps }

  // MARK: Spans

  /// Writes frames as a stream of their own, which starts at time 0.
  ///
  /// - Parameters:
  ///   - range: The frames: all of them, or those of a chunk.
  ///   - push: Takes the packets in decode order.
  /// - Throws: `SmartFailure` if a source is not what its table says; ``ExportError``; the error of
  ///   `push`.
  func write(
    _ range: Range<Int64>, to push: @escaping @Sendable (FedBuffer) async throws -> Void
  ) async throws {
    self.range = range
    plan = whole.part(range, tables)
    (packetCount, endsWithKey, proven, written) = (0, false, nil, nil)
    var position = range.lowerBound, held: Held?
    while true {
      try Task.checkCancellation()
      let start = held?.frames.upperBound ?? position
      guard start < range.upperBound, let span = plan.span(at: start) else { break }
      switch span.content {
      case .encoded(let pieces):
        position = try await write(
          pieces, span, after: &held, from: position, start: start, to: push)
      // A copy cannot be continued in its middle.
      case .copied where span.frames.lowerBound != start: refuse(span.frames)
      case .copied(let source, let indices, let places):
        position = try await copy(
          source, indices, places, span.frames, after: &held, from: position, to: push)
      }
    }
    if let held { _ = try await flush(held, to: push) }
  }

  /// Encodes a span, proves both joins, and writes it.
  ///
  /// - Returns: The number of written frames.
  private func write(
    _ pieces: [SmartPlan.Piece], _ span: SmartPlan.Span, after held: inout Held?,
    from position: Int64, start: Int64, to push: @Sendable (FedBuffer) async throws -> Void
  ) async throws -> Int64 {
    let range = start..<span.frames.upperBound
    let own = pieces.compactMap { $0.part(range) }
    var next: Held?
    if let copy = plan.span(at: range.upperBound), case .copied = copy.content {
      next = firstGroup(of: copy)
    }
    // If the proof has refused the end of a copy, the rest of it is already written.
    let before = held ?? written
    var encoded = try await encode(own, range, between: before, next, SpanEncoder.quantizers[0])
    for quantizer in SpanEncoder.quantizers.dropFirst()
    where encoded.isProven && encoded.quality < SpanEncoder.goodEnough {
      encoded = try await encode(own, range, between: before, next, quantizer)
    }
    if !encoded.isProven {
      switch try await fault(of: encoded, between: before, next) {
      case .end(let last) where held == nil:
        throw SmartFailure(
          last.source, "a decoder does not show what is encoded behind its copied frames")
      case .end(let last):
        refuse(last.frames)
        held = nil
        return last.frames.lowerBound
      case .start(let group):
        refuse(start: group)
        return position
      }
    }
    proven = encoded.next
    if let last = held { try await flush(last, to: push) }
    held = nil
    written = nil
    for packet in encoded.packets { try await write(packet, to: push) }
    if encoded.quality < SpanEncoder.goodEnough {
      onWarning(
        Warning(
          .encoded,
          "frames \(range.lowerBound) to \(range.upperBound - 1) differ from what was rendered: "
            + "\((encoded.quality * 10).rounded() / 10) dB at the worst frame"))
    }
    summary.add(range, isCopied: false, span.reasons)
    return range.upperBound
  }

  /// Writes a copy but for its last group, which it holds.
  private func copy(
    _ source: SmartPlan.Source, _ indices: [Int], _ places: Range<Int>, _ range: Range<Int64>,
    after held: inout Held?, from position: Int64,
    to push: @Sendable (FedBuffer) async throws -> Void
  ) async throws -> Int64 {
    let groups = groups(source, indices, places, range)
    guard let first = groups.first, var last = groups.last else { return range.upperBound }
    // Behind an encoded span, the start has been proven with it. At the start of a chunk, it is none:
    // the copy continues.
    if position == 0 || held != nil {
      var before: [FilmPacket] = []
      if let held { before = try await output(held, held.context + held.packets) }
      guard try await isProven(start: first, after: before) else {
        refuse(start: first)
        return position
      }
    }
    if let proven, proven.packets == last.packets { last.digests = proven.digests }
    proven = nil
    if let before = held { try await flush(before, to: push) }
    held = nil
    var end = range.lowerBound
    for group in groups.dropLast() { end = try await flush(group, to: push) }
    held = last
    return end
  }

  /// Encodes the first group of a copy, and twice as many frames each time the same source is refused:
  /// each refusal plans the film again, and a group may be a single frame.
  private func refuse(start group: Held) {
    let count = refusals[group.source, default: 0]
    refusals[group.source] = count + 1
    let frames = group.frames
    let end = frames.lowerBound + Int64(frames.count) << min(count, 20)
    let limit = plan.span(at: frames.lowerBound)?.frames.upperBound ?? frames.upperBound
    refuse(frames.lowerBound..<max(frames.upperBound, min(end, limit)))
  }

  /// Encodes frames that were to be copied.
  private func refuse(_ range: Range<Int64>) {
    onWarning(
      Warning(
        .encoded,
        "frames \(range.lowerBound) to \(range.upperBound - 1) are encoded: a decoder does not show "
          + "their copy like the source"))
    refused.append((range, SmartReason(.unproven)))
    plan = SmartPlan(translation, tables: tables, film: plan.film, refused: refused)
      .part(self.range, tables)
  }

  /// Whether a span of the film starts at a frame.
  private func isJoin(_ frame: Int64) -> Bool { whole.span(at: frame)?.frames.lowerBound == frame }

  // MARK: Groups

  /// Divides a copy at its key frames.
  private func groups(
    _ source: SmartPlan.Source, _ indices: [Int], _ places: Range<Int>, _ range: Range<Int64>
  ) -> [Held] {
    guard let table = tables[source] else { return [] }
    let offset = Int64(places.lowerBound) - range.lowerBound
    var groups: [[Int]] = []
    for index in indices {
      let kind = table.packets[index].kind
      if kind == .start || kind == .openStart || groups.isEmpty { groups.append([]) }
      groups[groups.count - 1].append(index)
    }
    return groups.enumerated().map { number, packets in
      let shown = packets.map { Int64(table.places[$0]) - offset }
      let isOpen = number > 0 && table.packets[packets[0]].kind == .openStart
      return Held(
        source: source, packets: packets,
        frames: (shown.min() ?? 0)..<(shown.max() ?? 0) + 1, offset: offset,
        first: indices.first ?? 0,
        context: isOpen ? withoutLeading(groups[number - 1], table) : [])
    }
  }

  /// A group without the leading pictures of its key frame, which a decoder does not show if it starts
  /// there.
  private func withoutLeading(_ group: [Int], _ table: PacketTable) -> [Int] {
    group.filter { table.places[$0] >= table.places[group[0]] }
  }

  private func firstGroup(of span: SmartPlan.Span) -> Held? {
    guard case .copied(let source, let packets, let places) = span.content else { return nil }
    return groups(source, packets, places, span.frames).first
  }

  /// The packets of a group as the film contains them.
  func output(_ group: Held, limit: Int = .max) async throws -> [FilmPacket] {
    try await output(group, group.packets.prefix(limit))
  }

  func output(
    _ group: Held, _ indices: some Sequence<Int>
  ) async throws -> [FilmPacket] {
    var result: [FilmPacket] = []
    for index in indices { result.append(try await output(group, index, numbersPicture: false)) }
    return result
  }

  func output(
    _ group: Held, _ index: Int, numbersPicture: Bool
  ) async throws -> FilmPacket {
    guard let stream = frames.streams[group.source], let fetcher = frames.fetchers[group.source]
    else { throw SmartFailure(group.source, "it is not open") }
    let sample = try await fetcher.packet(index)
    let packet = try packets.copy(
      sample, index: index, of: stream, frame: Int64(stream.table.places[index]) - group.offset,
      isFirst: index == group.first, numbersPicture: numbersPicture)
    if packet.losesLight, warned.insert(group.source).inserted {
      onWarning(
        Warning(
          .dynamicRange,
          "the metadata of Dolby Vision in '\(group.source.location)' are left out"))
    }
    return packet
  }

  // MARK: Writing

  @discardableResult private func flush(
    _ group: Held, to push: @Sendable (FedBuffer) async throws -> Void
  ) async throws -> Int64 {
    for index in group.packets {
      let followsKey = endsWithKey && index == group.first
      try await write(try await output(group, index, numbersPicture: followsKey), to: push)
    }
    written = group
    summary.add(
      .init(frames: group.frames, isCopied: true, reasons: []),
      // The first group of a chunk, too, continues a copy that another chunk has started.
      continues: group.packets.first != group.first || !isJoin(group.frames.lowerBound))
    return group.frames.upperBound
  }

  /// Writes a packet with times that follow from the numbers of frames.
  private func write(
    _ packet: FilmPacket, to push: @Sendable (FedBuffer) async throws -> Void
  ) async throws {
    let frame = plan.frameDuration
    let place = Int(packet.frame - range.lowerBound)
    let start = (frame * place).nanoseconds, end = (frame * (place + 1)).nanoseconds
    // Moved by the time before 0, because time stamps have no sign.
    try await push(
      FedBuffer(
        packet.bytes, caps: packets.caps, start: start + lead.nanoseconds,
        decodingTime: (frame * Int(packetCount)).nanoseconds, duration: end - start,
        isKey: packet.isKey))
    packetCount += 1
    endsWithKey = packet.isKey
  }
}
