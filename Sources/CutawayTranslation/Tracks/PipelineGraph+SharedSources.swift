import CutawayModel

extension PipelineGraph {
  /// Replaces sources that read the same media at the same time by one: for example, a clip above
  /// its own blurred copy.
  ///
  /// Sources with the same properties become one with a `tee` after it. The `tee` has no queues: a
  /// mixer takes the same amount from all of its branches, so that no branch blocks another. A
  /// source stays separate if an element after it may hold back data, drop data or flag it as a
  /// gap.
  mutating func shareSources(_ catalog: ElementCatalog) {
    var groups: [(properties: [Property], names: [String])] = []
    for source in elements where source.factory == "tracksrc" && keepsPace(behind: source, catalog)
    {
      if let index = groups.firstIndex(where: { $0.properties == source.properties }) {
        groups[index].names.append(source.name)
      } else {
        groups.append((source.properties, [source.name]))
      }
    }
    for group in groups { merge(group.names, behind: "\(group.names[0])-tee") }
  }

  /// Whether all elements between a source and a mixer output one buffer per input buffer, without
  /// delay.
  private func keepsPace(behind source: Element, _ catalog: ElementCatalog) -> Bool {
    // `propertyramp` splits buffers of sound.
    let isSplit = !source.properties.contains(.init("media", .string("video")))
    var current = source.name
    while let link = links.first(where: { $0.source.element == current }) {
      guard link.sink.pad == nil else { return true }
      guard let next = elements.first(where: { $0.name == link.sink.element }),
        next.isSteady(catalog),
        !isSplit || next.factory != "propertyramp"
      else { return false }
      current = next.name
    }
    return true
  }
}

extension PipelineGraph.Element {
  /// Whether the element is known to convert each buffer to one buffer that a mixer waits for like
  /// those of its other inputs.
  fileprivate func isSteady(_ catalog: ElementCatalog) -> Bool {
    if factory == "volume" {
      // At volume 0, `volume` flags its output as a gap. `audiomixer` drops it and requests the
      // next at once.
      return properties.map(\.name) == ["volume"] && properties[0].value != .double(0)
        && properties[0].value != .int(0)
    }
    guard factory == "layereffects" else { return catalog[factory].contains(.keepsPace) }
    guard case .shared(let reference)? = properties.first?.value,
      let windows = reference.value as? ChainWindows
    else { return false }
    return windows.windows.allSatisfy { window in
      window.chain.split(separator: " ! ").allSatisfy { element in
        catalog[String(element.prefix { $0 != " " })].contains(.keepsPace)
      }
    }
  }
}
