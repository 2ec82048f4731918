import CutawayOverlays

extension Composition {
  /// All layers: those over the picture and those of tracks, with their paths.
  package var placedLayers: [(path: [String], layer: OverlayLayer)] {
    overlays.enumerated().map { (["overlays", "\($0)"], $1) }
      + tracks.enumerated().compactMap { index, track in
        track.layer.map { (["tracks", "\(index)", "layer"], $0) }
      }
  }

  /// The composition with other contents of all layers.
  package func mappingContents(_ change: (LayerContent) -> LayerContent) -> Composition {
    mappingLayers { $0.mappingContents(change) }
  }

  /// The composition with other layers over the picture and of tracks.
  package func mappingLayers(_ change: (OverlayLayer) -> OverlayLayer) -> Composition {
    var composition = self
    composition.overlays = overlays.map(change)
    for index in tracks.indices {
      composition.tracks[index].layer = tracks[index].layer.map(change)
    }
    return composition
  }

  /// The maximum number of layers around each other.
  private static let levelLimit = 32
  /// The maximum number of characters of a text, because Pango's time grows with its square.
  fileprivate static let longestText = 10_000

  func overlayFaults() -> [Fault] {
    var faults: [Fault] = []
    let names = Set(assets.map(\.id))
    func check(_ layer: OverlayLayer, _ path: [String], level: Int, isMask: Bool) {
      if level > Self.levelLimit {
        faults.append(
          fault(path, .outOfRange, "layers lie at most \(Self.levelLimit) deep in each other"))
        return
      }
      faults += layer.faults(path, isMask: isMask)
      if case .image(let image) = layer.content, !names.contains(Asset.ID(image.asset)) {
        faults.append(
          fault(path + ["image"], .danglingReference, "no asset is called '\(image.asset)'"))
      }
      for (index, animation) in layer.animations.enumerated() {
        for asset in animation.images where !names.contains(Asset.ID(asset)) {
          // Animations in groups have no place of their own.
          let place = layer.animations.allSatisfy(\.groups.isEmpty) ? ["\(index)"] : []
          faults.append(
            fault(
              path + ["animations"] + place, .danglingReference, "no asset is called '\(asset)'"))
        }
      }
      if case .text(let text) = layer.content, case .captions(let captions) = text.source,
        !names.contains(Asset.ID(captions.asset))
      {
        faults.append(
          fault(
            path + ["captions"], .danglingReference, "no asset is called '\(captions.asset)'"))
      }
      if case .waveform(let waveform) = layer.content, let fault = waveform.fault(in: self) {
        faults.append(Fault(path: path + ["waveform"], error: fault))
      }
      for (index, particle) in layer.particles.enumerated() {
        check(
          particle, path + ["emitter", "cells", "\(index)", "layer"], level: level + 1,
          isMask: isMask)
      }
      for (index, mask) in layer.mask.enumerated() {
        check(mask, path + ["mask", "\(index)"], level: level + 1, isMask: true)
      }
      for (index, inner) in layer.layers.enumerated() {
        check(inner, path + ["layers", "\(index)"], level: level + 1, isMask: isMask)
      }
    }
    if let excess = LayerCount(placedLayers.map(\.layer)).fault {
      return [fault(["overlays"], .outOfRange, excess)]
    }
    for (path, layer) in placedLayers { check(layer, path, level: 1, isMask: false) }
    if let excess = waveformFault() { faults.append(excess) }
    for (index, track) in tracks.enumerated() where track.layer?.showsPicture == true {
      faults.append(
        fault(
          ["tracks", "\(index)", "layer"], .invalidValue,
          "'\(track.id)' is a layer of the picture, which it cannot show itself"))
    }
    return faults
  }
}

extension OverlayLayer {
  /// The faults of the layer itself.
  fileprivate func faults(_ path: [String], isMask: Bool) -> [Composition.Fault] {
    var faults: [Composition.Fault] = []
    func check(_ isFault: Bool, _ key: String, _ message: String) {
      if isFault {
        faults.append(
          Composition.Fault(
            path: path + [key], error: CompositionError(.invalidValue, message)))
      }
    }
    check(isMask && !mask.isEmpty, "mask", "a mask cannot have a mask")
    if case .video = content { check(isMask, "video", "a mask cannot show the picture") }
    if case .emitter(let emitter) = content {
      for (index, cell) in emitter.cells.enumerated() where cell.layer.holdsEmitterOrPicture {
        faults.append(
          Composition.Fault(
            path: path + ["emitter", "cells", "\(index)", "layer"],
            error: CompositionError(
              .invalidValue, "a particle cannot emit particles or show the picture")))
      }
    }
    if case .text(let text) = content, text.longest > Composition.longestText {
      check(
        true, "text",
        "a text has at most \(Composition.longestText) characters, not \(text.longest)")
    }
    check(
      blending != .normal && showsPicture, "blend",
      "a layer that shows the picture cannot be blended: there is nothing below it")
    check(mask.count > 1, "mask", "a layer has at most one mask")
    check(exit != nil && range == nil, "exit", "'exit' needs a 'range', at whose end it is")
    if case .gradient(let gradient) = content {
      check(gradient.colors.count < 2, "gradient", "a gradient needs at least two colours")
      let places = gradient.locations
      check(
        !places.isEmpty && places.count != gradient.colors.count, "gradient",
        "a gradient has \(gradient.colors.count) colours, but \(places.count) locations")
      check(
        zip(places, places.dropFirst()).contains { $0 > $1 }, "gradient",
        "the locations of a gradient must not fall")
    }
    return faults
  }
}

extension LayerText {
  /// The number of characters of the longest text.
  fileprivate var longest: Int {
    func count(_ spans: [LayerTextSpan]) -> Int {
      spans.reduce(0) { $0 + $1.string.unicodeScalars.count }
    }
    return switch source {
    case .spans(let spans): count(spans)
    case .instants(let instants): instants.map { count($0.spans) }.max() ?? 0
    case .words(let words): words.words.reduce(0) { $0 + $1.string.unicodeScalars.count + 1 }
    case .captions: 0
    }
  }
}

extension OverlayLayer {
  /// Whether the layer or one in it emits particles or shows the picture.
  fileprivate var holdsEmitterOrPicture: Bool {
    switch content {
    case .emitter, .video: true
    default: layers.contains(where: \.holdsEmitterOrPicture)
    }
  }
}
