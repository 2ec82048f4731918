import CutawayModel
import CutawayTime

/// A position in the stack of layers, and what it shows over time.
///
/// The pads of a mixer have a fixed order, but the order of layers may change with every
/// instruction. Therefore the stack has a slot for each track, and a second one for a track that is
/// above another track in some instructions and below it in others. The stack is a common
/// supersequence of the stacks of all instructions. The number of slots does not depend on effects:
/// a thousand instructions with different effects share the slots of their tracks.
struct LayerSlot {
  var track: Track
  /// Parts of the track's segments, each with the layer that shows it, in order of time.
  var parts: [Part] = []

  struct Part {
    /// The part of the segment that the instruction shows.
    var segment: Segment
    var layer: Layer
  }
}

extension ResolvedComposition {
  /// The slots, from bottom to top.
  ///
  /// - Parameter onMissing: How to treat a source that fails. If it leaves a gap, the layers below
  ///   are visible there. Otherwise the slots leave out what opaque layers hide.
  /// - Returns: The slots that show anything.
  func layerSlots(onMissing: MissingMedia) -> [LayerSlot] {
    var slots: [LayerSlot] = []
    for instruction in tiledInstructions() {
      let hidden = onMissing == .stop ? hiddenTime(in: instruction) : nil
      var position = 0
      for (place, layer) in instruction.layers.enumerated().reversed() {
        guard let track = composition.track(layer.track) else { continue }
        let found = slots[position...].firstIndex { $0.track.id == layer.track }
        let index = found ?? position
        if found == nil { slots.insert(LayerSlot(track: track), at: index) }
        for segment in track.segments where !segment.isEmpty {
          for range in instruction.range.without(hidden?[place] ?? []) {
            guard let part = segment.clipped(to: range) else { continue }
            slots[index].parts.append(LayerSlot.Part(segment: part, layer: layer))
          }
        }
        position = index + 1
      }
    }
    return slots.filter { !$0.parts.isEmpty }
  }
}

extension TimeRange {
  /// The parts that remain when other ranges are removed, in order of time.
  fileprivate func without(_ others: [TimeRange]) -> [TimeRange] {
    others.reduce([self]) { rest, other in rest.flatMap { $0.without(other) } }
  }
}
