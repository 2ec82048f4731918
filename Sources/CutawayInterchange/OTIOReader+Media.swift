import CutawayFile
import CutawayModel
import CutawayTime
import Foundation

extension OTIOReader {
  /// What an item of a track plays; `nil` for nothing.
  mutating func media(
    of item: OTIOItem, as type: Track.MediaType
  ) throws(InterchangeError) -> Segment.Media? {
    let media: OTIOMedia
    switch item.content {
    case .gap: return nil
    case .clip(let content): media = content
    default:
      warn("\(item.description) becomes a gap: nested items are not read")
      return nil
    }
    warnAboutEffects(of: item)
    if !item.isEnabled {
      warn("\(item.description) becomes a gap: it is not enabled")
      return nil
    }
    guard let range = item.range?.range ?? media.availableRange?.range else {
      throw error(
        at: item.place, "\(item.label) states neither source_range nor available_range")
    }
    guard !range.isEmpty, let asset = asset(of: media, in: item, as: type) else { return nil }
    // A file starts with its time code, a composition's time of it with 0.
    let start = range.start - (media.availableRange?.start.time ?? .zero)
    guard start >= .zero else {
      throw error(
        at: item.place,
        "\(item.label) starts \((-start).text) s before its media")
    }
    let speed = item.effects.compactMap(\.speed).reduce(MediaTime(1)) { $0 * $1 }
    if speed == .zero, type == .audio {
      warn("\(item.description) becomes a gap: a frozen frame has no sound")
      return nil
    }
    let kept = item.kept
    if speed == .zero {
      return Segment.Media(asset: asset, trackIndex: kept.trackIndex ?? 0, frozenAt: start)
    }
    let length = range.duration * (speed < .zero ? -speed : speed)
    var result = Segment.Media(
      asset: asset, trackIndex: kept.trackIndex ?? 0,
      source: TimeRange(start: start, duration: length), isReversed: speed < .zero,
      pitch: kept.pitch ?? .preserved, volume: kept.volume ?? 1, fadeIn: kept.fadeIn,
      fadeOut: kept.fadeOut)
    let fades = (kept.fadeIn?.duration ?? .zero) + (kept.fadeOut?.duration ?? .zero)
    if fades > range.duration {
      warn("the fades of \(item.description) are left out: they are longer than the clip")
      (result.fadeIn, result.fadeOut) = (nil, nil)
    }
    return result
  }

  /// The asset that a clip plays; `nil` for one that cannot be played, with a warning.
  private mutating func asset(
    of media: OTIOMedia, in item: OTIOItem, as type: Track.MediaType
  ) -> Asset.ID? {
    var asset = Asset(id: "", location: "")
    var name = item.name
    switch media.content {
    case .file(let location):
      asset.location = path(of: location)
      name = asset.location.fileName
    case .images(let pattern, let rate):
      asset.location = path(of: pattern, isPattern: true)
      asset.frameDuration = MediaTime(1) / rate
      name = asset.location.fileName
    case .generator(let kind):
      let generators: [String: Generator] = ["SMPTEBars": .bars(.smpte), "EBUBars": .bars(.ebu)]
      guard type == .video, let generator = media.kept.generator ?? generators[kind] else {
        warn("\(item.description) becomes a gap: its generator '\(kind)' is not known")
        return nil
      }
      asset = Asset(id: "", generator: generator)
      if name.isEmpty { name = kind }
    case .missing:
      if item.name.isEmpty {
        warn("\(item.description) becomes a gap: it has neither media nor a name")
        return nil
      }
      warn("\(item.description) has no media: its name is taken for that of a file")
      asset.location = path(of: item.name)
      name = asset.location.fileName
    case .unknown(let schema):
      warn("\(item.description) becomes a gap: its media are a \(schema), which is not known")
      return nil
    }
    asset.colorimetry = media.kept.colorimetry
    return self.name(of: asset, like: media.name.isEmpty ? name : media.name)
  }

  /// The name of an asset, which is added if it is new.
  private mutating func name(of asset: Asset, like base: String) -> Asset.ID {
    if let name = assetNames[asset] { return name }
    var name = Asset.ID(base), number = 1
    while composition.asset(name) != nil {
      number += 1
      name = "\(base)-\(number)"
    }
    assetNames[asset] = name
    var named = asset
    named.id = name
    composition.assets.append(named)
    return name
  }

  /// The path that a `file:` URL denotes, or that a relative path denotes from the file's folder;
  /// other locations stay.
  private func path(of location: String, isPattern: Bool = false) -> String {
    if location.hasPrefix("file://") {
      // A percent sign of a pattern is not encoded.
      let text =
        isPattern ? location.replacing("%0", with: "%250").replacing("%d", with: "%25d") : location
      if let url = URL(string: text), ["", "localhost"].contains(url.host ?? ""), !url.path.isEmpty
      {
        return url.path
      }
    }
    return AssetLocation(location).resolved(in: directory)
  }
}

extension String {
  /// The name of the file without its ending, as the name of an asset.
  fileprivate var fileName: String {
    let name = split(separator: "/").last ?? ""
    let end = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
    let base = String(name[..<end])
    return base.isEmpty ? "media" : base
  }
}
