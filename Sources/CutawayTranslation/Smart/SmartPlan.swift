package import CutawayContainers
package import CutawayModel
package import CutawayTime

/// The frames of an export that are copied from their sources as packets, and those that are encoded.
///
/// It follows from the composition and the packets of its sources alone.
package struct SmartPlan: Sendable {
  /// A video track of a file.
  package struct Source: Sendable, Hashable {
    /// The path or the URI of the file.
    package var location: String
    /// The index among its video tracks.
    package var trackIndex: Int

    /// Creates a source.
    package init(location: String, trackIndex: Int = 0) {
      self.location = location
      self.trackIndex = trackIndex
    }
  }

  /// A run of output frames that are copied, or encoded by one encoder.
  package struct Span: Sendable, Hashable {
    /// The output frames, counted from 0.
    package var frames: Range<Int64>
    /// Where the frames come from.
    package var content: Content
    /// Why they are encoded; empty if they are copied.
    package var reasons: [SmartReason]

    /// Whether the frames are copied.
    package var isCopied: Bool { if case .copied = content { true } else { false } }
  }

  /// Where the frames of a span come from.
  package enum Content: Sendable, Hashable {
    /// Packets of a source: their indices in decode order, and the places of their frames.
    case copied(Source, packets: [Int], places: Range<Int>)
    /// Frames that are encoded, in order.
    case encoded([Piece])
  }

  /// A run of frames of one origin in an encoded span.
  package struct Piece: Sendable, Hashable {
    /// The output frames.
    package var frames: Range<Int64>
    /// The source and the places of its frames, if they are shown unchanged; `nil` if they are
    /// rendered.
    package var restored: Restored?
  }

  /// Frames of a source that are shown unchanged.
  package struct Restored: Sendable, Hashable {
    package var source: Source
    package var places: Range<Int>
  }

  /// The spans, in order, without gaps.
  package let spans: [Span]
  /// The format of the film; `nil` if nothing can be copied.
  package let film: Film?
  /// Seconds per output frame.
  package let frameDuration: MediaTime

  init(spans: [Span], film: Film?, frameDuration: MediaTime) {
    self.spans = spans
    self.film = film
    self.frameDuration = frameDuration
  }

  /// The shortest copy, in frames.
  package static let shortestCopy = 12
  /// The usual length of encoded spans, in frames: what a second attempt encodes again.
  package static let spanLength = 300

  /// The number of copied frames.
  package var copiedCount: Int64 {
    spans.filter(\.isCopied).reduce(0) { $0 + Int64($1.frames.count) }
  }

  /// The number of output frames.
  package var frameCount: Int64 { spans.last?.frames.upperBound ?? 0 }
}

extension SmartPlan {
  /// Plans an export.
  ///
  /// - Parameters:
  ///   - translation: The part of the composition to export.
  ///   - tables: The packets of the sources; others are encoded.
  ///   - known: The format of the film, if an earlier plan has determined it.
  ///   - refused: Output frames that must not be copied, and why.
  package init(
    _ translation: Translation, tables: [Source: PacketTable], film known: Film? = nil,
    refused: [(frames: Range<Int64>, reason: SmartReason)] = []
  ) {
    let resolved = translation.resolved
    frameDuration = resolved.frameDuration
    let count = translation.duration.ceiled(in: frameDuration)
    var shown = ShownFrames(translation.timeline, tables)
    var contents: [ShownFrames.Content] = []
    contents.reserveCapacity(Int(count))
    for frame in 0..<count {
      contents.append(shown.content(at: translation.range.start + frameDuration * Int(frame)))
    }
    let film = known ?? Film(contents, tables)
    self.film = film
    var frames = contents.map { content -> Frame in
      if let film { return film.frame(content, tables) }
      // Why the composition changes a frame says more than that no source can be copied.
      if case .composed(let reason) = content { return .composed(reason) }
      return .composed(Film.nothing)
    }
    for (range, reason) in refused {
      for frame in range.clamped(to: 0..<count) {
        if case .source(let source, let place, _) = frames[Int(frame)] {
          frames[Int(frame)] = .source(source, place: place, refusal: reason)
        }
      }
    }
    let undivided = resolved.undividedFrames(from: translation.range.start)
    spans = Self.spans(of: frames, tables, undivided: undivided)
  }

  /// What a frame of the film is made of.
  enum Frame: Hashable {
    /// A frame of a source in the format of the film, which may be copied unless it is refused.
    case source(Source, place: Int, refusal: SmartReason?)
    case composed(SmartReason)
  }
}

extension SmartPlan {
  /// The format of a film.
  package struct Film: Sendable, Hashable {
    /// The source with the most frames in this format.
    package let leader: Source
    /// The orientation that the film states.
    package let orientation: Orientation
    /// The format of the pictures.
    package let format: CodedFormat
  }
}

extension SmartPlan.Film {

  static let nothing = SmartReason(.source, "no source can be copied")

  /// Chooses the format with the most frames; `nil` if nothing can be copied.
  init?(_ contents: [ShownFrames.Content], _ tables: [SmartPlan.Source: PacketTable]) {
    struct Kind: Hashable {
      var format: CodedFormat
      var orientation: Orientation
    }
    var counts: [Kind: (count: Int, order: Int)] = [:]
    var sources: [Kind: [SmartPlan.Source: (count: Int, order: Int)]] = [:]
    var rotated = false, isMixed = false
    for content in contents {
      guard case .source(let source, _, let orientation, _) = content,
        let format = tables[source]?.format
      else {
        isMixed = true
        continue
      }
      rotated = rotated || orientation != .identity
      let kind = Kind(format: format, orientation: orientation)
      counts[kind] = ((counts[kind]?.count ?? 0) + 1, counts[kind]?.order ?? counts.count)
      let known = sources[kind, default: [:]]
      sources[kind, default: [:]][source] = (
        (known[source]?.count ?? 0) + 1, known[source]?.order ?? known.count
      )
    }
    // A picture that is stored rotated can be neither composed with others nor mixed with upright
    // ones.
    if rotated, isMixed || Set(counts.keys.map(\.orientation)).count > 1 {
      counts = counts.filter { $0.key.orientation == .identity }
    }
    guard
      let kind = counts.max(by: {
        ($0.value.count, -$0.value.order) < ($1.value.count, -$1.value.order)
      })?.key,
      let leader = sources[kind]?.max(by: {
        ($0.value.count, -$0.value.order) < ($1.value.count, -$1.value.order)
      })?.key
    else { return nil }
    // Frames of another format are rendered, which a rotated film cannot contain.
    if kind.orientation != .identity, counts.count > 1 { return nil }
    if kind.format.isHDR, isMixed || counts.count > 1 { return nil }
    format = kind.format
    orientation = kind.orientation
    self.leader = leader
  }

  func frame(
    _ content: ShownFrames.Content, _ tables: [SmartPlan.Source: PacketTable]
  ) -> SmartPlan.Frame {
    switch content {
    case .composed(let reason): return .composed(reason)
    case .source(let source, let place, let orientation, let path):
      guard let own = tables[source]?.format else {
        return .composed(SmartReason(.source, path: path, "its format is not known"))
      }
      guard own == format, orientation == self.orientation else {
        return .composed(
          SmartReason(
            .format, path: path,
            orientation == self.orientation
              ? format.differences(from: own).joined(separator: ", ") : "orientation"))
      }
      return .source(source, place: place, refusal: nil)
    }
  }
}
