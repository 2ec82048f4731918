import CutawayModel
import CutawayTime

/// Translates a timeline into an edit, and collects warnings.
struct OTIOReader {
  let file: String
  let directory: String
  private(set) var warnings: [String] = []
  var composition = Composition()
  /// The names of assets, by the assets without their names.
  var assetNames: [Asset: Asset.ID] = [:]
  /// The markers of clips and tracks in the time of the composition.
  var markers: [Marker] = []

  init(file: String, directory: String) {
    (self.file, self.directory) = (file, directory)
  }

  mutating func warn(_ message: String) { warnings.append("\(file): \(message)") }

  func error(at place: String, _ message: String) -> InterchangeError {
    InterchangeError(file, place, message)
  }

  /// Reads a timeline.
  mutating func composition(of timeline: OTIOTimeline) throws(InterchangeError) -> Composition {
    guard case .stack(let items) = timeline.stack.content else {
      throw error(at: timeline.stack.place, "expected a Stack, found a \(timeline.stack.schema)")
    }
    warnAboutEffects(of: timeline.stack)
    if timeline.stack.range != nil {
      warn("the source_range of \(timeline.stack.description) is not applied: all of it is kept")
    }
    if let start = timeline.start, start.time != .zero {
      warn("the time code of the start, \(start.time.text) s, is not kept: compositions start at 0")
    }
    add(timeline.stack.markers, of: timeline.stack.description, from: .zero)
    var tracks: [TimelineTrack] = [], sources: [OTIOItem] = []
    for item in items {
      guard let track = try track(of: item, among: tracks.map(\.track.id)) else { continue }
      tracks.append(track)
      sources.append(item)
    }
    composition.render = timeline.kept.render ?? renderSettings(of: timeline)
    composition.export = timeline.kept.export ?? ExportSettings()
    var failed: Int?
    do throws(CompositionError) {
      try composition.append(
        tracks, placement: timeline.kept.placement ?? .fit, failed: &failed)
    } catch let fault {
      throw error(at: failed.map { sources[$0].description } ?? "", fault.message)
    }
    composition.markers = markers.sorted { $0.time < $1.time }
    if let fault = composition.faults().first {
      throw error(at: timeline.stack.place, "the edit is not possible: \(fault)")
    }
    return composition
  }

  /// The frame rate is that of the start, or else of the first picture.
  private func renderSettings(of timeline: OTIOTimeline) -> RenderSettings {
    func rate(of item: OTIOItem) -> MediaTime? {
      switch item.content {
      case .clip, .gap: item.range?.duration.rate
      case .track(let items, let kind): kind == "Video" ? items.lazy.compactMap(rate).first : nil
      case .stack(let items): items.lazy.compactMap(rate).first
      case .transition, .unknown: nil
      }
    }
    let found = timeline.start?.rate ?? rate(of: timeline.stack)
    // A rate such as 48000 counts samples.
    let isFrameRate = found.map { MediaTime(1) <= $0 && $0 <= MediaTime(240) } ?? false
    return RenderSettings(frameDuration: isFrameRate ? found.map { MediaTime(1) / $0 } : nil)
  }

  mutating func warnAboutEffects(of item: OTIOItem) {
    for effect in item.effects where effect.speed == nil || !item.isClip {
      warn("the effect '\(effect.name)' of \(item.description) is left out")
    }
  }

  /// Adds markers whose times count from `start`.
  ///
  /// - Parameters:
  ///   - items: The markers.
  ///   - owner: What they belong to, for messages.
  ///   - start: The time in the composition of their time 0.
  ///   - mapping: The mapping of a clip's media, in whose time they are, instead of `start`.
  mutating func add(
    _ items: [OTIOMarker], of owner: String, from start: MediaTime, mapping: TimeMapping? = nil
  ) {
    for marker in items {
      var time = start + marker.range.start.time
      if let mapping {
        guard mapping.source.contains(marker.range.start.time) else {
          warn("the marker '\(marker.name)' of \(owner) is outside of what is shown, and left out")
          continue
        }
        let offset = (marker.range.start.time - mapping.source.start) / mapping.speed
        time = mapping.isReversed ? mapping.target.end - offset : mapping.target.start + offset
      }
      if time < .zero {
        warn("the marker '\(marker.name)' of \(owner) is before the start, and left out")
        continue
      }
      if marker.range.duration.time > .zero {
        warn("the marker '\(marker.name)' of \(owner) loses its duration")
      }
      markers.append(Marker(at: time, title: marker.name))
    }
  }
}

extension OTIOItem {
  var isClip: Bool {
    if case .clip = content { true } else { false }
  }
}
