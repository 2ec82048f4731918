public import CutawayModel
import CutawayTime

extension Composition {
  /// The composition as a composition file that states every default value.
  ///
  /// Reading the file gives an equivalent composition, and writing that one gives the same text.
  /// The exceptions are values that no file can contain: times past 10⁹ seconds or finer than 10⁻⁹,
  /// numbers that are not finite, empty names, text that contains U+0000 or starts with U+FEFF, and
  /// a property called `element`.
  ///
  /// - Parameter directory: The directory of the file. Asset paths inside it are written relative
  ///   to it. Empty or `.` leaves all paths unchanged.
  /// - Returns: YAML that ends with a line break.
  public func yaml(relativeTo directory: String = "") -> String {
    var entries: [(key: String, value: YAMLValue)] = [
      ("cutaway", .number(1)), ("render", render.yamlValue),
    ]
    if !assets.isEmpty {
      let values = assets.map { asset in
        let location = AssetLocation(asset.location).relative(to: directory)
        let colorimetry = asset.colorimetry.map { [("colorimetry", YAMLValue.text($0.rawValue))] }
        return (
          key: asset.id.rawValue,
          value: YAMLValue.map([("uri", .text(location))] + (colorimetry ?? []))
        )
      }
      entries.append(("assets", .map(values, isBlock: true)))
    }
    entries.append(("tracks", .list(tracks.map(\.yamlValue))))
    if !instructions.isEmpty {
      let values = instructions.map { $0.yamlValue(background: render.background) }
      entries.append(("instructions", .list(values)))
    }
    if !audioMix.isEmpty { entries.append(("audioMix", .list(audioMix.map(\.yamlValue)))) }
    if !effects.isEmpty { entries.append(("effects", effects.yamlValue)) }
    if !markers.isEmpty {
      let values = markers.map { marker in
        YAMLValue.map([("at", .time(marker.time)), ("title", .text(marker.title))])
      }
      entries.append(("markers", .list(values)))
    }
    entries.append(("export", export.yamlValue))
    return YAMLValue.map(entries, isBlock: true).lines().joined(separator: "\n") + "\n"
  }
}

extension RenderSettings {
  fileprivate var yamlValue: YAMLValue {
    var entries: [(key: String, value: YAMLValue)] = []
    if let size { entries.append(("size", .list([.number(size.width), .number(size.height)]))) }
    if let frameDuration { entries.append(frameRateEntry(frameDuration)) }
    entries += [
      ("scale", .time(scale)), ("background", .text(background.text)),
      ("sampleRate", .number(sampleRate)), ("channels", .number(channels)),
    ]
    return .map(entries, isBlock: true)
  }

  /// The frame rate, or the frame duration if the rate could not be read back.
  private func frameRateEntry(_ duration: MediaTime) -> (key: String, value: YAMLValue) {
    guard duration > .zero else { return ("frameDuration", .time(duration)) }
    let rate = MediaTime(1) / duration
    guard rate.isWithinLimits else { return ("frameDuration", .time(duration)) }
    let isBroadcast = rate.decimal.map { Reader.broadcastRates[$0] != nil } ?? false
    return ("frameRate", isBroadcast ? .text(rate.description) : .time(rate))
  }
}

extension ExportSettings {
  fileprivate var yamlValue: YAMLValue {
    var entries: [(key: String, value: YAMLValue)] = []
    if let fileType { entries.append(("fileType", .text(fileType))) }
    if let preset { entries.append(("preset", .text(preset))) }
    entries.append(("optimizeForNetworkUse", .bool(optimizeForNetworkUse)))
    if !metadata.isEmpty {
      let values = metadata.sorted { $0.key < $1.key }
      entries.append(("metadata", .map(values.map { ($0.key, .text($0.value)) })))
    }
    if let loudness { entries.append(("loudness", .number(loudness))) }
    return .map(entries, isBlock: true)
  }
}
