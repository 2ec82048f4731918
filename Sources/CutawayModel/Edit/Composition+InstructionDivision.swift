import CutawayTime

/// A transition between two video tracks, as a part of instructions.
struct InstructionSpan {
  var range: TimeRange
  var transition: Transition
  var outgoing: Track.ID
  var incoming: Track.ID
  /// The path of the transition, for messages.
  var origin: [String]
}

extension Composition {
  /// A track that becomes two: its name, those of both tracks, and their segments.
  typealias Replacement = (id: Track.ID, names: [Track.ID], lanes: TransitionLanes)

  /// Divides the instructions that show the tracks of transitions, so that each transition has
  /// instructions of its own.
  ///
  /// - Parameters:
  ///   - spans: The transitions in order of time, without overlaps.
  ///   - replacement: The track that the instructions show, if it has become two.
  ///   - origins: Receives where the instructions were before.
  /// - Throws: `CompositionError` if the instructions cannot be divided.
  mutating func divideInstructions(
    by spans: [InstructionSpan], replacing replacement: Replacement?, _ origins: inout EditOrigins
  ) throws(CompositionError) {
    var result: [Instruction] = []
    func origin(_ index: Int?) -> [String]? { index.map { ["instructions", "\($0)"] } }
    for tile in tiledInstructions() {
      let whole = tile.instruction
      let shown = Set(whole.layers.map(\.track))
      func add(_ instruction: Instruction, from path: [String]) {
        origins.add(["instructions", "\(result.count)"], from: path)
        result.append(instruction)
      }
      /// Adds a part of an instruction of the composition without a transition.
      func addPlain(_ range: TimeRange) {
        guard let path = origin(tile.index), !range.isEmpty else { return }
        add(whole.part(range, replacing: replacement), from: path)
      }
      var start = whole.range.start
      for span in spans {
        guard let range = whole.range.intersection(span.range) else { continue }
        let needed =
          replacement.map { tile.index == nil ? $0.names : [$0.id] }
          ?? [span.outgoing, span.incoming]
        if shown.isDisjoint(with: needed) { continue }
        guard shown.isSuperset(of: needed) else {
          throw CompositionError(
            .invalidValue,
            "the instruction of \(whole.range.text) s does not show both tracks of the transition, "
              + "'\(span.outgoing)' and '\(span.incoming)'")
        }
        addPlain(TimeRange(start: start, end: range.start))
        var combined = whole
        combined.range = range
        let places =
          if tile.index != nil, let replacement {
            combined.showBoth(of: replacement)
          } else {
            Array(whole.layers.indices)
          }
        try combined.combine(span, on: blurredBackground(of: combined))
        if let path = origin(tile.index) {
          for (place, former) in places.enumerated() {
            origins.add(
              ["instructions", "\(result.count)", "layers", "\(place)"],
              from: path + ["layers", "\(former)"])
          }
        }
        add(combined, from: origin(tile.index) ?? span.origin)
        start = range.end
      }
      addPlain(TimeRange(start: start, end: whole.range.end))
    }
    // Instructions past the end of the composition are not tiles.
    for index in instructions.indices where instructions[index].range.start >= duration {
      origins.add(["instructions", "\(result.count)"], from: ["instructions", "\(index)"])
      result.append(instructions[index])
    }
    instructions = result
  }
}

extension Instruction {
  /// The part of the instruction in a range without a transition.
  fileprivate func part(
    _ range: TimeRange, replacing replacement: Composition.Replacement?
  ) -> Instruction {
    var part = self
    part.range = range
    guard let replacement else { return part }
    let name = replacement.names[replacement.lanes.lane(during: range)]
    for index in layers.indices where layers[index].track == replacement.id {
      part.layers[index].track = name
    }
    part.compositor?.tracks = compositor?.tracks.map { $0 == replacement.id ? name : $0 } ?? []
    return part
  }

  /// Shows both tracks in place of one, the second above the first.
  ///
  /// - Returns: The former index of each layer.
  fileprivate mutating func showBoth(of replacement: Composition.Replacement) -> [Int] {
    let both = layers.enumerated().flatMap { index, layer -> [(Int, Layer)] in
      guard layer.track == replacement.id else { return [(index, layer)] }
      return replacement.names.reversed().map { name in
        var copy = layer
        copy.track = name
        return (index, copy)
      }
    }
    layers = both.map(\.1)
    return both.map(\.0)
  }

  /// Adds a transition between two layers.
  ///
  /// If one of them is the lowest layer, each has the background of the instruction behind it.
  mutating func combine(
    _ span: InstructionSpan, on background: BlurredBackground?
  ) throws(CompositionError) {
    let transition = span.transition, pair = [span.outgoing, span.incoming]
    if compositor != nil {
      throw CompositionError(
        .overlap,
        "the instruction of \(range.text) s combines layers already: it can have one compositor, "
          + "or one transition other than 'dissolve', at a time")
    }
    let ramp = { (from: Double, to: Double) throws(CompositionError) in
      try AnimatedValue(
        entries: [
          .ramp(.init(over: span.range, from: from, to: to, easing: transition.easing))
        ])
    }
    if let lowest = layers.last, pair.contains(lowest.track) {
      for index in layers.indices where pair.contains(layers[index].track) {
        layers[index].blurredBackground = layers[index].blurredBackground ?? background
      }
    }
    if transition.kind == .dissolve, transition.properties.isEmpty,
      let top = layers.firstIndex(where: { pair.contains($0.track) }),
      layers[top].fillsLike(layers[top + 1], pair)
    {
      let isOutgoing = layers[top].track == span.outgoing
      layers[top].opacity = try ramp(isOutgoing ? 1 : 0, isOutgoing ? 0 : 1)
      return
    }
    var properties = transition.properties
    properties["progress"] = .animated(.number(try ramp(0, 1)))
    compositor = Compositor(
      element: transition.element, properties: properties, tracks: [span.outgoing, span.incoming])
  }
}

extension Layer {
  /// Whether a dissolve to or from the layer below is the same as a change of opacity: both are
  /// opaque, adjacent, and not known to leave parts of the picture uncovered.
  fileprivate func fillsLike(_ below: Layer, _ tracks: [Track.ID]) -> Bool {
    [self, below].allSatisfy { layer in
      tracks.contains(layer.track) && layer.opacity.isAlways(1)
        && (layer.blurredBackground != nil
          || layer.crop.entries.isEmpty
            && layer.transform.allValues.allSatisfy { $0.base != .fit && $0.matrix == .identity })
    }
  }
}
