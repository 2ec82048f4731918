import CutawayContainers
import CutawayDiagnostics
import CutawayModel
import CutawaySources
import Foundation

/// The metadata of an output.
///
/// Known keys are `title`, `artist`, `album`, `composer`, `genre`, `comment`, `description`,
/// `copyright`, `keywords`, `date` (such as `2026-11-22` or `2026-11-22T10:30:00Z`) and `location`
/// (degrees north and east and, optionally, metres, such as `48.858, 2.294, 35`, or the same in ISO
/// 6709, `+48.858+002.294/`). Other keys are written if the file type supports them.
package struct ExportMetadata: Sendable, Hashable {
  /// The keys whose value is any text, which are also GStreamer's tag names.
  package static var textKeys: [String] { MediaDescription.textKeys }

  let texts: [String: String]
  let date: String?
  let location: GeographicLocation?
  /// The values of unknown keys.
  let custom: [String: String]

  /// Parses metadata.
  ///
  /// - Throws: ``ExportError`` if a date or a location is invalid.
  init(_ metadata: [String: String]) throws(ExportError) {
    texts = metadata.filter { Self.textKeys.contains($0.key) }
    custom = metadata.filter {
      !Self.textKeys.contains($0.key) && $0.key != "date" && $0.key != "location"
    }
    date = metadata["date"]
    if let date, Self.time(of: date) == nil {
      throw ExportError(
        .incompatible,
        "metadata 'date': '\(date)' is not a date: expected 2026-11-22 or 2026-11-22T10:30:00Z")
    }
    location = try metadata["location"].map { text throws(ExportError) in
      guard let location = GeographicLocation(text) else {
        throw ExportError(
          .incompatible,
          "metadata 'location': '\(text)' is not a location: expected degrees north and east, as in "
            + "'48.858, 2.294'")
      }
      return location
    }
  }

  var isEmpty: Bool { keys.isEmpty }

  /// The keys that have a value.
  var keys: [String] {
    (Array(texts.keys) + (date == nil ? [] : ["date"]) + (location == nil ? [] : ["location"])
      + Array(custom.keys)).sorted()
  }

  /// GStreamer's tags for everything except custom keys.
  var tags: [String: String] {
    var tags = texts
    if let date {
      tags["datetime"] = date.replacing(" ", with: "T")
      // Some muxers support only dates without a time.
      if date.count >= 10 { tags["date"] = String(date.prefix(10)) }
    }
    if let location {
      tags["geo-location-latitude"] = "\(location.latitude)"
      tags["geo-location-longitude"] = "\(location.longitude)"
      if let altitude = location.altitude { tags["geo-location-elevation"] = "\(altitude)" }
    }
    return tags
  }
}

extension ExportMetadata {
  /// The location in ISO 6709.
  var place: String? {
    location.map {
      MovieMetadata.location(
        latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude
      ).value
    }
  }
}
