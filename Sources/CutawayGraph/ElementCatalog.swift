/// The traits of elements by factory name.
package struct ElementCatalog: Sendable, Hashable {
  private var traits: [String: ElementTraits]

  /// Creates a catalog of stock elements, those that a translation adds, and the given ones, which replace
  /// others of their names.
  package init(_ traits: [String: ElementTraits] = [:]) {
    self.traits = Self.stock.merging(Self.added) { $1 }.merging(traits) { $1 }
  }

  /// The traits of an element; none if it is not known.
  package subscript(factory: String) -> ElementTraits {
    traits[factory] ?? (factory.hasPrefix("frei0r-filter-") ? .keepsPace : [])
  }

  /// The names of the stock elements that a policy for strangers allows.
  package static var safeStock: Set<String> {
    Set(stock.filter { $0.value.contains(.safe) }.keys)
  }

  /// The elements of Cutaway that a translation adds by itself; each states the same traits.
  ///
  /// So a translation without GStreamer gives the same graph.
  package static let added: [String: ElementTraits] = [
    "imagefilter": [.stateless, .keepsPace, .safe],
    "layereffects": .stateless,
    "layermixer": [.stateless, .keepsPace, .safe],
    "layertree": [.stateless, .keepsPace],
    "opacityramp": [.stateless, .keepsPace],
    "panramp": .keepsPace,
    "pixelconvert": [.stateless, .keepsPace],
    "propertyramp": [.stateless, .keepsPace],
    "transformramp": [.stateless, .keepsPace],
    "volumeramp": .keepsPace,
  ]

  /// Elements of GStreamer, which state no traits.
  private static let stock: [String: ElementTraits] = [
    "alpha": .stateless,
    "audioamplify": .safe,
    "audioconvert": .keepsPace,
    "audiodynamic": .safe,
    "burn": .stateless,
    "chromahold": .stateless,
    "chromium": .stateless,
    "coloreffects": [.stateless, .keepsPace, .safe],
    "compositor": .stateless,
    "dilate": .stateless,
    "dodge": .stateless,
    "equalizer-10bands": .safe,
    "equalizer-3bands": .safe,
    "exclusion": .stateless,
    "gamma": [.stateless, .keepsPace, .safe],
    "gaussianblur": [.stateless, .keepsPace],
    "identity": .stateless,
    "solarize": .stateless,
    "videobalance": [.stateless, .keepsPace, .safe],
    "videobox": .stateless,
    "videocrop": .stateless,
    "videoflip": [.stateless, .keepsPace, .safe],
  ]
}
