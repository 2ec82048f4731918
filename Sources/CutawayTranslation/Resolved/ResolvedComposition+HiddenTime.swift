import CutawayModel
import CutawayTime

extension ResolvedComposition {
  /// The shortest hidden time that is left out of a source, in seconds.
  ///
  /// To resume, a source opens its file a second time and decodes from the key frame before. After
  /// shorter times this costs as much as decoding what is hidden.
  private static var shortestHiddenTime: MediaTime { MediaTime(3) }

  /// For each layer of an instruction, the time ranges in which none of its pixels can be seen,
  /// because opaque layers above it fill the picture.
  ///
  /// A layer with effects is never hidden: an effect may keep what it has seen, and show it later.
  /// Nor is the input of a compositor, which may show any part of it anywhere.
  func hiddenTime(in instruction: Instruction) -> [[TimeRange]] {
    var filled: [TimeRange] = []
    let inputs = Set(instruction.compositorTracks)
    return instruction.layers.map { layer in
      guard let track = composition.track(layer.track) else { return [] }
      let staged = StagedLayer(layer, of: track, during: instruction.range, media, in: renderSize)
      let isInput = inputs.contains(layer.track)
      let hidden = staged.hasEffects || isInput ? [] : filled
      // What a compositor makes of a layer may be transparent.
      for range in isInput ? [] : staged.pieces.compactMap(filledTime) {
        filled.insert(joining: range)
      }
      return hidden.filter { $0.duration >= Self.shortestHiddenTime }
    }
  }

  /// When a piece certainly replaces every pixel of the output; `nil` if it may not.
  private func filledTime(of piece: StagedLayer.Piece) -> TimeRange? {
    guard piece.isOpaque, piece.isSeen,
      piece.placement?.alwaysFills(outputSize, showing: renderSize) == true,
      let end = framesEnd(of: piece)
    else { return nil }
    return piece.range.intersection(TimeRange(start: .zero, end: end))
  }

  /// The time up to which a piece certainly has frames; `nil` if that is not known.
  ///
  /// The last frame of a file with a variable rate may end before its track, by the nominal rate.
  private func framesEnd(of piece: StagedLayer.Piece) -> MediaTime? {
    guard let description = media[piece.asset], let video = piece.video else { return nil }
    if description.duration == nil { return video.frameDuration == nil ? piece.range.end : nil }
    guard let duration = video.duration else { return nil }
    let mapping = piece.mapping, rest = duration - MediaTime(1) - mapping.source.start
    if mapping.isReversed {
      return rest >= mapping.source.duration ? mapping.target.end : nil
    }
    return rest > .zero ? mapping.target.start + rest / mapping.speed : nil
  }
}

extension [TimeRange] {
  /// Adds a range to ranges that are in order and do not touch, and joins it with those that it
  /// touches.
  fileprivate mutating func insert(joining range: TimeRange) {
    let first = firstIndex { $0.end >= range.start } ?? endIndex
    let end = self[first...].firstIndex { $0.start > range.end } ?? endIndex
    let touched = self[first..<end]
    let joined = TimeRange(
      start: Swift.min(range.start, touched.first?.start ?? range.start),
      end: Swift.max(range.end, touched.last?.end ?? range.end))
    replaceSubrange(first..<end, with: [joined])
  }
}
