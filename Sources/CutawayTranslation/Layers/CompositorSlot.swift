import CutawayModel
import CutawayTime

/// A compositor's place in the stack of layers, and the instructions that use it.
///
/// Instructions share an element if they need the same one: with the same constant settings, and
/// with inputs from the same slots.
struct CompositorSlot {
  var key: Key
  var uses: [Use] = []

  /// What two instructions must have in common to share an element.
  struct Key: Hashable {
    /// The element and its constant properties.
    var constants: Effect
    /// The names of the animated properties.
    var animated: [String]
    /// Which frames the pads get.
    var frames: Compositor.Frames
    /// Where the pads get their frames from.
    var inputs: [Input]
    /// The index of the instruction if its animations depend on the time outside of it.
    var only: Int?
  }

  /// What a pad gets.
  struct Input: Hashable {
    /// The number of the slot.
    var slot: Int
    /// Whether its frames are drawn into frames of the output's size.
    ///
    /// It depends on the whole instruction and on nothing else, so a part of the composition has the
    /// frames of the whole.
    var isPlaced: Bool
  }

  /// An instruction that has the compositor.
  struct Use {
    var range: TimeRange
    /// The element with the animations of this instruction.
    var effect: Effect
  }

  /// The element with the animations of all uses, which follow each other.
  var effect: Effect {
    var result = key.constants
    for name in key.animated {
      let parts = uses.compactMap { use -> PropertyAnimation? in
        guard case .animated(let animation)? = use.effect.properties[name] else { return nil }
        return animation
      }
      if let joined = PropertyAnimation(inSuccession: parts) {
        result.properties[name] = .animated(joined)
      }
    }
    return result
  }
}

extension CompositorSlot.Key {
  /// The key of an instruction's compositor; `index` is that of the instruction.
  init(
    _ compositor: Compositor, during range: TimeRange, inputs: [CompositorSlot.Input],
    index: Int
  ) {
    let animations = compositor.effect.animations
    constants = compositor.effect
    for (name, _) in animations { constants.properties[name] = nil }
    animated = animations.map(\.name)
    frames = compositor.frames
    self.inputs = inputs
    only = animations.allSatisfy { $0.animation.starts(with: range) } ? nil : index
  }
}

extension PropertyAnimation {
  /// Joins animations of one kind; `nil` if there are none, or they differ in kind.
  fileprivate init?(inSuccession parts: [PropertyAnimation]) {
    switch parts.first {
    case .number?:
      let values = parts.compactMap { if case .number(let value) = $0 { value } else { nil } }
      self = .number(AnimatedValue(inSuccession: values.flatMap(\.entries)))
    case .color?:
      let values = parts.compactMap { if case .color(let value) = $0 { value } else { nil } }
      self = .color(AnimatedValue(inSuccession: values.flatMap(\.entries)))
    case .point?:
      let values = parts.compactMap { if case .point(let value) = $0 { value } else { nil } }
      self = .point(AnimatedValue(inSuccession: values.flatMap(\.entries)))
    case nil: return nil
    }
  }

  /// Whether the animation has a value from the start of a range on, and ends within it.
  fileprivate func starts(with range: TimeRange) -> Bool {
    func isInside<Value>(_ value: AnimatedValue<Value>) -> Bool {
      value.entries.first?.span.start == range.start
        && value.entries.allSatisfy { $0.span.end <= range.end }
    }
    return switch self {
    case .number(let value): isInside(value)
    case .color(let value): isInside(value)
    case .point(let value): isInside(value)
    }
  }
}
