import CutawayModel
import CutawayTime

/// A position in the stack of layers, and what it shows over time.
///
/// The pads of a mixer have a fixed order, but the order of layers may change with every
/// instruction. Therefore the stack has a slot for each track, and a second one for a track that is
/// above another track in some instructions and below it in others, or has a blurred background or a blend
/// mode in some of them. The stack is a common supersequence of the stacks of all instructions. The number of slots does not depend on effects:
/// a thousand instructions with different effects share the slots of their tracks.
struct LayerSlot {
  var track: Track
  /// The background behind the frames of the track, with which they are one picture.
  var background: BlurredBackground?
  /// How colours are mixed with those below.
  var blending = ColorBlending.normal
  /// Parts of the track's segments, each with the layer that shows it, in order of time.
  var parts: [Part] = []

  struct Part {
    /// The part of the segment that the instruction shows.
    var segment: Segment
    var layer: Layer
    /// Whether a compositor draws the layer, so that the mixer must not.
    var isComposited = false
  }
}

/// A position in the stack: a track, or the output of a compositor.
struct StackSlot {
  /// The number of the slot, which does not change when slots are inserted below it.
  var number: Int
  /// The slot of a track; `nil` for a compositor.
  fileprivate(set) var layer: LayerSlot?
  /// The slot of a compositor; `nil` for a track.
  fileprivate(set) var compositor: CompositorSlot?
}

extension ResolvedComposition {
  /// The slots of tracks, from bottom to top; see ``stack(onMissing:)``.
  func layerSlots(onMissing: MissingMedia) -> [LayerSlot] {
    stack(onMissing: onMissing).compactMap(\.layer).filter { !$0.parts.isEmpty }
  }

  /// The slots, from bottom to top.
  ///
  /// - Parameter onMissing: How to treat a source that fails. If it leaves a gap, the layers below
  ///   are visible there. Otherwise the slots leave out what opaque layers hide.
  /// - Returns: The slots that show anything, and those that a compositor gets its frames from.
  func stack(onMissing: MissingMedia) -> [StackSlot] {
    var stack = LayerStacking(composition: self)
    for (index, instruction) in tiledInstructions().enumerated() {
      let hidden = onMissing == .stop ? hiddenTime(in: instruction) : nil
      stack.begin(instruction, index)
      var backgrounds = BackgroundChoice(instruction, of: self)
      for (place, layer) in instruction.layers.enumerated().reversed() {
        guard let track = composition.track(layer.track) else { continue }
        var parts: [LayerSlot.Part] = []
        for segment in track.segments(overlapping: instruction.range) where !segment.isEmpty {
          for range in instruction.range.without(hidden?[place] ?? []) {
            guard let part = segment.clipped(to: range) else { continue }
            parts.append(LayerSlot.Part(segment: part, layer: layer))
          }
        }
        for (background, parts) in backgrounds.divide(parts, layer, of: track) {
          stack.add(parts, of: track, on: background, blending: layer.blending)
        }
      }
    }
    let needed = Set(stack.slots.compactMap(\.compositor).flatMap(\.key.inputs).map(\.slot))
    return stack.slots.filter { slot in
      slot.layer.map { !$0.parts.isEmpty || needed.contains(slot.number) } ?? true
    }
  }
}

/// The stack of the instructions so far.
private struct LayerStacking {
  let composition: ResolvedComposition
  private(set) var slots: [StackSlot] = []
  private var instruction = Instruction(range: TimeRange(start: .zero, duration: .zero))
  private var index = 0
  /// The tracks that the compositor combines.
  private var inputs: [Track.ID] = []
  /// The slots of those that have been added, by track, and whether they must be placed.
  private var found: [Track.ID: (slot: Int, isPlaced: Bool)] = [:]
  /// The index from which the next layer may have its slot.
  private var position = 0

  init(composition: ResolvedComposition) { self.composition = composition }

  mutating func begin(_ instruction: Instruction, _ index: Int) {
    self.instruction = instruction
    self.index = index
    inputs = instruction.compositorTracks
    found = [:]
    position = 0
  }

  /// Adds a layer of the instruction, above those that were added before.
  mutating func add(
    _ parts: [LayerSlot.Part], of track: Track, on background: BlurredBackground?,
    blending: ColorBlending
  ) {
    let isInput = inputs.contains(track.id)
    let known = slots[position...].firstIndex { slot in
      slot.layer.map {
        $0.track.id == track.id && $0.background == background && $0.blending == blending
      } ?? false
    }
    let place = known ?? position
    if known == nil {
      let slot = LayerSlot(track: track, background: background, blending: blending)
      slots.insert(StackSlot(number: slots.count, layer: slot), at: place)
    }
    // In place: a slot may have thousands of parts.
    slots[place].layer?.parts += parts.map { part in
      var part = part
      part.isComposited = isInput
      return part
    }
    position = place + 1
    if isInput {
      let isPlaced =
        instruction.compositor?.frames == .placed
        && parts.contains { composition.isPlaced($0, on: background) }
      found[track.id] = (slots[place].number, isPlaced)
      if found.count == Set(inputs).count { addCompositor() }
    }
  }

  /// Adds the compositor above the topmost of its layers.
  private mutating func addCompositor() {
    guard let compositor = instruction.compositor else { return }
    let key = CompositorSlot.Key(
      compositor, during: instruction.range,
      inputs: inputs.compactMap { found[$0] }.map { .init(slot: $0.slot, isPlaced: $0.isPlaced) },
      index: index)
    let known = slots[position...].firstIndex { $0.compositor?.key == key }
    let place = known ?? position
    if known == nil {
      let slot = StackSlot(number: slots.count, compositor: CompositorSlot(key: key))
      slots.insert(slot, at: place)
    }
    slots[place].compositor?.uses.append(
      CompositorSlot.Use(range: instruction.range, effect: compositor.effect))
    position = place + 1
  }
}

extension TimeRange {
  /// The parts that remain when other ranges are removed, in order of time.
  func without(_ others: [TimeRange]) -> [TimeRange] {
    others.reduce([self]) { rest, other in rest.flatMap { $0.without(other) } }
  }
}
