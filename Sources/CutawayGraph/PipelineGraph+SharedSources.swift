import CutawayModel

extension PipelineGraph {
  /// Reads once what several tracks play at the same time: a clip above its own blurred copy, say.
  ///
  /// Sources with the same settings become one with a `tee` behind it. That has no queues: a mixer takes
  /// as much from one of its branches as from another, so that none waits for one that waits for it. What
  /// may hold data back, drop them or mark them as a gap is left a source of its own.
  mutating func shareSources() {
    var groups: [(properties: [Property], names: [String])] = []
    for source in elements where source.factory == "tracksrc" && keepsPace(behind: source.name) {
      if let index = groups.firstIndex(where: { $0.properties == source.properties }) {
        groups[index].names.append(source.name)
      } else {
        groups.append((source.properties, [source.name]))
      }
    }
    for group in groups { merge(group.names, behind: "\(group.names[0])-tee") }
  }

  /// Whether all that lies between an element and a mixer gives as much as it is given, at once.
  private func keepsPace(behind name: String) -> Bool {
    var current = name
    while let link = links.first(where: { $0.source.element == current }) {
      guard link.sink.pad == nil else { return true }
      guard let next = elements.first(where: { $0.name == link.sink.element }), next.isSteady else {
        return false
      }
      current = next.name
    }
    return true
  }
}

extension PipelineGraph.Element {
  /// Whether it is known to turn each buffer into one buffer that a mixer waits for, as for that of its
  /// neighbours.
  fileprivate var isSteady: Bool {
    if factory == "volume" {
      // At 0 it marks what it hands on as a gap, which audiomixer drops, and asks for the next at once.
      return properties.map(\.name) == ["volume"] && properties[0].value != .double(0)
        && properties[0].value != .int(0)
    }
    if factory == "layereffects" { return areWindowsSteady }
    return Self.isSteady(factory)
  }

  /// Whether that is so of all elements of all windows.
  private var areWindowsSteady: Bool {
    guard case .string(let text)? = properties.first?.value,
      // A text that cannot be read is an error of the element when it starts.
      let windows = try? ChainWindows(text)
    else { return false }
    return windows.windows.allSatisfy { window in
      window.chain.split(separator: " ! ").allSatisfy { element in
        Self.isSteady(String(element.prefix { $0 != " " }))
      }
    }
  }

  private static func isSteady(_ factory: String) -> Bool {
    steady.contains(factory) || factory.hasPrefix("frei0r-filter-")
  }

  private static let steady: Set = [
    "audioconvert", "coloreffects", "gamma", "gaussianblur", "panramp", "pixelconvert",
    "videobalance", "videoflip", "vignette", "volumeramp",
  ]
}
