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
  func layerSlots() -> [LayerSlot] {
    var slots: [LayerSlot] = []
    for instruction in tiledInstructions() {
      var position = 0
      for layer in instruction.layers.reversed() {
        guard let track = composition.track(layer.track) else { continue }
        let found = slots[position...].firstIndex { $0.track.id == layer.track }
        let index = found ?? position
        if found == nil { slots.insert(LayerSlot(track: track), at: index) }
        for segment in track.segments where !segment.isEmpty {
          guard let part = segment.clipped(to: instruction.range) else { continue }
          slots[index].parts.append(LayerSlot.Part(segment: part, layer: layer))
        }
        position = index + 1
      }
    }
    return slots.filter { !$0.parts.isEmpty }
  }
}
