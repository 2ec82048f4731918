import CutawayContainers
import CutawayModel
import CutawayTime

/// Finds what each output frame of a composition shows.
struct ShownFrames {
  private let timeline: Timeline
  private let tables: [SmartPlan.Source: PacketTable]
  private let tiles: [InstructionTile]
  private var tile = 0
  /// For each track, the segment of the last frame.
  private var segments: [Track.ID: Int] = [:]
  private let tracks: [Track.ID: (index: Int, track: Track)]
  private let locations: [Asset.ID: Asset]

  private var resolved: ResolvedComposition { timeline.resolved }

  init(_ timeline: Timeline, _ tables: [SmartPlan.Source: PacketTable]) {
    self.timeline = timeline
    self.tables = tables
    tiles = timeline.resolved.composition.tiledInstructions()
    let composition = timeline.resolved.composition
    tracks = Dictionary(
      composition.tracks.enumerated().map { ($1.id, ($0, $1)) }, uniquingKeysWith: { a, _ in a })
    locations = Dictionary(
      composition.assets.map { ($0.id, $0) }, uniquingKeysWith: { a, _ in a })
  }

  /// What a frame shows: one frame of a source, unchanged, or something else for a reason.
  enum Content: Hashable {
    case source(SmartPlan.Source, place: Int, Orientation, path: [String])
    case composed(SmartReason)
  }

  /// What the frame at a time of the composition shows; times do not decrease from call to call.
  mutating func content(at time: MediaTime) -> Content {
    while tile < tiles.count, tiles[tile].instruction.range.end <= time { tile += 1 }
    guard tile < tiles.count else { return .composed(SmartReason(.layers, "no track is visible")) }
    let instruction = tiles[tile].instruction
    let path = tiles[tile].index.map { ["instructions", "\($0)"] } ?? []
    if !resolved.composition.effects.isEmpty {
      return .composed(SmartReason(.effect, path: ["effects"]))
    }
    if let overlay = overlay(at: time, instruction) {
      return .composed(SmartReason(.overlay, path: ["overlays", "\(overlay)"]))
    }
    if instruction.compositor != nil {
      return .composed(SmartReason(.effect, path: path + ["compositor"]))
    }
    for (index, layer) in instruction.layers.enumerated() {
      let layerPath = path.isEmpty ? [] : path + ["layers", "\(index)"]
      if let content = content(of: layer, at: time, layerPath) { return content }
    }
    return .composed(SmartReason(.layers, path: path, "only the background is visible"))
  }

  /// The index of an overlay that is visible at a time; `nil` if none is.
  private func overlay(at time: MediaTime, _ instruction: Instruction) -> Int? {
    guard instruction.showsOverlays else { return nil }
    return resolved.composition.overlays.firstIndex { layer in
      // An overlay whose range ends at the frame counts as visible.
      !layer.isHidden && layer.range.map { $0.start <= time && time <= $0.end } != false
    }
  }

  /// What is visible because of a layer; `nil` if the layer shows nothing.
  private mutating func content(
    of layer: Layer, at time: MediaTime, _ path: [String]
  ) -> Content? {
    guard let (trackIndex, track) = tracks[layer.track],
      let number = segment(of: track, at: time), let media = track.segments[number].media,
      let mapping = track.segments[number].mapping, let asset = locations[media.asset]
    else { return nil }
    let opacity = layer.opacity.value(at: time) ?? 1
    if opacity <= 0, layer.effects.isEmpty, track.effects.isEmpty { return nil }
    let segmentPath = ["tracks", "\(trackIndex)", "segments", "\(number)"]
    if opacity < 1 { return .composed(SmartReason(.opacity, path: path + ["opacity"])) }
    if layer.blending != .normal {
      return .composed(SmartReason(.blending, path: path + ["blend"]))
    }
    if !layer.effects.isEmpty { return .composed(SmartReason(.effect, path: path + ["effects"])) }
    if !track.effects.isEmpty {
      return .composed(SmartReason(.effect, path: ["tracks", "\(trackIndex)", "effects"]))
    }
    if track.layer != nil {
      return .composed(SmartReason(.layers, path: segmentPath, "it is a track of layers"))
    }
    if layer.crop.value(at: time) != nil {
      return .composed(SmartReason(.crop, path: path + ["crop"]))
    }
    if let kind = asset.notAFile {
      return .composed(SmartReason(.source, path: segmentPath, "it is \(kind)"))
    }
    guard let video = resolved.video(of: media), video.frameDuration != nil, !video.hasAlpha else {
      return .composed(SmartReason(.source, path: segmentPath, "it is a still or has alpha"))
    }
    if asset.colorimetry != nil {
      return .composed(SmartReason(.colors, path: ["assets", media.asset.rawValue]))
    }
    let matrices = layer.transform.matrices(
      for: video, in: resolved.renderSize, scale: timeline.outputScale)
    let matrix = matrices.value(at: time) ?? .identity
    if video.uprightSize != resolved.outputSize || matrix != video.preferredTransform {
      return .composed(
        SmartReason(
          .transform, path: path.isEmpty ? segmentPath : path + ["transform"],
          video.uprightSize == resolved.outputSize
            ? ""
            : "\(video.uprightSize.width)×\(video.uprightSize.height) of "
              + "\(resolved.outputSize.width)×\(resolved.outputSize.height)"))
    }
    if mapping.speed != MediaTime(1) {
      return .composed(SmartReason(.speed, path: segmentPath + ["duration"]))
    }
    let source = SmartPlan.Source(location: asset.location, trackIndex: media.trackIndex)
    guard let table = tables[source] else {
      return .composed(SmartReason(.source, path: segmentPath, "its packets are not known"))
    }
    if let obstacle = table.obstacle {
      return .composed(SmartReason(.source, path: segmentPath, obstacle))
    }
    guard let place = table.place(at: mapping.sourceTime(at: time)) else {
      return .composed(SmartReason(.times, path: segmentPath, "the source has ended"))
    }
    return .source(source, place: place, video.orientation, path: segmentPath)
  }

  /// The index of the segment of a track at a time.
  private mutating func segment(of track: Track, at time: MediaTime) -> Int? {
    var index = segments[track.id] ?? 0
    while index < track.segments.count, track.segments[index].target.end <= time { index += 1 }
    segments[track.id] = index
    guard index < track.segments.count, track.segments[index].target.contains(time) else {
      return nil
    }
    return index
  }
}
