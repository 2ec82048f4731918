import CutawayModel
import CutawayTime

/// A place in the stack of layers, and what is shown there when.
///
/// A mixer's pads have one order, while the order of layers may change with every instruction. So the
/// stack has a slot for each track, and a second one for a track that some instructions show above,
/// and others below, the same other track. The stack is a common supersequence of the instructions'
/// stacks. How many slots there are does not depend on effects: a thousand instructions with effects of
/// their own share those of their tracks.
struct LayerSlot {
  var track: Track
  /// Parts of the track's segments with the layer that shows them, in order of time.
  var parts: [Part] = []

  struct Part {
    /// The part of the segment that the instruction shows.
    var segment: Segment
    var layer: Layer
  }
}

extension ResolvedComposition {
  /// The slots, from the bottom up.
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
