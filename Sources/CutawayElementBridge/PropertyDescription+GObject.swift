import CCutawayGStreamer
import CutawayElementKit

extension PropertyDescription {
  /// The GObject description of this property, which keeps its strings as long as the class exists.
  func makeSpec(default value: UnsafeRawPointer) -> UnsafeMutablePointer<GParamSpec> {
    let name = g_strdup(name), blurb = g_strdup(summary)
    let flags = gst_swift_property_flags(kind == .string ? 0 : 1)
    switch kind {
    case .double(let range):
      return g_param_spec_double(
        name, name, blurb, range.lowerBound, range.upperBound, value.load(as: Double.self), flags)
    case .int(let range):
      return g_param_spec_int64(
        name, name, blurb, gint64(range.lowerBound), gint64(range.upperBound),
        gint64(value.load(as: Int.self)), flags)
    case .bool:
      return g_param_spec_boolean(name, name, blurb, value.load(as: Bool.self) ? 1 : 0, flags)
    case .string:
      let text = value.assumingMemoryBound(to: String.self).pointee
      return g_param_spec_string(name, name, blurb, g_strdup(text), flags)
    }
  }

  func store(_ value: UnsafePointer<GValue>, at field: UnsafeMutableRawPointer) {
    switch kind {
    case .double: field.storeBytes(of: g_value_get_double(value), as: Double.self)
    case .int: field.storeBytes(of: Int(g_value_get_int64(value)), as: Int.self)
    case .bool: field.storeBytes(of: g_value_get_boolean(value) != 0, as: Bool.self)
    case .string:
      let text = g_value_get_string(value).map { String(cString: $0) } ?? ""
      field.assumingMemoryBound(to: String.self).pointee = text
    }
  }

  func load(_ value: UnsafeMutablePointer<GValue>, from field: UnsafeMutableRawPointer) {
    switch kind {
    case .double: g_value_set_double(value, field.load(as: Double.self))
    case .int: g_value_set_int64(value, gint64(field.load(as: Int.self)))
    case .bool: g_value_set_boolean(value, field.load(as: Bool.self) ? 1 : 0)
    case .string: g_value_set_string(value, field.assumingMemoryBound(to: String.self).pointee)
    }
  }
}
