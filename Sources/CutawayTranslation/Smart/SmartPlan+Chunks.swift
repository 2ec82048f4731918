package import CutawayTime

// Copies and encoded spans in parts.
extension SmartPlan {
  /// The weight of an encoded frame; that of a copied one is 1.
  private static let encodedWeight: Int64 = 100

  /// Divides the frames so that one process can make each chunk without the others.
  ///
  /// No border is a join of a copy and an encoded span, because both are decoded to prove it. A border
  /// lies between two encoded spans, or at a key frame inside a copy, at least two groups of pictures
  /// from both of its ends: if a proof fails, the group at the end is encoded.
  ///
  /// - Parameters:
  ///   - length: The usual length of a chunk in seconds. A chunk is longer where there is no border.
  ///   - tables: The packets of the sources.
  /// - Returns: The chunks, in order.
  package func chunks(length: MediaTime, _ tables: [Source: PacketTable]) -> [RenderChunk] {
    let borders = borders(tables)
    let usual = max(1, length.rounded(in: frameDuration))
    let chunks = ChunkBorders(
      frameCount: frameCount, length: usual, reach: usual / 2, cuts: borders,
      undivided: zip([0] + borders, borders + [frameCount]).map { $0..<$1 }.filter { !$0.isEmpty }
    ).chunks
    return chunks.map { RenderChunk(frames: $0, weight: weight(of: $0)) }
  }

  private func borders(_ tables: [Source: PacketTable]) -> [Int64] {
    var borders: [Int64] = []
    for (index, span) in spans.enumerated() {
      switch span.content {
      case .encoded:
        if index > 0, !spans[index - 1].isCopied { borders.append(span.frames.lowerBound) }
      case .copied(let source, let packets, let places):
        let starts = tables[source]?.closedStarts(of: packets) ?? []
        borders += starts.dropFirst(2).dropLast().map {
          span.frames.lowerBound + Int64($0 - places.lowerBound)
        }
      }
    }
    return borders
  }

  private func weight(of frames: Range<Int64>) -> Int64 {
    spans.reduce(0) { sum, span in
      sum + Int64(span.frames.clamped(to: frames).count) * (span.isCopied ? 1 : Self.encodedWeight)
    }
  }

  /// The spans of some frames, which are chunks or whole spans.
  package func part(_ frames: Range<Int64>, _ tables: [Source: PacketTable]) -> SmartPlan {
    let parts = spans.compactMap { span -> Span? in
      let own = span.frames.clamped(to: frames)
      guard !own.isEmpty else { return nil }
      var part = span
      part.frames = own
      switch span.content {
      case .encoded(let pieces): part.content = .encoded(pieces.compactMap { $0.part(own) })
      case .copied(let source, let packets, let places):
        let start = places.lowerBound + Int(own.lowerBound - span.frames.lowerBound)
        let shown = start..<start + own.count
        guard let table = tables[source] else { return nil }
        part.content = .copied(
          source, packets: packets.filter { shown.contains(table.places[$0]) },
          places: shown)
      }
      return part
    }
    return SmartPlan(spans: parts, film: film, frameDuration: frameDuration)
  }
}
