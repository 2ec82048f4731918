import CutawayModel
import CutawayTime

/// A track as a timeline has it: with transitions between its segments.
struct TimelineTrack {
  /// The name and the settings; its segments do not count.
  var track: Track
  /// The segments, of which some overlap in transitions.
  var segments: [Segment]
  /// By the index of the segment after them.
  var transitions: [Int: Transition] = [:]
}

extension Composition {
  /// Adds the tracks of a timeline, each picture with a placement, and writes their transitions out.
  ///
  /// - Parameters:
  ///   - timeline: The tracks, the lowest first.
  ///   - placement: How frames are placed in the picture.
  ///   - failed: Receives the index of a track whose segments are not possible.
  /// - Throws: `CompositionError`.
  mutating func append(
    _ timeline: [TimelineTrack], placement: LayerTransform.Base, failed: inout Int?
  ) throws(CompositionError) {
    tracks = timeline.map(\.track)
    for index in tracks.indices { try tracks[index].setSegments([]) }
    let pictures = tracks.filter { $0.mediaType == .video }
    let end = timeline.flatMap(\.segments).map(\.target.end).max() ?? .zero
    // The preferred transform is the default without instructions.
    if placement != .preferred, end > .zero, !pictures.isEmpty {
      instructions = [
        Instruction(
          range: TimeRange(start: .zero, end: end),
          layers: pictures.reversed().map {
            Layer(track: $0.id, transform: AnimatedValue(LayerTransform(placement)))
          })
      ]
    }
    // All plain segments first: the instructions last as long as the composition.
    for (index, item) in timeline.enumerated() where item.transitions.isEmpty {
      failed = index
      try tracks[index].setSegments(item.segments)
    }
    for (index, item) in timeline.enumerated().reversed() where !item.transitions.isEmpty {
      failed = index
      try setSegments(item.segments, transitions: item.transitions, of: item.track.id)
    }
    failed = nil
  }
}
