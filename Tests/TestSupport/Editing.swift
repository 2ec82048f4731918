public import CutawayModel
public import CutawayTime

/// Compositions with descriptions of media, but no files.
public enum Editing {
  /// Ten seconds each: video without sound, video with sound, sound only; and a still with alpha.
  public static let media: [Asset.ID: MediaDescription] = [
    "film": film(), "talkie": film(hasSound: true),
    "song": MediaDescription(duration: MediaTime(10), audioTracks: [sound]),
    "logo": MediaDescription(
      duration: nil,
      videoTracks: [
        .init(size: PixelSize(width: 1920, height: 1080), frameDuration: nil, hasAlpha: true)
      ]),
  ]

  public static let tick = MediaTime(1, over: 25)
  private static let sound = MediaDescription.Audio(sampleRate: 48_000, channels: 2)

  /// Ten seconds at 25 frames a second.
  public static func film(
    _ width: Int = 1920, _ height: Int = 1080, _ orientation: Orientation = .identity,
    hasSound: Bool = false
  ) -> MediaDescription {
    MediaDescription(
      duration: MediaTime(10),
      videoTracks: [
        .init(
          size: PixelSize(width: width, height: height), frameDuration: tick,
          orientation: orientation)
      ], audioTracks: hasSound ? [sound] : [])
  }

  public static func range(_ start: Int64, _ end: Int64) -> TimeRange {
    TimeRange(start: MediaTime(start), end: MediaTime(end))
  }

  /// A track that shows `asset`, `film` or `song` without one, from its start in the given spans, which
  /// are in order.
  public static func track(
    _ id: Track.ID, _ spans: (Int64, Int64)..., type: Track.MediaType = .video,
    asset: Asset.ID? = nil
  ) throws -> Track {
    let asset = asset ?? (type == .audio ? "song" : "film")
    var segments: [Segment] = [], end = MediaTime.zero
    for span in spans {
      let target = range(span.0, span.1)
      if target.start > end {
        segments.append(Segment(target: TimeRange(start: end, end: target.start)))
      }
      let source = TimeRange(start: .zero, duration: target.duration)
      segments.append(Segment(target: target, media: .init(asset: asset, source: source)))
      end = target.end
    }
    return try Track(id: id, mediaType: type, segments: segments)
  }

  public static func composition(
    _ tracks: [Track], _ instructions: [Instruction] = []
  ) -> Composition {
    Composition(
      render: RenderSettings(size: PixelSize(width: 1920, height: 1080), frameDuration: tick),
      assets: media.keys.sorted().map { Asset(id: $0, location: "\($0).mkv") },
      tracks: tracks, instructions: instructions)
  }

  public static func ramp(
    _ start: Int64, _ end: Int64, from: Double, to: Double, _ easing: Easing = .linear
  ) throws -> AnimatedValue<Double> {
    try AnimatedValue(
      entries: [.ramp(.init(over: range(start, end), from: from, to: to, easing: easing))])
  }

  public static func moved(_ x: Double, _ y: Double = 0) -> AnimatedValue<LayerTransform> {
    AnimatedValue(LayerTransform(.translation(x: x, y: y)))
  }
}
