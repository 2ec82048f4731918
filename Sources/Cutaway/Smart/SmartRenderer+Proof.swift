import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
import CutawayGraph
import CutawayMedia
import CutawayRuntime

// Each join is decoded before it is written.
extension SmartRenderer {
  /// Whether a decoder shows the end of a copy like the source, and what follows completely.
  func isProven(end group: Held, before next: [FilmPacket]) async throws -> Bool {
    let packets = try await output(group, group.context + group.packets)
    let expected = try await digests(of: group, packets: group.packets.count)
    return try await shows(packets + next, expected)
  }

  /// Whether a decoder shows the start of a copy like the source behind what precedes it, which
  /// starts with a key frame.
  func isProven(start group: Held, after before: [FilmPacket]) async throws -> Bool {
    let packets = try await output(group, limit: Self.proven)
    let expected = try await digests(of: group, packets: packets.count)
    return try await shows(before + packets, expected)
  }

  /// The digests of the first frames of a group in the source's own decode, by their numbers in the
  /// film.
  private func digests(of group: Held, packets count: Int) async throws -> [Int64: UInt64] {
    guard let table = tables[group.source] else { return [:] }
    let indices = group.packets.prefix(count)
    let wanted = Set(indices.map { table.places[$0] })
    guard let lowest = wanted.min(), let highest = wanted.max() else { return [:] }
    let found = Collected()
    let offset = group.offset
    // From an earlier key frame if this one is not independent of it.
    let isOpen = table.packets[group.packets[0]].kind == .openStart
    try await frames.decode(
      lowest..<highest + 1, of: group.source, startingBefore: isOpen ? max(0, lowest - 1) : nil
    ) { frame in
      if wanted.contains(Int(frame.number)) { await found.add(frame, shift: -offset) }
    }
    return await found.digests
  }

  /// Whether packets decode to one frame each, in order, and to frames with these digests.
  private func shows(
    _ packets: [FilmPacket], _ expected: [Int64: UInt64]
  ) async throws -> Bool {
    guard let first = packets.map(\.frame).min() else { return true }
    let found = Collected()
    do {
      try await PacketDecoder(caps: self.packets.caps).decode { push in
        for packet in packets { try await push(packet.bytes, packet.frame - first) }
      } take: { frame in
        await found.add(frame, shift: first)
      }
    } catch let error as PipelineError where error.code != .missingElement {
      // A decoder that fails shows nothing.
      return false
    }
    let numbers = await found.numbers, digests = await found.digests
    return numbers == packets.map(\.frame).sorted()
      && expected.allSatisfy { digests[$0.key] == $0.value }
  }
}

/// The frames that a decoder shows.
private actor Collected {
  var numbers: [Int64] = []
  var digests: [Int64: UInt64] = [:]

  func add(_ frame: NumberedFrame, shift: Int64) {
    numbers.append(frame.number + shift)
    digests[frame.number + shift] = frame.sample.pixelDigest
  }
}
