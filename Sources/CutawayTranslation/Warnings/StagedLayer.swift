import CutawayModel
import CutawayTime

/// A layer during an instruction, divided into pieces of one segment and one entry of each
/// property.
struct StagedLayer {
  let layer: Layer
  /// Whether the layer or its track has effects, which come before the transform.
  let hasEffects: Bool
  /// Whether a compositor combines the layer, so that it may show any part of it anywhere.
  let isComposited: Bool
  /// Whether that compositor gets the frames of the source, without regard to the layer.
  let isUnplaced: Bool
  private(set) var pieces: [Piece] = []

  var track: Track.ID { layer.track }

  /// The facts that are certain about a layer during a time range.
  struct Piece {
    var range: TimeRange
    /// The mapping of the whole segment.
    var mapping: TimeMapping
    var asset: Asset.ID
    /// The video track; `nil` if the media are unknown.
    var video: MediaDescription.Video?
    /// The opacities at the start and at the end.
    var opacities: (first: Double, last: Double)
    /// The reason why the piece is invisible regardless of other layers; `nil` if it may be
    /// visible.
    var hiding: String?
    /// Whether the whole frame hides the layers below; `false` if the media are unknown.
    var isOpaque: Bool
    /// The paths of the frame's corners, if they are certain.
    var placement: Placement?
    var renderSize: PixelSize

    /// The time range of the whole segment.
    var segment: TimeRange { mapping.target }

    var isSeen: Bool { hiding == nil }

    /// Whether the piece hides another one wherever that lies inside the picture.
    func covers(_ other: Piece) -> Bool {
      guard isOpaque, isSeen, let placement else { return false }
      let picture = Rectangle(
        x: 0, y: 0, width: Double(renderSize.width), height: Double(renderSize.height))
      let box = other.placement.map { $0.bounds.intersection(picture) } ?? picture
      return placement.alwaysContains(box)
    }
  }

  init(
    _ layer: Layer, of track: Track, during range: TimeRange,
    _ media: [Asset.ID: MediaDescription], in size: PixelSize, of instruction: Instruction? = nil
  ) {
    self.layer = layer
    isComposited = instruction?.compositorTracks.contains(layer.track) ?? false
    isUnplaced = isComposited && instruction?.compositor?.frames == .source
    hasEffects = !layer.effects.isEmpty || !track.effects.isEmpty
    let cuts = layer.opacity.cuts + layer.transform.cuts + layer.crop.cuts
    for segment in track.segments(overlapping: range) {
      guard let shown = segment.media, let mapping = segment.mapping,
        let part = segment.clipped(to: range)
      else { continue }
      let video = media[shown.asset]?.videoTracks.element(at: shown.trackIndex)
      for span in part.target.split(at: cuts) {
        pieces.append(
          Piece(
            layer, mayBeClear: hasEffects || isComposited, during: span, of: mapping, shown.asset,
            video, in: size))
      }
    }
  }
}

extension StagedLayer {
  /// The pieces that overlap a range; a layer may have thousands of others.
  func pieces(overlapping range: TimeRange) -> ArraySlice<Piece> {
    pieces.overlapping(range, by: \.range)
  }
}

extension StagedLayer.Piece {
  fileprivate init(
    _ layer: Layer, mayBeClear: Bool, during range: TimeRange, of mapping: TimeMapping,
    _ asset: Asset.ID, _ video: MediaDescription.Video?, in size: PixelSize
  ) {
    self.range = range
    self.mapping = mapping
    self.asset = asset
    self.video = video
    renderSize = size
    placement = video.flatMap { Placement(layer.transform.span(during: range), $0, in: size) }
    let opacity = layer.opacity.span(during: range)
    let ends = [opacity?.from ?? 1, opacity?.to ?? 1]
    opacities = (ends[0], ends[1])
    let crop = layer.crop.span(during: range)
    // An effect or a compositor may make a frame transparent, and a frame with alpha may be transparent.
    isOpaque =
      ends.allSatisfy { $0 == 1 } && crop == nil && video?.hasAlpha == false && !mayBeClear
      && layer.blending == .normal
    if ends.allSatisfy({ $0 == 0 }) {
      hiding = "its opacity is 0"
    } else if let crop, crop.isConstant, crop.from.isEmpty {
      hiding = "its crop rectangle is empty"
    } else if placement?.isAlwaysOutside(size) == true {
      hiding = "it lies outside the picture"
    }
  }
}

extension TimeRange {
  fileprivate func split(at cuts: [MediaTime]) -> [TimeRange] {
    let inner = Set(cuts).filter { start < $0 && $0 < end }.sorted()
    return zip([start] + inner, inner + [end]).map { TimeRange(start: $0, end: $1) }
  }
}

/// The values of a property during a time range: a constant, or a change between two values.
struct ValueSpan<Value: Sendable & Hashable> {
  var from: Value
  var to: Value
  /// Whether all values in between lie on the straight line from one to the other.
  var isStraight: Bool

  var isConstant: Bool { from == to && isStraight }
}

extension AnimatedValue {
  /// The times at which entries start and end.
  fileprivate var cuts: [MediaTime] { entries.flatMap { [$0.span.start, $0.span.end] } }

  /// The values of the property during a range without cuts; `nil` is the default.
  func span(during range: TimeRange) -> ValueSpan<Value>? {
    switch entry(at: range.start) {
    case nil: return nil
    case .instant(_, let value): return ValueSpan(from: value, to: value, isStraight: true)
    case .ramp(let ramp) where ramp.range.contains(range.start):
      return ValueSpan(
        from: ramp.from, to: ramp.to,
        isStraight: ramp.from == ramp.to
          || ramp.interpolation == .componentwise && ramp.easing.staysBetween)
    case .ramp(let ramp): return ValueSpan(from: ramp.to, to: ramp.to, isStraight: true)
    }
  }
}
