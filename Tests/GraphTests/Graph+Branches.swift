import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport

extension Composition {
  /// The graph of the composition, with sinks that do nothing.
  func graph(
    _ media: [Asset.ID: MediaDescription] = Editing.media, range: TimeRange? = nil,
    elements: ElementCatalog = ElementCatalog()
  ) throws -> PipelineGraph {
    var resolved = try ResolvedComposition(self, media: media)
    resolved.elements = elements
    return try Translation(resolved, range: range).graph(
      to: SinkOutput(videoSink: "fakesink", audioSink: "fakesink"))
  }
}

/// One input of a mixer: a source, and the elements after it.
struct Branch {
  /// The pad of the mixer.
  let pad: PipelineGraph.Pad
  /// The elements from the source to the mixer.
  let elements: [PipelineGraph.Element]
  /// The segments that the source plays.
  let segments: [SourceSegment]
  /// The animated properties of the pad; without windows, they have their defaults.
  let transform: KeyframeWindows<TransformMatrix>
  let opacity: KeyframeWindows<Double>
  let crop: KeyframeWindows<Rectangle>
  /// The gains of the elements that change the volume.
  let gains: [AnimatedValue<Double>]
  private let windows: [ChainWindows.Window]?

  init(_ pad: PipelineGraph.Pad, _ elements: [PipelineGraph.Element]) throws {
    self.pad = pad
    self.elements = elements
    segments = elements.first?.shared("segments", SharedSegments.self)?.segments ?? []
    transform = pad.windows("transform")
    opacity = pad.windows("opacity")
    crop = pad.windows("crop")
    gains = try elements.compactMap { element in
      switch (element.factory, element.value("volume")) {
      case ("volume", .double(let value)): AnimatedValue(value)
      case ("volumeramp", _): try AnimatedValue(keyframes: element.text("keyframes") ?? "")
      default: nil
      }
    }
    windows = elements.first { $0.factory == "layereffects" }.map {
      $0.shared("chains", ChainWindows.self)?.windows ?? []
    }
  }

  /// The segment that plays at a time.
  func segment(at time: MediaTime) -> SourceSegment? {
    segments.first { $0.mapping.target.contains(time) }
  }

  /// The factories of the elements, without those that only convert.
  var factories: [String] {
    elements.map(\.factory).filter { !["pixelconvert", "audioconvert", "tee"].contains($0) }
  }

  /// The chain of effects at a time, each with its properties, without conversions.
  func effects(at time: MediaTime) -> [String] {
    if let windows {
      let chain = windows.first { $0.range.contains(time) }?.chain ?? ""
      return chain.split(separator: " ! ").map { element in
        // The name of the element distinguishes it from others; it is not a setting.
        element.split(separator: " ").filter { !$0.hasPrefix("name=") }.joined(separator: " ")
      }.filter { $0 != "pixelconvert" }
    }
    return elements.dropFirst().filter { $0.factory != "pixelconvert" && $0.factory != "tee" }
      .map { element in
        ([element.factory] + element.properties.map { "\($0.name)=\($0.value)" })
          .joined(separator: " ")
      }
  }
}

extension PipelineGraph {
  /// The elements of a factory.
  func elements(_ factory: String) -> [Element] { elements.filter { $0.factory == factory } }

  /// The inputs of the mixers of a factory, in the order of their pads.
  func branches(of factory: String) throws -> [Branch] {
    try elements(factory).flatMap { mixer in
      try mixer.pads.map { try Branch($0, path(to: $0.name, of: mixer.name)) }
    }
  }

  /// The branches that show tracks, from the bottom to the top.
  var layers: [Branch] { get throws { Array(try branches(of: "layermixer").dropFirst()) } }

  /// The branches that play tracks.
  var sounds: [Branch] { get throws { try branches(of: "audiomixer") } }

  /// The sources that play tracks, without that of the background.
  var trackSources: [Element] { elements("tracksrc").filter { $0.name != "background" } }

  private func path(to pad: String, of mixer: String) -> [Element] {
    var path: [Element] = []
    var sink: (String, String?) = (mixer, pad)
    while let link = links.first(where: { ($0.sink.element, $0.sink.pad) == sink }) {
      path += elements.filter { $0.name == link.source.element }
      sink = (link.source.element, nil)
    }
    return path.reversed()
  }
}

extension PipelineGraph.Element {
  /// The value of a property; `nil` if the element does not set it.
  func value(_ name: String) -> Value? { properties.first { $0.name == name }?.value }

  /// The value of a text property.
  func text(_ name: String) -> String? {
    switch value(name) {
    case .string(let text): text
    case .shared(let reference): reference.text
    default: nil
    }
  }

  /// A structured value.
  func shared<Value: SharedValue>(_ name: String, _: Value.Type) -> Value? {
    if case .shared(let reference)? = value(name) { reference.value as? Value } else { nil }
  }
}

extension PipelineGraph.Pad {
  fileprivate func windows<Value>(_ name: String) -> KeyframeWindows<Value> {
    guard case .shared(let reference)? = properties.first(where: { $0.name == name })?.value,
      let windows = reference.value as? KeyframeWindows<Value>
    else { return KeyframeWindows() }
    return windows
  }
}
