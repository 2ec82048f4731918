import CutawayModel
import CutawayTime
import CutawayTranslation

/// Computes the positions of layers.
struct GhostStage {
  let composition: Composition
  let media: [Asset.ID: MediaDescription]
  let size: PixelSize

  /// The outlines of the visible layers, in the coordinate system of the render size.
  ///
  /// At the end of an instruction, they are the last positions inside it.
  func ghosts(of instruction: Instruction, at time: MediaTime) -> [PictureCanvas.Ghost] {
    let isEnd = time >= instruction.range.end
    return instruction.layers.reversed().compactMap { layer in
      guard let index = composition.tracks.firstIndex(where: { $0.id == layer.track }),
        let video = video(of: composition.tracks[index], at: time, isEnd: isEnd)
      else { return nil }
      let transform = layer.transform.value(at: time, isEnd: isEnd) {
        $0.matrix(for: video, in: size)
      }
      let matrix = transform ?? LayerTransform().matrix(for: video, in: size)
      let frame = Rectangle(
        x: 0, y: 0, width: Double(video.size.width), height: Double(video.size.height))
      let crop = layer.crop.value(at: time, isEnd: isEnd) { $0 }
      return PictureCanvas.Ghost(
        track: layer.track, color: Theme.color(ofTrack: index),
        corners: (crop ?? frame).corners.map { corner in
          let point = matrix.apply(x: corner.x, y: corner.y)
          return Drawing.Point(point.x, point.y)
        }, isStart: false)
    }
  }

  /// The video that the track shows at a time; at an end, the video directly before it.
  private func video(
    of track: Track, at time: MediaTime, isEnd: Bool
  ) -> MediaDescription.Video? {
    let segment = track.segments.first { segment in
      isEnd
        ? segment.target.start < time && time <= segment.target.end : segment.target.contains(time)
    }
    guard let shown = segment?.media, let tracks = media[shown.asset]?.videoTracks,
      shown.trackIndex < tracks.count
    else { return nil }
    return tracks[shown.trackIndex]
  }

  /// The times inside an instruction at which positions may change: starts, middles and ends of
  /// ramps, and cuts.
  func turns(of instruction: Instruction) -> [MediaTime] {
    let times = instruction.layers.flatMap { layer -> [MediaTime] in
      let spans = layer.transform.entries.map(\.span) + layer.crop.entries.map(\.span)
      let cuts = composition.track(layer.track)?.segments.map(\.target.start) ?? []
      return cuts
        + spans.flatMap { [$0.start, $0.start + $0.duration / MediaTime(2), $0.end] }
    }
    let range = instruction.range
    let sorted = Set(times.filter { range.start < $0 && $0 < range.end }).sorted()
    // There is room for only a few.
    let step = max(1, (sorted.count + 63) / 64)
    return stride(from: 0, to: sorted.count, by: step).map { sorted[$0] }
  }
}

extension AnimatedValue {
  /// The value at a time; at an end, the value that is reached there, not the one that starts
  /// there.
  fileprivate func value<Result: Animatable>(
    at time: MediaTime, isEnd: Bool, _ map: (Value) -> Result
  ) -> Result? {
    switch isEnd ? last(before: time) : entry(at: time) {
    case nil: return nil
    case .instant(_, let value): return map(value)
    case .ramp(let ramp):
      let mapped = AnimatedValue<Result>.Ramp(
        over: ramp.range, from: map(ramp.from), to: map(ramp.to), easing: ramp.easing,
        interpolation: ramp.interpolation)
      return mapped.value(at: time)
    }
  }
}

extension Rectangle {
  var corners: [Drawing.Point] {
    [
      Drawing.Point(x, y), Drawing.Point(maxX, y), Drawing.Point(maxX, maxY),
      Drawing.Point(x, maxY),
    ]
  }
}
