import CCutawayGStreamer
import CutawaySources

extension MediaDescription {
  /// The tags of a file under the keys that `Composition.export.metadata` has.
  static func metadata(in tags: UnsafePointer<GstTagList>?) -> [String: String] {
    guard let tags else { return [:] }
    var metadata: [String: String] = [:]
    for key in textKeys {
      var text: UnsafeMutablePointer<CChar>?
      guard gst_tag_list_get_string(tags, key, &text) != 0, let text else { continue }
      metadata[key] = String(cString: text)
      g_free(text)
    }
    metadata["date"] = date(in: tags)
    metadata["location"] = place(in: tags)
    return metadata
  }

  private static func date(in tags: UnsafePointer<GstTagList>) -> String? {
    var date: OpaquePointer?
    guard gst_tag_list_get_date_time(tags, "datetime", &date) != 0, let date else { return nil }
    defer { gst_date_time_unref(date) }
    guard let text = gst_date_time_to_iso8601_string(date) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }

  private static func place(in tags: UnsafePointer<GstTagList>) -> String? {
    var latitude = 0.0, longitude = 0.0, altitude = 0.0
    guard gst_tag_list_get_double(tags, "geo-location-latitude", &latitude) != 0,
      gst_tag_list_get_double(tags, "geo-location-longitude", &longitude) != 0
    else { return nil }
    let hasAltitude = gst_tag_list_get_double(tags, "geo-location-elevation", &altitude) != 0
    return "\(latitude), \(longitude)" + (hasAltitude ? ", \(altitude)" : "")
  }
}
