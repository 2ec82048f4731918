import CutawayKeyframes
import CutawayModel
import CutawayTime

/// The sizes in which films are read that become SDR and are shown smaller than they are stored.
///
/// The reader maps their tones, which costs much for each pixel. A quarter of them is enough for a film of a phone in
/// 2160p that is shown in 1080p.
struct ReadingSizes {
  private var sizes: [Track: PixelSize] = [:]

  /// A track of an asset.
  private struct Track: Hashable {
    let asset: Asset.ID
    let index: Int

    init(_ media: Segment.Media) { (asset, index) = (media.asset, media.trackIndex) }
  }

  /// Finds the sizes, which hold for the whole composition: a part of it has the frames of the whole, and layers that show
  /// the same film share its reader.
  init(for timeline: Timeline) {
    let resolved = timeline.resolved
    guard timeline.picture.transferFunction == .bt709,
      resolved.shownFilm.contains(where: { $0.transferFunction != .bt709 })
    else { return }
    let stack = resolved.stack(onMissing: timeline.onMissing)
    // Compositors may get the frames as they are read.
    let unplaced = Set(
      stack.compactMap(\.compositor).filter { $0.key.frames == .source }
        .flatMap(\.key.inputs).map(\.slot))
    var scales: [Track: (x: Double, y: Double)] = [:], videos: [Track: MediaDescription.Video] = [:]
    for (number, slot) in stack.compactMap({ slot in slot.layer.map { (slot.number, $0) } }) {
      for part in slot.parts {
        guard let media = part.segment.media, let video = resolved.hdrFilm(of: media) else {
          continue
        }
        let track = Track(media), layer = part.layer
        videos[track] = video
        // Effects count in pixels of the source, and the blur of a background in those of the film.
        let isPlain =
          slot.track.effects.isEmpty && layer.effects.isEmpty && slot.track.layer == nil
          && slot.background == nil && !unplaced.contains(number)
        let own =
          isPlain
          ? layer.transform.matrices(
            for: video, in: resolved.renderSize, scale: timeline.outputScale
          ).greatestScale(during: part.segment.target) : (x: 1, y: 1)
        let other = scales[track] ?? (x: 0, y: 0)
        scales[track] = (max(own.x, other.x), max(own.y, other.y))
      }
    }
    for (track, scale) in scales {
      sizes[track] = videos[track].flatMap { Self.size(of: $0.size, scaled: scale) }
    }
  }

  /// The size in which a film is read; `nil` is its own.
  subscript(media: Segment.Media) -> PixelSize? { sizes[Track(media)] }

  /// The size that is large enough; `nil` if that is about the whole.
  private static func size(
    of size: PixelSize, scaled scale: (x: Double, y: Double)
  ) -> PixelSize? {
    func side(_ length: Int, _ scale: Double) -> Int {
      // Whole samples of chroma. A billionth is rounding.
      max(2, min(length, 2 * Int((Double(length) * scale / 2 - 1e-9).rounded(.up))))
    }
    guard max(scale.x, scale.y) < 0.8 else { return nil }
    return PixelSize(width: side(size.width, scale.x), height: side(size.height, scale.y))
  }
}

extension ResolvedComposition {
  /// The video of a segment if it is a film in HDR.
  fileprivate func hdrFilm(of media: Segment.Media) -> MediaDescription.Video? {
    guard let asset = composition.asset(media.asset), asset.generator == nil,
      var video = video(of: media), video.frameDuration != nil
    else { return nil }
    if let color = asset.colorimetry { video.colorimetry = color.rawValue }
    return video.transferFunction == .bt709 ? nil : video
  }
}

extension AnimatedValue<TransformMatrix> {
  /// The greatest lengths that the transforms of a range make of a pixel's width and height.
  fileprivate func greatestScale(during range: TimeRange) -> (x: Double, y: Double) {
    // Before the first entry, the transform is the identity.
    var matrices = [value(at: range.start) ?? .identity]
    for entry in entries where entry.span.start < range.end {
      switch entry {
      case .instant(let time, let value): if time >= range.start { matrices.append(value) }
      case .ramp(let ramp):
        if ramp.range.end <= range.start { continue }
        // Between its ends, a transform may turn, and an easing may exceed them.
        matrices += stride(from: 0, through: 1, by: 1.0 / 32).map { ramp.value(at: $0) }
      }
    }
    return matrices.reduce((x: 0, y: 0)) { greatest, matrix in
      (
        max(greatest.x, (matrix.a * matrix.a + matrix.b * matrix.b).squareRoot()),
        max(greatest.y, (matrix.c * matrix.c + matrix.d * matrix.d).squareRoot())
      )
    }
  }
}
