public import CutawayTime

extension Composition {
  /// Sets the segments of a track, some of which begin while the one before still plays.
  ///
  /// Each segment after a transition goes to the other one of two tracks: the track itself, and one
  /// with the same settings that is added directly above it and called `NAME-2`. Instructions that
  /// show the track then show both, and are divided where transitions start and end. Sound fades out
  /// on one track and in on the other with equal power.
  ///
  /// - Parameters:
  ///   - segments: The segments in order of time. One with a transition starts before its
  ///     predecessor ends, by the duration of the transition. Each other one starts where its
  ///     predecessor ends.
  ///   - transitions: The transitions, by the index of the incoming segment.
  ///   - id: The track, whose segments are replaced.
  /// - Throws: `CompositionError` if there is no such track, if segments overlap otherwise, a
  ///   transition lasts as long as one of its segments, transitions overlap each other, one follows
  ///   a gap, a segment has a fade of its own in a transition, or the instruction already has a
  ///   compositor. The composition then stays unchanged.
  public mutating func setSegments(
    _ segments: [Segment], transitions: [Int: Transition], of id: Track.ID
  ) throws(CompositionError) {
    _ = try overlap(segments, transitions, of: id)
  }

  /// Combines two tracks during a range in which both play.
  ///
  /// For video, instructions are divided where the range starts and ends, and those in the range
  /// combine the layers of both tracks. For sound, the segment of `outgoing` that ends at the end of
  /// the range fades out, and the segment of `incoming` that starts at its start fades in.
  ///
  /// - Parameters:
  ///   - transition: The transition, whose duration is ignored.
  ///   - range: When both play, in seconds of the composition; not empty.
  ///   - outgoing: The first track.
  ///   - incoming: The second track, of the same media type.
  /// - Throws: `CompositionError` if a track does not exist, the tracks do not both have a segment in
  ///   the whole range, an instruction does not show both, or it already has a compositor. The
  ///   composition then stays unchanged.
  public mutating func addTransition(
    _ transition: Transition, over range: TimeRange, from outgoing: Track.ID, to incoming: Track.ID
  ) throws(CompositionError) {
    _ = try join(transition, over: range, from: outgoing, to: incoming)
  }
}

/// Where the parts of a composition were before an edit.
package struct EditOrigins: Sendable, Hashable {
  /// The parts that moved or were copied, with each of their present paths, even an unchanged one.
  package private(set) var moves: [Move] = []

  /// A part that was elsewhere.
  package struct Move: Sendable, Hashable {
    /// The present path.
    package var path: [String]
    /// The former path.
    package var origin: [String]
  }

  mutating func add(_ path: [String], from origin: [String]) {
    moves.append(Move(path: path, origin: origin))
  }
}
