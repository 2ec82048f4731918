/// The name of an item in its composition: of a track (`Track.ID`) or an asset (`Asset.ID`).
///
/// The names of tracks and assets are distinct types, so that one cannot be passed for the other.
/// A string literal is a name: `composition.track("main")`.
public struct Identifier<Owner>: RawRepresentable, Sendable, Hashable, Codable {
  /// The name as text.
  public var rawValue: String

  /// Creates a name from text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a name from text.
  public init(_ text: some StringProtocol) { rawValue = String(text) }
}

extension Identifier: ExpressibleByStringInterpolation {
  /// Creates a name from a literal.
  public init(stringLiteral text: String) { rawValue = text }
}

extension Identifier: Comparable {
  /// Orders names as their texts.
  public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

extension Identifier: CustomStringConvertible {
  /// The name as text.
  public var description: String { rawValue }
}

extension Identifier: CodingKeyRepresentable {
  /// The name as a key: dictionaries of named items are encoded as objects.
  public var codingKey: any CodingKey { rawValue.codingKey }

  /// Creates a name from a key.
  public init?(codingKey: some CodingKey) { rawValue = codingKey.stringValue }
}
