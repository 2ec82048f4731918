import CutawayModel
import CutawayTime

/// Segments of which some overlap in transitions.
struct Overlap: Sendable {
  /// The whole segments, in order of time.
  var segments: [Segment]
  /// By the index of the segment after them.
  var transitions: [Int: Transition]
}

extension ValueForm<[Constructs.TransitionValues]> {
  /// Transitions between tracks, which the reader keeps until it has read the tracks.
  static var transitionsOfTracks: Self {
    let list = list(of: .transitionOfTracks.defined(as: "transitionOfTracks"), "transitions")
    return ValueForm(
      "list of [transitions](#transitions)", schema: list.schema(), write: list.write
    ) { reader, value, path in
      let values = list.read(&reader, value, path)
      reader.joins = values ?? []
      return values
    }
  }
}

extension Reader {
  /// Writes out what all transitions mean, or reports why they cannot be.
  mutating func addTransitions(to composition: inout Composition) {
    let tracks = composition.tracks.indices.compactMap { index in
      let path = ModelPath(["tracks", "\(index)", "segments"])
      return overlaps[path].map { (index, path, $0) }
    }
    for (index, path, overlap) in tracks {
      let type = composition.tracks[index].mediaType
      for fault in composition.overlapFaults(of: overlap.segments, overlap.transitions, as: type) {
        report(
          .meaning, at: positions[path[fault.segment]["transition"]] ?? SourcePosition(),
          fault.error.message)
      }
    }
    guard diagnostics.isEmpty else { return }
    // From the last track on, because a second track follows each.
    for (index, path, overlap) in tracks.reversed() {
      do throws(CompositionError) {
        let origins = try composition.overlap(
          overlap.segments, overlap.transitions, of: composition.tracks[index].id)
        positions.move(origins)
      } catch {
        let first = overlap.transitions.keys.min() ?? 0
        report(
          .meaning, at: positions[path[first]["transition"]] ?? SourcePosition(), error.message)
        return
      }
    }
    for (index, values) in joins.enumerated() {
      guard let range = values.range else { continue }
      let origin = ["transitions", "\(index)"]
      do throws(CompositionError) {
        let origins = try composition.join(
          values.transition, over: range, from: values.from, to: values.to, origin: origin)
        positions.move(origins)
      } catch {
        report(.meaning, at: positions.nearest(to: origin), error.message)
      }
    }
  }
}
