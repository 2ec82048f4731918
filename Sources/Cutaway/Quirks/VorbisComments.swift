import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// GStreamer has no names of Vorbis comments for keywords and coordinates.
  ///
  /// It writes a comment unchanged, and a location name as `LOCATION`.
  package static let vorbisComments = Quirk(
    "no Vorbis comments for keywords and coordinates",
    versions: [.all],
    upstream: "not reported",
    test: "keywords and a location become Vorbis comments")
}

extension ExportMetadata {
  /// GStreamer's tags for Vorbis comments.
  var vorbisTags: [String: String] {
    guard Quirk.vorbisComments.applies else { return tags }
    var tags = tags.filter { $0.key != "keywords" && !$0.key.hasPrefix("geo-location") }
    tags["extended-comment"] = texts["keywords"].map { "KEYWORDS=\($0)" }
    tags["geo-location-name"] = place
    return tags
  }
}
