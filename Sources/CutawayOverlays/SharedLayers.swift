package import CutawayDiagnostics
package import CutawayKeyframes
import FoundationEssentials

/// The layers of a `layertree`, from the bottom to the top, and the images in memory that they show.
///
/// Their text is JSON as `Codable` writes it: the layers, or a map of the layers and the images.
package struct SharedLayers: SharedValue {
  /// The layers.
  package var layers: [OverlayLayer]
  /// The images in memory, by the names in the layers; every other name is a path or a URI.
  package var images: [String: StillImage]

  /// Creates the value of a property.
  package init(_ layers: [OverlayLayer] = [], images: [String: StillImage] = [:]) {
    self.layers = layers
    self.images = images
  }

  /// Parses JSON.
  ///
  /// - Throws: `CompositionError` with the place of the fault.
  package init(text: String) throws(CompositionError) { self = try decoded(text) }

  /// The layers in JSON, on one line.
  package var text: String { encoded(self) }
}

extension SharedLayers: Codable {
  private enum Key: CodingKey { case layers, images }

  /// Decodes a list of layers, or a map of layers and images.
  package init(from decoder: any Decoder) throws {
    do {
      try self.init([OverlayLayer](from: decoder))
    } catch DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty {
      let map = try decoder.container(keyedBy: Key.self)
      try self.init(
        map.decode([OverlayLayer].self, forKey: .layers),
        images: map.decode([String: StillImage].self, forKey: .images))
    }
  }

  /// Encodes the layers, and with images a map of both.
  package func encode(to encoder: any Encoder) throws {
    if images.isEmpty { return try layers.encode(to: encoder) }
    var map = encoder.container(keyedBy: Key.self)
    try map.encode(layers, forKey: .layers)
    try map.encode(images, forKey: .images)
  }
}

extension FontSources: SharedValue {
  /// Parses JSON.
  ///
  /// - Throws: `CompositionError` with the place of the fault.
  package init(text: String) throws(CompositionError) { self = try decoded(text) }

  /// The fonts in JSON, on one line.
  package var text: String { encoded(self) }
}

// JSON has no infinite numbers, which are repetitions without an end.
private let (infinity, minusInfinity, notANumber) = ("inf", "-inf", "nan")

private func encoded(_ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  encoder.nonConformingFloatEncodingStrategy = .convertToString(
    positiveInfinity: infinity, negativeInfinity: minusInfinity, nan: notANumber)
  guard let data = try? encoder.encode(value) else {
    preconditionFailure("layers consist of values that JSON has")
  }
  return String(decoding: data, as: UTF8.self).launchWords
}

extension String {
  /// JSON that a shell may divide into words, and `gst-launch-1.0` joins again: without runs of spaces,
  /// patterns of file names in texts, and words that begin with a minus sign.
  fileprivate var launchWords: String {
    var result = "", previous: Character?, isText = false
    for character in self {
      let isEscaped: Bool =
        switch character {
        case "*", "?": true
        case "[": isText
        case "-", " ": previous == " "
        default: false
        }
      if character == "\"", previous != "\\" { isText.toggle() }
      result += isEscaped ? "\\u00" + String(character.asciiValue ?? 0, radix: 16) : "\(character)"
      // A backslash that is escaped itself escapes nothing.
      previous = isEscaped || (character == "\\" && previous == "\\") ? nil : character
    }
    return result
  }
}

private func decoded<Value: Decodable>(_ text: String) throws(CompositionError) -> Value {
  let decoder = JSONDecoder()
  decoder.nonConformingFloatDecodingStrategy = .convertFromString(
    positiveInfinity: infinity, negativeInfinity: minusInfinity, nan: notANumber)
  do {
    return try decoder.decode(Value.self, from: Data(text.utf8))
  } catch let DecodingError.dataCorrupted(context), let DecodingError.typeMismatch(_, context),
    let DecodingError.valueNotFound(_, context), let DecodingError.keyNotFound(_, context)
  {
    let place = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
    throw CompositionError(
      .invalidValue, (place.isEmpty ? "" : "\(place.joined()): ") + context.debugDescription)
  } catch {
    throw CompositionError(.invalidValue, "\(error)")
  }
}
