import CutawayElementKit
import Foundation

/// A composition file and the values of its variables.
struct EditLocation: Hashable {
  var path: String
  var values: [String: String] = [:]

  /// Its scheme of URIs.
  static let scheme = "cutaway"

  /// Reads `cutaway:///PATH?NAME=VALUE&…`, `file:///PATH` or a path.
  ///
  /// - Throws: `ElementError` for other URIs.
  init(_ text: String) throws(ElementError) {
    guard let colon = text.firstIndex(of: ":"), ["cutaway", "file"].contains(text[..<colon]) else {
      path = text
      return
    }
    guard let parts = URLComponents(string: text), !parts.path.isEmpty,
      ["", "localhost"].contains(parts.host ?? "")
    else { throw ElementError("'\(text)' is not cutaway:///PATH?NAME=VALUE", code: .notFound) }
    path = parts.path
    for item in parts.queryItems ?? [] { values[item.name] = item.value ?? "" }
  }

  /// The location as a URI.
  var uri: String {
    var parts = URLComponents()
    parts.scheme = Self.scheme
    parts.host = ""
    parts.path = path.hasPrefix("/") ? path : URL(fileURLWithPath: path).path
    if !values.isEmpty {
      parts.queryItems = values.sorted { $0.key < $1.key }.map {
        URLQueryItem(name: $0.key, value: $0.value)
      }
    }
    // All parts of the URI are valid.
    return parts.string ?? ""
  }
}
