import CCutawayGStreamer

/// Recognizes a kind of file by its beginning.
package struct TypeFinder: Sendable {
  /// The media type.
  package let mediaType: String
  /// The extensions of the names of such files, with commas between.
  package let extensions: String
  /// The number of bytes that are needed; shorter files give what they have.
  package let length: Int
  /// How certain a match is.
  let probability: Probability
  /// Whether a file with this beginning is of the kind.
  package let matches: @Sendable ([UInt8]) -> Bool

  /// How certain a match is; the most certain finder wins.
  package enum Probability: Sendable {
    case likely, certain
  }

  package init(
    _ mediaType: String, extensions: String, length: Int, probability: Probability = .likely,
    matches: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    (self.mediaType, self.extensions, self.length) = (mediaType, extensions, length)
    self.probability = probability
    self.matches = matches
  }

  func register(_ plugin: OpaquePointer?) -> Bool {
    let caps = gst_caps_new_empty_simple(mediaType)
    defer { gst_caps_unref(caps) }
    // Other finders take the file for a text.
    return gst_type_find_register(
      plugin, mediaType, guint(GST_RANK_PRIMARY.rawValue) + 1, find, extensions, caps,
      Unmanaged.passRetained(Recognition(self)).toOpaque(),
      { Unmanaged<Recognition>.fromOpaque($0!).release() }) != 0
  }
}

private final class Recognition: Sendable {
  let finder: TypeFinder

  init(_ finder: TypeFinder) { self.finder = finder }
}

private func find(_ find: UnsafeMutablePointer<GstTypeFind>?, _ context: gpointer?) {
  let finder = Unmanaged<Recognition>.fromOpaque(context!).takeUnretainedValue().finder
  // A peek beyond the end fails, and the length may be unknown.
  var count = finder.length
  if let length = Int(exactly: gst_type_find_get_length(find)), length > 0 {
    count = min(count, length)
  }
  var peeked = gst_type_find_peek(find, 0, guint(count))
  while peeked == nil, count > 1 {
    count /= 2
    peeked = gst_type_find_peek(find, 0, guint(count))
  }
  guard let bytes = peeked, finder.matches(Array(UnsafeBufferPointer(start: bytes, count: count)))
  else { return }
  let caps = gst_caps_new_empty_simple(finder.mediaType)
  let probability =
    finder.probability == .certain ? GST_TYPE_FIND_MAXIMUM : GST_TYPE_FIND_LIKELY
  gst_type_find_suggest(find, guint(probability.rawValue), caps)
  gst_caps_unref(caps)
}
