/// Animations of properties of one element, by the names of the properties.
///
/// In the text form, the keyframes of each property follow its name in braces: `strength{1..3=0>1}
/// center{0=0.5,0.5}`. A number has one component, a point `x,y`, and a colour
/// `red,green,blue,alpha` from 0 to 255.
package struct PropertyKeyframes: SharedValue {
  /// In the order of the text; no name occurs twice.
  package private(set) var properties: [Property] = []

  /// A property and its animation.
  package struct Property: Sendable, Hashable {
    /// The name of the property, or the name that the properties of its components share.
    package var name: String
    /// The values over time.
    package var animation: PropertyAnimation
  }

  /// Creates a value without properties.
  package init() {}

  /// Adds a property that is not yet animated.
  package mutating func add(_ animation: PropertyAnimation, of name: String) {
    properties.append(Property(name: name, animation: animation))
  }

  /// The animations as text, separated by spaces; see ``PropertyKeyframes`` for the syntax.
  package var text: String {
    properties.map { "\($0.name){\($0.animation.keyframes)}" }.joined(separator: " ")
  }

  /// Parses the output of ``text``.
  ///
  /// - Throws: `CompositionError` that quotes the invalid part.
  package init(text: String) throws(CompositionError) {
    for part in BracedText.parts(of: text) {
      guard let (head, keyframes) = part.halves, Self.isName(String(head)),
        !keyframes.allSatisfy(\.isWhitespace)
      else {
        throw CompositionError(
          .invalidValue, "'\(part.text)' is not an animated property: expected NAME{KEYFRAMES}")
      }
      let name = String(head)
      if properties.contains(where: { $0.name == name }) {
        throw CompositionError(.overlap, "the property '\(name)' is animated twice")
      }
      do {
        add(try PropertyAnimation(keyframes: String(keyframes)), of: name)
      } catch {
        throw CompositionError(error.code, "\(name): \(error.message)")
      }
    }
  }

  /// Whether the text form can have a name.
  ///
  /// GObject allows letters, digits, hyphens and underscores.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}

/// Texts in braces, each after a head: `HEAD{TEXT} HEAD{TEXT}`.
struct BracedText {
  /// A head and its text, as they are written.
  let text: Substring
  /// The head, and what is in the braces; `nil` if there is no pair of braces.
  let halves: (head: Substring, body: Substring)?

  /// The parts of a text; blanks between them are omitted.
  static func parts(of text: some StringProtocol) -> [BracedText] {
    var rest = Substring(text).drop(while: \.isWhitespace), parts: [BracedText] = []
    while !rest.isEmpty {
      guard let close = rest.firstIndex(of: "}") else {
        return parts + [Self(text: rest, halves: nil)]
      }
      let part = rest[...close], open = part.firstIndex(of: "{")
      parts.append(
        Self(text: part, halves: open.map { (part[..<$0], part[part.index(after: $0)..<close]) }))
      rest = rest[rest.index(after: close)...].drop(while: \.isWhitespace)
    }
    return parts
  }
}
