package import CutawayModel
package import CutawayTime
import CutawayTranslation

/// The row of a track on the timeline.
package struct TrackRow: Sendable, Hashable {
  /// The name of the track in the composition.
  package let track: Track.ID
  /// The media type of the track, which determines the height of the row.
  package let mediaType: Track.MediaType
  /// The area of the row without its name, in pixels.
  package let frame: Rectangle
  /// The colour of the track, for its name, its segments and its layers in the picture.
  package let color: Color
  /// The segments with media, in order of time.
  package private(set) var clips: [Clip] = []
  /// The names of all effects and blend modes of the track and of the layers that show it, each once.
  package let effects: [String]
  /// The areas of empty segments, and of the time after the last segment.
  package private(set) var gaps: [Rectangle] = []
  /// The areas in which the track has media, but no instruction shows it.
  package private(set) var unlisted: [Rectangle] = []
  /// The texts of a subtitle track.
  package private(set) var cues: [Cue] = []
  /// Opacity, volume or the gain of ducking during a segment, if it is not always 1.
  package private(set) var curves: [Curve] = []

  /// A segment with media.
  package struct Clip: Sendable, Hashable {
    /// When the segment plays, in the time of the composition.
    package var range: TimeRange
    /// The area of the segment, with its name, in pixels.
    package var frame: Rectangle
    /// The name of the asset.
    package var name: String
    /// The speed, such as `×2`; `nil` at the natural speed of the source.
    package var speed: String?
    /// Whether there is no description of the asset.
    package var isUnknown: Bool
    /// The places for frames of the segment; empty for audio.
    package var thumbnails: [Thumbnail]
  }

  /// A subtitle and its area.
  package struct Cue: Sendable, Hashable {
    /// The text, with its lines joined by spaces.
    package var text: String
    /// The area of the text, from its start to its end in time.
    package var frame: Rectangle
  }

  /// A place for a frame of a segment.
  package struct Thumbnail: Sendable, Hashable {
    /// The time of the frame in the composition.
    package var time: MediaTime
    /// The area of the frame; its width may be cut off at the end of the segment.
    package var frame: Rectangle
  }

  /// The curve of an animated value.
  package struct Curve: Sendable, Hashable {
    /// The points of the curve, from left to right.
    package var points: [Drawing.Point]
    /// The y coordinate of the greatest value.
    package var top: Double
    /// The y coordinate of the value 0.
    package var bottom: Double
  }

  /// The top of a segment's frames or waveform, below its name.
  var bodyTop: Double { frame.y + Theme.nameHeight }

  init(
    _ track: Track, at index: Int, of composition: Composition,
    _ media: [Asset.ID: MediaDescription], in frame: Rectangle, _ scale: TimeScale
  ) {
    self.track = track.id
    mediaType = track.mediaType
    self.frame = frame
    color = Theme.color(ofTrack: index)
    effects = composition.effectNames(of: track)
    for segment in track.segments {
      let place = frame.part(of: segment.target, scale)
      if segment.isEmpty { gaps.append(place) } else { add(segment, place, composition, media) }
    }
    if track.duration < scale.duration {
      gaps.append(
        frame.part(of: TimeRange(start: track.duration, end: scale.duration), scale))
    }
    if mediaType == .video {
      addLayers(of: composition, scale)
    } else if let parameters = composition.audioMix.first(where: { $0.track == track.id }) {
      addCurves(parameters.volume, during: track.range, scale)
    }
  }

  /// Adds the texts that a subtitle track shows.
  mutating func addCues(_ cues: [TextCue], _ scale: TimeScale) {
    self.cues = cues.map { cue in
      var place = frame.part(of: cue.range, scale)
      place.y = bodyTop
      place.height = frame.maxY - bodyTop
      return Cue(text: cue.text.replacing("\n", with: " "), frame: place)
    }
  }

  private mutating func add(
    _ segment: Segment, _ place: Rectangle, _ composition: Composition,
    _ media: [Asset.ID: MediaDescription]
  ) {
    guard let shown = segment.media else { return }
    let description = media[shown.asset]
    var clip = Clip(
      range: segment.target, frame: place, name: shown.asset.rawValue,
      speed: segment.mapping.flatMap(speedText), isUnknown: description == nil, thumbnails: [])
    if mediaType == .video, let description, shown.trackIndex < description.videoTracks.count {
      clip.thumbnails = thumbnails(of: segment, in: place, composition.renderSize(media))
    }
    clips.append(clip)
  }

  /// Adjacent places, each for the time at its left edge.
  ///
  /// The last one is cut off at the end of the segment.
  private func thumbnails(
    of segment: Segment, in place: Rectangle, _ size: PixelSize
  ) -> [Thumbnail] {
    let height = place.height - Theme.nameHeight
    let width = height * Double(size.width) / Double(max(1, size.height))
    guard place.width >= 12, width >= 1 else { return [] }
    // Sixteen frames are enough to recognize a long segment.
    let step = max(width, place.width / 16)
    return stride(from: 0, to: place.width, by: step).map { x in
      let part = MediaTime(Int64(x / place.width * 1_000_000), over: 1_000_000)
      return Thumbnail(
        time: segment.target.start + segment.target.duration * part,
        frame: Rectangle(
          x: place.x + x, y: place.y + Theme.nameHeight, width: min(width, place.width - x),
          height: height))
    }
  }

  private mutating func addLayers(of composition: Composition, _ scale: TimeScale) {
    for tile in composition.tiledInstructions() {
      let range = tile.instruction.range
      guard let layer = tile.instruction.layers.first(where: { $0.track == track }) else {
        unlisted += clips.compactMap { clip in
          clip.range.intersection(range).map { frame.part(of: $0, scale) }
        }
        continue
      }
      if let progress = tile.instruction.progress(of: track) {
        addCurves(progress, during: range, scale)
      } else {
        addCurves(layer.opacity, during: range, scale)
      }
    }
  }

  /// Adds the curve of a value for each segment in which it is not always 1.
  mutating func addCurves(
    _ value: AnimatedValue<Double>, during range: TimeRange, _ scale: TimeScale
  ) {
    if value.entries.isEmpty { return }
    let curve = AnimationCurve(value: value, defaultValue: 1)
    let (top, bottom) = (bodyTop + 4, frame.maxY - 4)
    let maximum = max(1, curve.maximum)
    let whole = bottom - (bottom - top) / maximum
    for span in clips.compactMap({ $0.range.intersection(range) }) {
      let points = curve.points(during: span, on: scale) { number in
        bottom - (bottom - top) * min(1, max(0, number / maximum))
      }
      if points.contains(where: { abs($0.y - whole) > 0.001 }) {
        curves.append(Curve(points: points, top: top, bottom: bottom))
      }
    }
  }
}

extension Track {
  /// From time 0 to the end of the track.
  var range: TimeRange { TimeRange(start: .zero, duration: duration) }
}

extension Instruction {
  /// How much of a track a transition shows; `nil` if there is none.
  fileprivate func progress(of track: Track.ID) -> AnimatedValue<Double>? {
    guard case .animated(.number(let progress))? = compositor?.properties["progress"],
      let place = compositorTracks.firstIndex(of: track), place < 2
    else { return nil }
    return place == 1 ? progress : progress.map { 1 - $0 }
  }
}

extension Composition {
  fileprivate func effectNames(of track: Track) -> [String] {
    let layers = instructions.flatMap(\.layers).filter { $0.track == track.id }
    var names: [String] = []
    let elements =
      (track.effects + layers.flatMap(\.effects)).map { $0.filter ?? $0.element }
      + layers.map(\.blending).filter { $0 != .normal }.map(\.rawValue)
    let compositors = instructions.filter { $0.compositorTracks.contains(track.id) }
      .compactMap(\.compositor?.element)
    for element in elements + compositors where !names.contains(element) { names.append(element) }
    return names
  }
}

private func speedText(_ mapping: TimeMapping) -> String? {
  // A frozen frame has no speed, and a reversed clip a negative one.
  if mapping.speed < MediaTime(1, over: 1_000) { return "×0" }
  guard mapping.speed != MediaTime(1) || mapping.isReversed else { return nil }
  let speed = (mapping.speed.seconds * 100).rounded() / (mapping.isReversed ? -100 : 100)
  return "×" + (speed == speed.rounded() ? "\(Int(speed))" : "\(speed)")
}
