import CCutawayGStreamer
package import CutawayElementKit

/// The formats that the elements after a source accept.
package struct DownstreamFormats {
  private let caps: Caps

  /// The formats within the caps of a source's pad, which must be valid during its use.
  init(_ caps: Caps) { self.caps = caps }

  /// Whether they accept a format, in GStreamer's notation.
  package func accept(_ format: String) -> Bool {
    withShared(format) { gst_caps_is_empty($0) == 0 }
  }

  /// The value of a field that is the nearest to a number.
  ///
  /// - Parameters:
  ///   - value: The preferred value.
  ///   - field: The field, such as `rate`.
  ///   - format: The format, in GStreamer's notation.
  /// - Returns: The value; `nil` if no such format is accepted.
  package func nearest(to value: Int, field: String, of format: String) -> Int? {
    withShared(format) { (caps) -> Int? in
      guard let fields = firstFormat(of: caps) else { return nil }
      var result = gint(clamping: value)
      if gst_structure_has_field(fields, field) == 0 { return value }
      gst_structure_fixate_field_nearest_int(fields, field, result)
      return gst_structure_get_int(fields, field, &result) != 0 ? Int(result) : nil
    }
  }

  /// The frame rate that is the nearest to another one.
  ///
  /// - Parameters:
  ///   - rate: The preferred rate in frames per second.
  ///   - format: The format, in GStreamer's notation.
  /// - Returns: The rate; `nil` if no such format is accepted, or none with a constant rate.
  package func nearest(toFrameRate rate: Fraction, of format: String) -> Fraction? {
    withShared(format) { (caps) -> Fraction? in
      guard let fields = firstFormat(of: caps) else { return nil }
      var (numerator, denominator) = (rate.numerator, rate.denominator)
      if gst_structure_has_field(fields, "framerate") == 0 { return rate }
      gst_structure_fixate_field_nearest_fraction(fields, "framerate", numerator, denominator)
      guard gst_structure_get_fraction(fields, "framerate", &numerator, &denominator) != 0,
        numerator > 0, denominator > 0
      else { return nil }
      return Fraction(numerator, over: denominator)
    }
  }

  private func firstFormat(of caps: Caps) -> UnsafeMutablePointer<GstStructure>? {
    gst_caps_is_empty(caps) == 0 ? gst_caps_get_structure(caps, 0) : nil
  }

  /// Calls `body` with what a format and the accepted ones have in common, in a copy.
  private func withShared<Result>(_ format: String, _ body: (Caps) -> Result) -> Result {
    let own = gst_caps_from_string(format)!
    defer { gst_caps_unref(own) }
    // The intersection may be one of the two.
    let shared = gst_caps_intersect(caps, own)!
    defer { gst_caps_unref(shared) }
    let copy = gst_caps_copy(shared)!
    defer { gst_caps_unref(copy) }
    return body(copy)
  }
}
