import Foundation

/// A place on earth.
package struct GeographicLocation: Sendable, Hashable {
  /// Degrees north of the equator.
  package var latitude: Double
  /// Degrees east of Greenwich.
  package var longitude: Double
  /// Metres above sea level.
  package var altitude: Double?

  /// Reads degrees between commas (`48.858, 2.294, 35`), or ISO 6709 (`+48.858+002.294+035/`); `nil` for other texts.
  package init?(_ text: String) {
    let isISO = text.firstMatch(of: /^[+-]/) != nil && !text.contains(",")
    let parts =
      isISO
      ? text.matches(of: /[+-]\d+(\.\d+)?/).map { String($0.output.0) }
      : text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let numbers = parts.compactMap { Double($0) }
    guard (2...3).contains(numbers.count), numbers.count == parts.count,
      abs(numbers[0]) <= 90, abs(numbers[1]) <= 180
    else { return nil }
    (latitude, longitude) = (numbers[0], numbers[1])
    altitude = numbers.count == 3 ? numbers[2] : nil
  }

  /// Degrees and metres between commas, as in the metadata of compositions.
  package var text: String {
    "\(latitude), \(longitude)" + (altitude.map { ", \($0)" } ?? "")
  }

  /// The form of ISO 6709, with as many digits as the numbers have.
  package var iso6709: String {
    func signed(_ number: Double) -> String { (number < 0 ? "" : "+") + "\(number)" }
    return signed(latitude) + signed(longitude) + (altitude.map { signed($0) } ?? "") + "/"
  }
}
