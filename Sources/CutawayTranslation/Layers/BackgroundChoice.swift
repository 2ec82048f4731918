import CutawayKeyframes
import CutawayModel
import CutawayTime

/// Chooses which parts of an instruction's layers have a blurred background.
///
/// Layers are asked for from the lowest to the topmost.
struct BackgroundChoice {
  private let composition: ResolvedComposition
  private let instruction: Instruction
  /// The background of the lowest layer.
  private let usual: BlurredBackground?
  /// Whether a compositor combines the lowest layer with others, which get a background as well.
  private let isComposited: Bool
  /// The time in which no lower layer has a frame.
  private var free: [TimeRange]

  init(_ instruction: Instruction, of composition: ResolvedComposition) {
    self.composition = composition
    self.instruction = instruction
    usual = composition.composition.blurredBackground(of: instruction)
    let tracks = instruction.layers.compactMap { composition.composition.track($0.track) }
    let lowest = tracks.last { $0.layer == nil }
    isComposited = lowest.map { instruction.compositorTracks.contains($0.id) } ?? false
    free = [instruction.range]
  }

  /// Divides the parts of a layer by their backgrounds.
  mutating func divide(
    _ parts: [LayerSlot.Part], _ layer: Layer, of track: Track
  ) -> [(BlurredBackground?, [LayerSlot.Part])] {
    // A layer that is drawn has no media of its own, and its empty parts stay clear.
    if track.layer != nil { return [(nil, parts)] }
    let own = layer.blurredBackground
    if instruction.compositorTracks.contains(track.id) {
      return [(own ?? (isComposited ? usual : nil), parts)]
    }
    guard let background = own ?? usual else { return [(nil, parts)] }
    var plain: [LayerSlot.Part] = [], blurred: [LayerSlot.Part] = []
    for part in parts {
      if fills(part, of: track) {
        plain.append(part)
      } else if own != nil {
        blurred.append(part)
      } else {
        let above = part.segment.target.without(free)
        for range in part.segment.target.without(above) { blurred.append(part.clipped(to: range)) }
        for range in above { plain.append(part.clipped(to: range)) }
      }
    }
    for segment in track.segments(overlapping: instruction.range) where !segment.isEmpty {
      free = free.flatMap { $0.without(segment.target) }
    }
    if blurred.isEmpty { return [(nil, plain)] }
    return plain.isEmpty ? [(background, blurred)] : [(nil, plain), (background, blurred)]
  }

  /// Whether the frames of a part certainly hide a background.
  private func fills(_ part: LayerSlot.Part, of track: Track) -> Bool {
    let layer = part.layer, range = part.segment.target
    guard layer.effects.isEmpty, track.effects.isEmpty, layer.crop.entries.isEmpty,
      let video = part.segment.media.flatMap(composition.video), !video.hasAlpha
    else { return false }
    let transform: ValueSpan<LayerTransform>?
    switch layer.transform.entry(at: range.start) {
    case nil:
      if !layer.transform.entries.isEmpty { return false }
      transform = nil
    case let entry?:
      let isAlone = layer.transform.entries.count == 1
      guard isAlone || entry.span.end >= range.end else { return false }
      // A ramp that ends inside the part stays at its last value.
      transform = layer.transform.span(during: range)
    }
    return Placement(transform, video, in: composition.renderSize)?
      .alwaysFills(composition.outputSize, showing: composition.renderSize) ?? false
  }
}

extension LayerSlot.Part {
  /// The part within a range that it contains.
  fileprivate func clipped(to range: TimeRange) -> LayerSlot.Part {
    var part = self
    if let segment = segment.clipped(to: range) { part.segment = segment }
    return part
  }
}
