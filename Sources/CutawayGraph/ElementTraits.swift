/// What is known about the frames of an element.
///
/// An element in Swift states its traits, and GStreamer's registry keeps them as metadata. Those of other
/// elements are unknown, except for a few that Cutaway lists, and then none is assumed.
public struct ElementTraits: OptionSet, Sendable, Hashable {
  /// One bit for each trait.
  public let rawValue: Int

  /// Creates a set of traits from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A frame of the output depends on the settings, the time and the frames of the inputs at that time
  /// alone.
  ///
  /// Parts of an export and smart rendering may begin at any frame of such an element.
  public static let stateless = ElementTraits(rawValue: 1 << 0)
  /// Each frame of the output leaves the element before it gets the next frames, and none is left out or
  /// marked as a gap.
  ///
  /// Such elements need no queue where a stream divides.
  public static let keepsPace = ElementTraits(rawValue: 1 << 1)
  /// The element opens no files and connections except for properties that a policy lists, and its memory
  /// is bounded by the size of its frames.
  ///
  /// A policy for compositions of strangers allows such elements.
  public static let safe = ElementTraits(rawValue: 1 << 2)

  /// A pixel of the output depends on the settings, the time, its place, and the same pixel of the input alone.
  ///
  /// A video filter with it and ``stateless`` gets the rows of a frame in parts, on all cores.
  public static let pointwise = ElementTraits(rawValue: 1 << 3)

  private static let names: [(ElementTraits, String)] = [
    (.stateless, "stateless"), (.keepsPace, "keeps-pace"), (.safe, "safe"),
    (.pointwise, "pointwise"),
  ]

  /// The key of the metadata in the registry, whose value is ``text``.
  package static let metadataKey = "traits"
}

extension ElementTraits {
  /// The traits by name, separated by commas: `stateless, keeps-pace`.
  package var text: String {
    Self.names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }

  /// Reads ``text``; names that are not known are left out.
  package init(text: String) {
    let found = text.split(separator: ",").map { $0.drop { $0 == " " } }
    self = Self.names.reduce(into: []) { traits, named in
      if found.contains(named.1[...]) { traits.insert(named.0) }
    }
  }
}
