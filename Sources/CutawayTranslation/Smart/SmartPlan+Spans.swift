import CutawayContainers
import CutawayModel
import CutawayTime

extension SmartPlan {
  /// A run of output frames that show consecutive frames of a source, or that are composed.
  fileprivate struct Run {
    var frames: Range<Int64>
    var restored: Restored?
    var reason: SmartReason?
  }

  /// Divides frames into spans.
  static func spans(
    of frames: [Frame], _ tables: [Source: PacketTable], undivided: [Range<Int64>]
  ) -> [Span] {
    var spans: [Span] = []
    // What is encoded since the last copy.
    var pieces: [Piece] = [], reasons: [SmartReason] = []
    func close() {
      spans += divided(pieces, reasons, undivided)
      (pieces, reasons) = ([], [])
    }
    func encode(_ run: Run, _ reason: SmartReason?) {
      guard !run.frames.isEmpty else { return }
      if let reason, !reasons.contains(reason) { reasons.append(reason) }
      if run.restored == nil, let last = pieces.last, last.restored == nil {
        pieces[pieces.count - 1].frames = last.frames.lowerBound..<run.frames.upperBound
      } else {
        pieces.append(Piece(frames: run.frames, restored: run.restored))
      }
    }
    for run in runs(of: frames) {
      guard let restored = run.restored, run.reason == nil, let table = tables[restored.source]
      else {
        encode(run, run.reason)
        continue
      }
      guard let copy = table.copy(of: restored.places) else {
        let hasStart = restored.places.contains { place in
          [.start, .openStart].contains(table.packets[table.order[place]].kind)
        }
        encode(run, SmartReason(hasStart ? .group : .start))
        continue
      }
      guard copy.places.count >= shortestCopy else {
        encode(run, SmartReason(.short))
        continue
      }
      let head = run.part(before: copy.places.lowerBound)
      let tail = run.part(from: copy.places.upperBound)
      encode(head, SmartReason(.group))
      close()
      let start = run.frames.lowerBound + Int64(head.frames.count)
      spans.append(
        Span(
          frames: start..<start + Int64(copy.places.count),
          content: .copied(restored.source, packets: copy.packets, places: copy.places),
          reasons: []))
      encode(tail, SmartReason(.group))
    }
    close()
    return spans
  }

  private static func runs(of frames: [Frame]) -> [Run] {
    var runs: [Run] = []
    for (index, frame) in frames.enumerated() {
      let number = Int64(index)
      if let last = runs.last, last.isFollowed(by: frame) {
        runs[runs.count - 1].frames = last.frames.lowerBound..<number + 1
        if let restored = last.restored {
          runs[runs.count - 1].restored?.places =
            restored.places.lowerBound..<restored.places.upperBound + 1
        }
        continue
      }
      switch frame {
      case .composed(let reason):
        runs.append(Run(frames: number..<number + 1, restored: nil, reason: reason))
      case .source(let source, let place, let refusal):
        runs.append(
          Run(
            frames: number..<number + 1,
            restored: Restored(source: source, places: place..<place + 1), reason: refusal))
      }
    }
    return runs
  }

  /// Divides encoded frames, so that little is encoded again if a span is not good enough.
  ///
  /// No border lies where an effect remembers earlier frames.
  private static func divided(
    _ pieces: [Piece], _ reasons: [SmartReason], _ undivided: [Range<Int64>]
  ) -> [Span] {
    guard let first = pieces.first?.frames.lowerBound, let end = pieces.last?.frames.upperBound
    else { return [] }
    let count = max(1, (end - first + Int64(spanLength) - 1) / Int64(spanLength))
    let borders = (1..<count).map { first + (end - first) * $0 / count }
      .filter { border in !undivided.contains { $0.lowerBound < border && border < $0.upperBound } }
    return zip([first] + borders, borders + [end]).map { start, end in
      let parts = pieces.compactMap { $0.part(start..<end) }
      return Span(frames: start..<end, content: .encoded(parts), reasons: reasons)
    }
  }
}

extension SmartPlan.Run {
  /// Whether a frame continues the run.
  fileprivate func isFollowed(by frame: SmartPlan.Frame) -> Bool {
    switch frame {
    case .composed(let reason): restored == nil && reason == self.reason
    case .source(let source, let place, let refusal):
      restored?.source == source && restored?.places.upperBound == place && refusal == reason
    }
  }

  fileprivate func part(before place: Int) -> SmartPlan.Run {
    let count = Int64(place - (restored?.places.lowerBound ?? place))
    var part = self
    part.frames = frames.lowerBound..<frames.lowerBound + count
    part.restored?.places = (restored?.places.lowerBound ?? place)..<place
    return part
  }

  fileprivate func part(from place: Int) -> SmartPlan.Run {
    let count = Int64((restored?.places.upperBound ?? place) - place)
    var part = self
    part.frames = frames.upperBound - count..<frames.upperBound
    part.restored?.places = place..<(restored?.places.upperBound ?? place)
    return part
  }
}

extension SmartPlan.Piece {
  /// The part of the piece in a range of frames; `nil` if there is none.
  package func part(_ range: Range<Int64>) -> SmartPlan.Piece? {
    let part = frames.clamped(to: range)
    guard !part.isEmpty else { return nil }
    var piece = self
    piece.frames = part
    if let places = restored?.places {
      let start = places.lowerBound + Int(part.lowerBound - frames.lowerBound)
      piece.restored?.places = start..<start + part.count
    }
    return piece
  }
}

extension ResolvedComposition {
  /// The output frames of each time range in which an effect remembers earlier frames, counted from a
  /// time of the composition.
  func undividedFrames(from start: MediaTime) -> [Range<Int64>] {
    undividedRanges.map { range in
      let first = (range.start - start).ceiled(in: frameDuration)
      return first..<max(first, (range.end - start).ceiled(in: frameDuration))
    }
  }
}
